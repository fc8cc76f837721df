import { expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { examplesOf, runExample } from '../support/examples.ts';

it('the example with urql in docs/graphql.md uploads a modpack and watches it to its end', async () => {
  await using service = await startTestApp();
  const [example = ''] = await examplesOf('docs/graphql.md', 'ts');
  expect(example).toContain("from '@urql/core'");
  const given = `
    const file = new File([Buffer.from('${smallPack().toString('base64')}', 'base64')], 'pack.zip');
    const show = (status: string) => console.log(status);\n`;
  const printed = await runExample(
    [process.execPath, '--input-type=module-typescript', '-'],
    given + example.replaceAll('127.0.0.1:8080', new URL(service.url).host),
    { directory: process.cwd(), until: /^GENERATED$/m },
  );
  expect(new Set(printed.trim().split('\n'))).toContain('GENERATED');
});
