/** Uploads by the web app in a real browser, over the real gateway. Needs the program chromium. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { scans } from '../../drizzle/schema.ts';
import { runConfiguration } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import { goToApp, openTab, startBrowser, type Tab } from '../support/browser.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { openPassage } from '../support/passage.ts';
import { unzip } from '../support/unzip.ts';
import { type TemporaryFile, temporaryFile, zipWith } from '../support/zip.ts';
import { modPackOf } from './made-packs.ts';
import { primaryButtons } from './made-pages.ts';
import { obstacles } from './obstacles.ts';
import { startWebService } from './web-service.ts';

const [browser, service] = await Promise.all([startBrowser(), startWebService()]);
afterAll(async () => {
  await Promise.all([browser.close(), service[Symbol.asyncDispose]()]);
});

/** A sound modpack that is large by what does not compress. */
function packFile(name: string, bytes = 1_000): Promise<TemporaryFile> {
  return temporaryFile(modPackOf([{ id: name }], randomBytes(bytes)), `${name}.mrpack`);
}

async function choose(page: Page, ...files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
}

const card = (page: Page, name: string) => page.getByRole('article', { name });

/** Waits until a build has ended, on the page of its pack. */
async function onServerPackPage(page: Page): Promise<void> {
  await page.waitForURL(/\/modpacks\/\d+\?run=\d+$/);
  await page.getByRole('link', { name: 'Download server pack' }).waitFor();
}

/** Makes uploads slow enough for something to happen in between, in bytes a second. */
async function slowDown(tab: Tab, uploadThroughput: number): Promise<CDPSession> {
  const network = await tab.context.newCDPSession(tab.page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
  return network;
}

/** Waits until a part has been sent, but not all. */
async function partSent(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('progressbar', { name: `Upload of ${name}` });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
}

const requested = z.object({
  runs: z.object({
    nodes: z.array(
      z.object({
        configuration: z.object({
          excludeFiles: z.array(z.string()),
          includeWorld: z.boolean(),
          serverProperties: z.object({ content: z.string() }),
          serverIcon: z.object({ content: z.string() }),
        }),
      }),
    ),
  }),
});
const newestStored = z.object({
  modPacks: z.object({ nodes: z.array(z.object({ name: z.string(), downloadUrl: z.string() })) }),
});
const ticket = z.object({ createUploadTicket: z.object({ url: z.string() }) });
const stored = z.object({ modPacks: z.object({ nodes: z.array(z.object({ sha256: z.string() })) }) });

/** Whether the service has exactly the bytes of a file. */
async function isStored(file: string): Promise<boolean> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const { data } = await ask(
    service.url,
    'query($sha256: String!) { modPacks(filter: { sha256: $sha256 }) { nodes { sha256 } } }',
    { sha256 },
  );
  return stored.parse(data).modPacks.nodes.length === 1;
}

it('takes a modpack of 30 MB from its choice to its server pack in three clicks, and offers that when it comes again', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('lithium', 30_000_000);
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  const article = card(page, 'lithium.mrpack');
  await article.getByText('Read from a Modrinth pack').waitFor();
  await article.getByText('For Minecraft 1.20.1 with Fabric 0.15.6').waitFor();
  expect(await page.getByRole('combobox', { name: 'Start arguments' }).isVisible()).toBe(false);
  await page.getByText('Advanced options').click();
  await page.getByRole('combobox', { name: 'Start arguments' }).fill('-Xmx4G');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  // The choice, the upload and this are all clicks that it takes, beside those for what was changed.
  await onServerPackPage(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download server pack' }).click();
  expect((await downloading).suggestedFilename()).toBe('lithium_server_pack.zip');
  await page.goBack();
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  expect(await page.getByRole('article').count()).toBe(0);
  await choose(page, pack.path);
  await page.getByText('Filled in as last time.').waitFor();
  await page.getByText('-Xmx4G', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await article.getByText('You have this already: download it.').waitFor();
  expect(await primaryButtons(page).allTextContents()).toEqual(['Download server pack']);
  const downloadingAgain = page.waitForEvent('download');
  await article.getByRole('link', { name: 'Download server pack' }).click();
  expect((await downloadingAgain).suggestedFilename()).toBe('lithium_server_pack.zip');
  await article.getByRole('link', { name: 'Build another one from it' }).click();
  await page.getByRole('checkbox', { name: 'Keep The lithium' }).waitFor();
  expect(tab.complaints).toEqual([]);
});

it('builds an example for a first visitor, who downloads it with the second click, and leads the next one to it', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await goToApp(page, service.url);
  await page.getByRole('button', { name: 'Try it with an example' }).click();
  await page.getByText(/ · 3\skept,\s2\sdropped$/).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download server pack' }).click();
  expect((await downloading).suggestedFilename()).toBe('Hello-1.0-server.zip');
  const { pathname } = new URL(page.url());
  await page.goBack();
  await page.getByRole('button', { name: 'Try it with an example' }).click();
  await page.waitForURL(`**${pathname}`);
  await page.getByRole('heading', { name: 'Hello 1.0' }).waitFor();
  expect(tab.complaints).toEqual([]);
});

it('lets a stranger rename, hide and delete what this browser sent, and no other browser', async () => {
  await using tab = await openTab(browser);
  await using other = await openTab(browser);
  await using pack = await packFile('owned');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await onServerPackPage(page);
  await page.getByRole('tab', { name: 'Details' }).click();
  const panel = page.getByRole('region', { name: 'Your modpack' });
  await panel.getByRole('button', { name: 'Rename' }).click();
  await panel.getByLabel('New name').fill('Owned no more');
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1, name: 'Owned no more' });
  await title.waitFor();
  await panel.getByRole('button', { name: 'Hide from lists' }).click();
  await panel.getByText('It is left out of lists and searches.').waitFor();
  expect(await obstacles(page)).toEqual([]);

  const address = page.url();
  await goToApp(other.page, address);
  await other.page.getByRole('heading', { level: 1, name: 'Owned no more' }).waitFor();
  expect(await other.page.getByText('Your modpack').count()).toBe(0);

  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/modpacks');
  await goToApp(other.page, address);
  await other.page.getByText('There is nothing here').waitFor();
});

it('sends along what is wanted of files, an icon made of any picture, and server.properties', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('ferrite');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  const article = card(page, 'ferrite.mrpack');
  await article.getByText('Read from a Modrinth pack').waitFor();
  await page.getByText('Advanced options').click();
  const overrides = page.getByRole('group', { name: 'What goes in' });
  await overrides.getByRole('combobox', { name: 'Files to exclude' }).fill('config/weight.bin');
  await page.keyboard.press('Enter');
  await overrides.getByLabel('server.properties').fill('motd=Grüße\nmax-players=7');
  const chooser = page.waitForEvent('filechooser');
  await overrides.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles({
    name: 'icon.png',
    mimeType: 'image/png',
    buffer: PNG.sync.write(new PNG({ width: 200, height: 100 })),
  });
  await overrides.getByRole('img', { name: 'Server icon' }).waitFor();
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await onServerPackPage(page);
  const { data } = await ask(
    service.url,
    `{ runs(first: 1) { nodes { configuration { excludeFiles includeWorld serverProperties { content } serverIcon { content } } } } }`,
  );
  const run = requested.parse(data).runs.nodes[0]?.configuration;
  expect(run).toMatchObject({ excludeFiles: ['config/weight.bin'], includeWorld: false });
  expect(run?.serverProperties.content).toContain('max-players=7');
  expect(PNG.sync.read(Buffer.from(run?.serverIcon.content ?? '', 'base64'))).toMatchObject({
    width: 64,
    height: 64,
  });
  expect(tab.complaints).toEqual([]);
});

it('notifies people who look elsewhere, by the title of the tab and by a notification that they have allowed', async () => {
  const held = Promise.withResolvers<void>();
  await using slow = await startWebService({}, held.promise);
  await using tab = await openTab(browser);
  await using pack = await packFile('starlight');
  const { page } = tab;
  // A browser without a screen shows no notifications, and counts every tab as seen.
  await page.addInitScript(`
    globalThis.notices = [];
    globalThis.Notification = class extends EventTarget {
      static permission = 'default';
      static requestPermission = async () => (Notification.permission = 'granted');
      constructor(text) { super(); notices.push(text); }
    };
    Object.defineProperty(document, 'visibilityState', { get: () => (globalThis.isBehind ? 'hidden' : 'visible') });
  `);
  await goToApp(page, slow.url);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await page.getByRole('button', { name: 'Notify me when it is done' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Notify me when it is done' }).count()).toBe(0);
  await page.evaluate('isBehind = true');
  held.resolve();
  await onServerPackPage(page);
  expect(await page.title()).toBe('Ready: starlight.mrpack – Server packs');
  expect(await page.evaluate('notices')).toEqual(['Ready: starlight.mrpack']);
  await page.evaluate("isBehind = false; document.dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => page.title()).toBe('starlight.mrpack – Server packs');
  expect(tab.complaints).toEqual([]);
});

it('hands out nothing of a modpack in quarantine, where it is sent again either', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('tainted');
  const { page } = tab;
  const sentence = 'Malware was found in this modpack';
  await goToApp(page, service.url);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await onServerPackPage(page);
  const main = page.getByRole('main');
  // A finding, as a scan records it.
  const finding = { entry: 'mods/tainted.jar', signature: 'Eicar-Test-Signature', by: 'CLAMD' as const };
  const modPackId = Number(/\d+(?=\?)/.exec(page.url())?.[0]);
  const scan = { modPackId, findings: [finding], notScanned: [], notScannedCount: 0, quarantined: true };
  await service.app.database.db.insert(scans).values(scan);
  await page.reload();
  await main.getByRole('status').filter({ hasText: 'Quarantine' }).getByText(sentence).waitFor();
  expect(await main.getByRole('link', { name: /^Download/ }).count()).toBe(0);
  expect(await obstacles(page)).toEqual([]);
  await goToApp(page, service.url);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  const again = card(page, 'tainted.mrpack');
  await again.getByRole('alert').filter({ hasText: 'Quarantine' }).getByText(sentence).waitFor();
  expect(await again.getByRole('link').count()).toBe(0);
  expect(tab.complaints).toEqual([]);
});

it('stays with several modpacks until all of them are built', async () => {
  await using tab = await openTab(browser);
  await using one = await packFile('nvidium');
  await using other = await packFile('phosphorus');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, one.path, other.path);
  await page.getByRole('button', { name: 'Build 2 modpacks' }).click();
  for (const name of ['nvidium.mrpack', 'phosphorus.mrpack'])
    await card(page, name).getByRole('link', { name: 'Download server pack' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

it('is where the link of an upload ticket leads: for one modpack, and then for none', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('iris');
  const { page } = tab;
  const { data } = await ask(
    service.url,
    `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) { ... on UploadTicketCreated { url } } }`,
  );
  await goToApp(page, ticket.parse(data).createUploadTicket.url);
  await page.getByText('Somebody has given you a link').waitFor();
  await page.getByText('0.15.6').waitFor();
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await page.getByRole('link', { name: 'Download server pack' }).waitFor();
  expect(await isStored(pack.path)).toBe(true);
  expect(tab.complaints).toEqual([]);
  // Nobody can tell whose ticket it is, so the modpack is the sender's.
  expect(await page.evaluate(() => localStorage.getItem('server-packs.owned'))).toMatch(
    /"secret":"[\w-]{43}"/,
  );
  await page.goBack();
  await page.getByText('This upload link has been used already.').waitFor();
});

it('says what is wrong before anything is sent: no zip, nothing in it, a version that is none', async () => {
  await using tab = await openTab(browser);
  await using noZip = await temporaryFile(Buffer.from('This is a text.'), 'notes.zip');
  await using empty = await temporaryFile(Buffer.alloc(0), 'empty.zip');
  await using sound = await packFile('phosphor');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, noZip.path, empty.path, sound.path);
  await card(page, 'notes.zip').getByText('This is not a zip archive, or it is incomplete.').waitFor();
  await card(page, 'empty.zip').getByText('This file is empty.').waitFor();
  await card(page, 'phosphor.mrpack').getByText('Read from a Modrinth pack').waitFor();
  await card(page, 'phosphor.mrpack').getByText('For Minecraft 1.20.1').click();
  await card(page, 'phosphor.mrpack').getByLabel('Game version').fill('newest');
  await page.getByText('Numbers with dots, such as 1.20.1, or a snapshot').waitFor();
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  expect(await card(page, 'phosphor.mrpack').getByText('Ready to upload').count()).toBe(1);
});

it('asks for what the pack does not say before it sends anything, and leaves to the service what that reads alone', async () => {
  await using tab = await openTab(browser);
  const mod = modPackOf([{ id: 'plain' }]);
  await using plain = await temporaryFile(
    zipWith([{ name: 'mods/plain-1.0.0.jar', data: mod }]),
    'plain.zip',
  );
  await using packwiz = await temporaryFile(
    zipWith([{ name: 'pack.toml', data: 'name = "x"' }]),
    'other.zip',
  );
  const { page } = tab;
  // The button, which the pointer is over, would fade.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await goToApp(page, service.url);
  await choose(page, plain.path);
  const article = card(page, 'plain.zip');
  await article.getByText('The pack does not name all its versions: fill in what is missing.').waitFor();
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await article.getByText('The pack does not say it. Fill it in.').nth(2).waitFor();
  await page.locator('article :focus').waitFor();
  expect(await page.evaluate("document.querySelector(':focus').labels[0].textContent")).toContain(
    'Game version',
  );
  expect(asked.filter((path) => path.startsWith('/uploads'))).toEqual([]);
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  expect(await obstacles(page)).toEqual([]);
  // By the keyboard alone from here on.
  await page.keyboard.type('1.20.1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Fab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.15.6');
  await expect.poll(() => article.getByText('The pack does not say it. Fill it in.').count()).toBe(0);
  await article.getByRole('button', { name: 'Remove' }).click();
  await choose(page, packwiz.path);
  await card(page, 'other.zip').getByText('The versions are read from the pack once it is here.').waitFor();
});

it('sends no files with accounts, says so before, and copies all others as they are', async () => {
  await using tab = await openTab(browser);
  const jar = jarWith({ 'fabric.mod.json': fabricModJson('kept') });
  await using pack = await temporaryFile(
    zipWith([
      { name: 'launcher_accounts.json', data: 'secret' },
      { name: 'config/' },
      { name: 'config/.env.local', data: 'secret' },
      { name: 'mods/kept-1.0.0.jar', data: jar, method: 0 },
      { name: 'config/ümlaut.txt', data: 'text '.repeat(1_000) },
    ]),
    'private.zip',
  );
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  const article = card(page, 'private.zip');
  const told = article
    .getByRole('alert')
    .filter({ hasText: 'may hold accounts or passwords and are not sent' });
  await told.getByText('launcher_accounts.json, config/.env.local').waitFor();
  await article.getByLabel('Game version').fill('1.20.1');
  await article.getByRole('combobox', { name: 'Modloader', exact: true }).selectOption('FABRIC');
  await article.getByLabel('Modloader version').fill('0.15.6');
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await onServerPackPage(page);
  const { data } = await ask(service.url, '{ modPacks(first: 1) { nodes { name downloadUrl } } }');
  const [stored] = newestStored.parse(data).modPacks.nodes;
  expect(stored?.name).toBe('private.zip');
  const answer = await fetch(stored?.downloadUrl ?? '');
  await using received = await temporaryFile(Buffer.from(await answer.arrayBuffer()), 'received.zip');
  const entries = await unzip(received.path);
  expect([...entries.keys()].toSorted()).toEqual(['config/', 'config/ümlaut.txt', 'mods/kept-1.0.0.jar']);
  expect(entries.get('mods/kept-1.0.0.jar')?.contents).toEqual(jar);
  expect(entries.get('config/ümlaut.txt')?.contents.toString()).toBe('text '.repeat(1_000));
  expect(tab.complaints).toEqual([]);
});

it('says what the service refuses in the words of the page', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('ferrum');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  await card(page, 'ferrum.mrpack').getByText('Read from a Modrinth pack').waitFor();
  await page.getByText('Advanced options').click();
  await page.getByRole('combobox', { name: 'Mods to add' }).fill('../secret');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Mods to add' });
  await alert.waitFor();
  expect(await alert.textContent()).not.toContain('addedMods');
});

it('adds jars of somebody to a build, by their names, and says which are none', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('lacking');
  await using jar = await temporaryFile(
    jarWith({ 'fabric.mod.json': fabricModJson('chunks') }),
    'chunks-1.jar',
  );
  await using text = await temporaryFile(Buffer.from('no jar'), 'notes.jar');
  const { page } = tab;
  await goToApp(page, service.url);
  await choose(page, pack.path);
  await card(page, 'lacking.mrpack').getByText('Read from a Modrinth pack').waitFor();
  await page.getByText('Advanced options').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose jars of your own' }).click();
  await (await chooser).setFiles([text.path, jar.path]);
  await page.getByText('chunks-1.jar', { exact: true }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'notes.jar' }).waitFor();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await onServerPackPage(page);
  await page.getByRole('tab', { name: 'What was dropped' }).click();
  await page.getByText('chunks-1.jar').first().waitFor();
});

it.each(['by a click', 'by a drop'])(
  'takes files %s before the app runs, at a fourth of the speed of the processor',
  async (how) => {
    await using tab = await openTab(browser);
    await using pack = await packFile('early');
    const { page } = tab;
    const processor = await tab.context.newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const mayRun = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await mayRun.promise;
      await route.continue();
    });
    await page.goto(service.url, { waitUntil: 'commit' });
    await page.locator('#root:not([data-unseen])').waitFor();
    if (how === 'by a drop') {
      await page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['no zip'], 'early.mrpack'));
        document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      }`);
      mayRun.resolve();
      await card(page, 'early.mrpack').getByText('This is not a zip archive').waitFor();
    } else {
      await choose(page, pack.path);
      mayRun.resolve();
      await card(page, 'early.mrpack').getByText('Read from a Modrinth pack').waitFor();
      expect(await page.getByRole('article').count()).toBe(1);
    }
    expect(tab.complaints).toEqual([]);
  },
);

it('takes files from a dialogue that was opened before the app ran, and closed after', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('between');
  const { page } = tab;
  const mayRun = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await mayRun.promise;
    await route.continue();
  });
  await page.goto(service.url, { waitUntil: 'commit' });
  await page.locator('#root:not([data-unseen])').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const dialogue = await chooser;
  mayRun.resolve();
  await page.locator('#root:not([aria-busy])').waitFor();
  await dialogue.setFiles(pack.path);
  await card(page, 'between.mrpack').getByText('Read from a Modrinth pack').waitFor();
});

it('goes on where it was after a pause and after a lost connection, and the bytes are equal', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('sodium', 6_000_000);
  await using passage = await openPassage(service.url);
  const { page } = tab;
  await goToApp(page, passage.url);
  const network = await slowDown(tab, 1_000_000);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await partSent(page, 'sodium.mrpack');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await partSent(page, 'sodium.mrpack');
  passage.cut();
  await card(page, 'sodium.mrpack').getByText('Connection lost. The upload resumes by itself.').waitFor();
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await passage.open();
  await onServerPackPage(page);
  expect(await isStored(pack.path)).toBe(true);
});

it('goes on where it was after the page was loaded again', async () => {
  await using tab = await openTab(browser);
  await using pack = await packFile('krypton', 6_000_000);
  const { page } = tab;
  await goToApp(page, service.url);
  await slowDown(tab, 1_000_000);
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await partSent(page, 'krypton.mrpack');
  await page.reload();
  await page.getByText('An upload was interrupted.').waitFor();
  await page.getByText('krypton.mrpack').waitFor();
  const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
  await choose(page, pack.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(0);
  await onServerPackPage(page);
  expect(await isStored(pack.path)).toBe(true);
});
