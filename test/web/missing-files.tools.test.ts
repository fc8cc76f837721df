/** Files that people have to download, handed over on the page in a real browser. Needs the program chromium. */

import { pino } from 'pino';
import { expect, it } from 'vitest';
import { findWebApp } from '../../src/web/find-web-app.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { startTestApp } from '../support/app.ts';
import { goToApp, openTab, startBrowser } from '../support/browser.ts';
import { upload } from '../support/client.ts';
import { curseForgeKey } from '../support/download-host.ts';
import { curseForgeExport } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { curseForgeFile, openFakePlatforms } from '../support/platforms.ts';

it('are listed with their pages, taken as they are handed over, and the run goes on', async () => {
  await using parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const web = await findWebApp({ log: pino({ level: 'silent' }) });
  const service = parts.use(
    await startTestApp({
      environment: { ...platforms.environment, CURSEFORGE_API_KEY: curseForgeKey },
      overrides: { connect: platforms.host.connect },
      ...(web && { web: Promise.resolve(web) }),
    }),
  );
  const browser = await startBrowser();
  parts.defer(() => browser.close());
  const content = jarWith({ 'fabric.mod.json': fabricModJson('blocked') });
  const file = curseForgeFile({ id: 11, projectId: 1 }, { url: null, content });
  platforms.json('/curseforge/mods/files', () => ({
    data: [curseForgeFileLike({ ...file, fileName: 'blocked.jar' })],
  }));
  platforms.json('/curseforge/mods', () => ({ data: [curseForgeProjectLike({ id: 1 })] }));
  const { body } = await upload(service.url, curseForgeExport([{ projectID: 1, fileID: 11 }]));
  const tab = await openTab(browser);
  const { page } = tab;
  await goToApp(page, `${service.url}/modpacks/${body.modPackId}`);
  const link = page.getByRole('list', { name: 'Waits for files' }).getByRole('link', { name: 'Mod 1' });
  await link.waitFor({ timeout: 60_000 });
  expect(await link.getAttribute('href')).toBe('https://www.curseforge.com/minecraft/mc-mods/mod-1/files/11');
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByRole('region', { name: 'Drop the files here' })
      .locator('input')
      .setInputFiles({ name, mimeType: 'application/java-archive', buffer });
  await choose('wrong.jar', Buffer.from('another file'));
  await page
    .getByRole('alert')
    .filter({ hasText: '"wrong.jar" is none of the files that are missing.' })
    .waitFor({ timeout: 30_000 });
  await choose('blocked (1).jar', content);
  await page.getByRole('link', { name: 'Download server pack' }).first().waitFor({ timeout: 30_000 });
});
