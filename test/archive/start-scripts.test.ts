import { describe, expect, test } from 'vitest';
import { neededPrograms } from '../support/start-scripts/downloads.ts';
import { open, quilt } from '../support/start-scripts/setting.ts';
import { startScriptSuite } from '../support/start-scripts/suite.ts';

describe.each([[['sh']], [['bash']]])('start.sh in %s', (shell) => {
  startScriptSuite(shell);

  test('without curl and wget a start says that one is needed', async () => {
    using server = open(shell, quilt, { programs: neededPrograms });
    expect(await server.start()).toMatchObject({
      status: 1,
      output: expect.stringContaining('Neither curl nor wget'),
    });
  });
});

test('start.sh can be called by its name alone', async () => {
  using server = open([], quilt, { programs: neededPrograms });
  expect(await server.start({ JAVA: 'no-java' })).toMatchObject({
    status: 1,
    output: expect.stringContaining('Java was not found: no-java'),
  });
});
