/** Our pages in a real browser. Needs the program chromium. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FileChooser, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { uploadTickets } from '../../drizzle/schema.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { headersOf, runConfiguration, uploadForm } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openTab, startBrowser, type Tab } from '../support/browser.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { type TemporaryFile, temporaryFile, zipWith } from '../support/zip.ts';

const browser = await startBrowser();
afterAll(() => browser.close());

const startService = (environment: Record<string, string> = {}) => startTestApp({ environment });

const created = z.object({ createUploadTicket: z.object({ url: z.string() }) });

async function createTicket({ url }: TestApp, headers: Record<string, string> = {}): Promise<string> {
  const { data } = await ask(
    url,
    `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) {
      ... on UploadTicketCreated { url }
    } }`,
    {},
    headers,
  );
  return created.parse(data).createUploadTicket.url;
}

/** A sound modpack; the map in it, of this many bytes that do not compress, makes it as large as a test wants. */
function packFile(mod: string, mapBytes = 1_000): Promise<TemporaryFile> {
  const jar = jarWith({ 'fabric.mod.json': fabricModJson(mod) });
  const pack = zipWith([
    { name: `mods/${mod}.jar`, data: jar },
    { name: 'config/map.bin', data: randomBytes(mapBytes), method: 0 },
  ]);
  return temporaryFile(pack, `${mod}.zip`);
}

async function uploadDirectly({ url }: TestApp, name: string): Promise<void> {
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: uploadForm(name) });
  expect(answer.status).toBe(200);
}

async function upload(page: Page, file: string): Promise<void> {
  await page.getByLabel('Modpack').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
}

const outcome = (page: Page) => page.getByRole('status');
const says = (page: Page, words: string | RegExp) => outcome(page).filter({ hasText: words }).waitFor();

it('takes a modpack from its choice over the progress of its upload to its server pack', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  await using pack = await packFile('lithium', 4_000_000);
  const { page } = tab;
  const seen: string[] = [];
  await page.exposeFunction('noteProgress', (value: string | null) => void seen.push(value ?? 'unknown'));
  await page.addInitScript(`addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => noteProgress(document.getElementById('progress').getAttribute('value')))
      .observe(document.getElementById('progress'), { attributeFilter: ['value'] }));`);
  // Slow enough for the browser to tell of the upload more than once.
  const network = await tab.context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3_000_000,
  });
  await page.goto(await createTicket(service));
  await page.getByText('Fabric 0.15.6').waitFor();
  await upload(page, pack.path);
  await says(page, 'The server pack is ready.');
  const parts = seen.filter((value) => value !== 'unknown').map(Number);
  expect(parts.filter((part) => part > 0 && part < 1).length).toBeGreaterThan(0);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(parts.at(-1)).toBe(1);
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(await page.getByRole('button').count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the server pack' }).click();
  expect((await downloading).suggestedFilename()).toBe('lithium_server_pack.zip');
  expect(tab.complaints).toEqual([]);
});

it('works with the keyboard alone, and names all that it holds to those who do not see it', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  await using pack = await packFile('sodium');
  const { page } = tab;
  // From before the page is there, since the browser is told to leave choosing files to us.
  const chosen = Promise.withResolvers<FileChooser>();
  page.on('filechooser', chosen.resolve);
  await page.goto(await createTicket(service));
  await page.getByText('Fabric 0.15.6').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').getAttribute('id')).toBe('file');
  await page.keyboard.press('Enter');
  await (await chosen.promise).setFiles(pack.path);
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Upload');
  await page.keyboard.press('Enter');
  await says(page, 'The server pack is ready.');
  expect(await page.locator('main').ariaSnapshot()).toBe(
    [
      '- main:',
      '  - heading "Upload a modpack" [level=1]',
      '  - status: The server pack is ready.',
      '  - paragraph:',
      '    - link "Download the server pack":',
      `      - /url: ${service.url}/api/v2/serverpacks/download/1?name=title`,
    ].join('\n'),
  );
});

it('says in plain words why nothing can be uploaded: a link that is used, expired, withdrawn or not ours', async () => {
  await using service = await startService();
  await using pack = await packFile('phosphor');
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  const used = await createTicket(service);
  const expired = await createTicket(service);
  const withdrawn = await createTicket(service, headers);
  {
    await using tab = await openTab(browser);
    await tab.page.goto(used);
    await upload(tab.page, pack.path);
    await says(tab.page, 'The server pack is ready.');
  }
  const { db } = service.app.database;
  await db
    .update(uploadTickets)
    .set({ expires: new Date(Date.now() - 1_000) })
    .where(eq(uploadTickets.id, 2));
  await revokeToken(service.app.database, 'bot');
  for (const [link, words] of [
    [used, 'This upload link has been used already. Ask for a new one.'],
    [expired, 'This upload link has expired. Ask for a new one.'],
    [withdrawn, 'This upload link has been withdrawn. Ask for a new one.'],
    [`${service.url}/upload/1.abc`, 'This upload link is not one of ours. Copy it as a whole.'],
  ] as const) {
    await using tab = await openTab(browser);
    await tab.page.goto(link);
    await says(tab.page, words);
    expect(await tab.page.locator('main').ariaSnapshot()).toBe(
      `- main:\n  - heading "Upload a modpack" [level=1]\n  - status: ${words}`,
    );
  }
});

it('says in plain words what is wrong with a file, and takes another with the same link', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  await using noZip = await temporaryFile(Buffer.from('This is a text.'), 'notes.zip');
  await using noMods = await temporaryFile(zipWith({ 'config/a.txt': 'a' }), 'empty.zip');
  const { page } = tab;
  await page.goto(await createTicket(service));
  await upload(page, noZip.path);
  await says(page, /zip/);
  expect(await page.locator(':focus').getAttribute('id')).toBe('file');
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await upload(page, noMods.path);
  await says(page, 'No server pack can be built from this modpack.');
  expect(await page.getByRole('list', { name: 'What is wrong' }).textContent()).toMatch(/mods/);
});

it('uploads for somebody who may see nothing else, and asks for nothing that is refused', async () => {
  await using service = await startService({ ACCESS: 'closed' });
  await using tab = await openTab(browser);
  await using pack = await packFile('krypton');
  const headers = await headersOf(service, { name: 'bot', role: 'publisher' });
  await tab.page.goto(await createTicket(service, headers));
  await upload(tab.page, pack.path);
  await says(tab.page, 'The modpack is stored and its server pack is being built.');
  expect(tab.complaints).toEqual([]);
});

it('shows what a stranger wrote as text, and runs nothing that is not a script of ours', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  const { page } = tab;
  const hostile = '<img src=x onerror=document.title=1>';
  await using pack = await temporaryFile(
    zipWith({ [`${hostile}/../x`]: 'a' }),
    `${hostile.replace(/\//g, '')}.zip`,
  );
  await page.goto(await createTicket(service));
  await upload(page, pack.path);
  await says(page, 'No server pack can be built from this modpack.');
  expect(await page.getByRole('list').textContent()).toContain(hostile);
  expect(await page.locator('img').count()).toBe(0);
  expect(tab.complaints).toEqual([]);
  // What the policy is for: had anything of that become part of the page, it would not have run.
  await page.evaluate(`(() => {
    const main = document.querySelector('main');
    const inline = document.createElement('script');
    inline.textContent = 'document.title = "run"';
    const foreign = document.createElement('script');
    foreign.src = 'https://elsewhere.example/x.js';
    main.append(inline, foreign);
    main.insertAdjacentHTML('beforeend', '<p style="color: red" onclick="document.title = 1">Here</p>');
  })()`);
  await page.getByText('Here', { exact: true }).click();
  for (const violation of [
    'script-src-elem forbids inline',
    'script-src-elem forbids https://elsewhere.example/x.js',
    'style-src-attr forbids inline',
    'script-src-attr forbids inline',
  ]) {
    await expect.poll(() => tab.complaints).toContain(violation);
  }
  expect(await page.title()).toBe('Upload a modpack');
});

/** Follows what a page loads; the answer is what did not come from the service itself. */
function watchForeign({ page }: Tab, service: TestApp): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(service.url)) foreign.push(url);
  });
  return foreign;
}

it('GraphiQL loads whole within its policy, and answers a query and a subscription', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  const { page } = tab;
  const foreign = watchForeign(tab, service);
  await page.goto(`${service.url}/graphql`);
  const run = async (operation: string) => {
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.getByRole('menuitem', { name: operation }).click();
  };
  await run('NewestModPacks');
  const result = page.getByRole('region', { name: 'Result Window' });
  await result.filter({ hasText: 'totalCount' }).waitFor();
  const socket = page.waitForEvent('websocket');
  await run('WatchEvents');
  expect((await socket).url()).toBe(`${service.url.replace('http', 'ws')}/graphql`);
  await uploadDirectly(service, 'lithium');
  await result.filter({ hasText: 'serverPackDatabaseId' }).waitFor();
  expect(foreign).toEqual([]);
  expect(tab.complaints).toEqual([]);
});

it('the reference of REST loads whole within its policy', async () => {
  await using service = await startService();
  await using tab = await openTab(browser);
  const foreign = watchForeign(tab, service);
  await tab.page.goto(`${service.url}/api/v2/docs`);
  await tab.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await tab.page.getByRole('article').count()).toBeGreaterThan(10);
  expect(await tab.page.locator('main').evaluate('(main) => getComputedStyle(main).maxWidth')).not.toBe(
    'none',
  );
  expect(foreign).toEqual([]);
  expect(tab.complaints).toEqual([]);
});
