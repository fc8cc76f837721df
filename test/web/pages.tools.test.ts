/** The web app in a real browser, over the real gateway. Needs the program chromium. */
import { eq, inArray } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { encode } from 'uqr';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { dropLists, dropListVersions, lines, modPacks, runConfigurations } from '../../drizzle/schema.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import { writeCursor } from '../../src/graphql/lists/connection.ts';
import { ask } from '../graphql/client.ts';
import { goToApp, openContext, openTab, startBrowser } from '../support/browser.ts';
import { insertModPack } from '../support/rows.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';
import { modPackOf, store } from './made-packs.ts';
import { primaryButtons } from './made-pages.ts';
import { obstacles } from './obstacles.ts';
import { startWebService } from './web-service.ts';

const hostile = '<img src=x onerror=document.title=1>.zip';
const mods = Array.from({ length: 130 }, (_, index) => ({
  id: `mod${String(index).padStart(3, '0')}`,
  environment: index % 10 === 0 ? ('client' as const) : ('*' as const),
}));

const picture = (side: number) => PNG.sync.write(new PNG({ width: side, height: side }));
/** The pixels of a side of the picture that the browser has drawn; 0 until it has. */
const drawn = (image: Locator) => image.evaluate((one) => Number(Reflect.get(one, 'naturalWidth')));

const [browser, service] = await Promise.all([
  startBrowser(),
  // Without it there is no form of imports. Nothing is fetched.
  startWebService({ FETCH: 'on', 'config.totalLimits.rows': '1' }),
]);
const alpine = modPackOf(mods, undefined, ['saves/Home/level.dat'], undefined, picture(24), '-Xmx6G -Da=b');
await eventsUntilEnd(service.app, await store(service, 'Alpine.zip', alpine));
await eventsUntilEnd(service.app, await store(service, hostile, modPackOf(mods.slice(0, 3))));
const { db } = service.app.database;
await db
  .insert(lines)
  .values({ name: 'ftb-1', project: 'FTB:1', overrides: { ...noOverrides, clientMods: ['mod000'] } });
await db.update(modPacks).set({ lineId: 1 }).where(eq(modPacks.id, 1));
await db.update(runConfigurations).set({ lineId: 1 }).where(eq(runConfigurations.modPackId, 1));
await db.insert(dropLists).values({ name: 'community', subject: 'a' });
const ofCommunity = { dropListId: 1, keep: [], subject: 'a' };
await db.insert(dropListVersions).values([
  { ...ofCommunity, version: 1, clientOnly: ['mod005-', 'mod009-'] },
  { ...ofCommunity, version: 2, clientOnly: ['mod005-', 'mod010-'] },
]);
afterAll(async () => {
  await Promise.all([browser.close(), service[Symbol.asyncDispose]()]);
});

/** The words of what has the focus; null at once where nothing has it. */
const focused = (page: Page) => page.evaluate(`document.querySelector(':focus')?.textContent ?? null`);
/** The name that it has beside its words. */
const focusedLabel = (page: Page) =>
  page.evaluate(`document.querySelector(':focus')?.getAttribute('aria-label') ?? null`);

/** What the service answers this browser with where the page is asked for. */
async function answerTo(page: Page): Promise<{ headers: Record<string, string>; body: string }> {
  const answer = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
  return { headers: answer.headers(), body: await answer.text() };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** What to wait for on each page: the last thing that comes. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  '/': (page) => page.getByRole('region', { name: 'Newest packs' }).waitFor(),
  '/modpacks': (page) => page.getByRole('link', { name: 'Alpine.zip' }).waitFor(),
  '/modpacks/1': (page) => page.getByText('Unpack it into an empty folder.').waitFor(),
  '/modpacks/1/preview': (page) => page.getByRole('checkbox', { name: 'Keep The mod001' }).waitFor(),
  '/serverpacks/1?tab=dropped': (page) => page.getByText('The mod010').waitFor(),
  '/serverpacks/1?tab=details': (page) => page.getByText('SHA-256').waitFor(),
  '/lines/ftb-1': (page) => page.getByRole('list', { name: 'Versions' }).getByText('Alpine.zip').waitFor(),
  '/lists/community': (page) => page.getByText('+ mod010- − mod009-').waitFor(),
  '/compare?first=1&second=2': (page) => page.getByText('Mods: Removed (').waitFor(),
  '/logs?serverPack=1': (page) => page.getByLabel('Log', { exact: true }).waitFor(),
  '/sign-in': (page) => page.getByLabel('Token').waitFor(),
  '/admin': (page) => page.getByText('This page is for operators').waitFor(),
  '/modpacks/999': (page) => page.getByText('There is nothing here').waitFor(),
  '/nowhere': (page) => page.getByText('There is nothing here').waitFor(),
};

it('keeps nobody out of any page, in light, and in dark on a phone in another language, has nothing beside the screen, and breaks no policy', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const resize = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 740 });
    // Charts follow the screen once it has been drawn.
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: path })
      .toBeLessThanOrEqual(width);
  };
  for (const [index, [path, isThere]] of Object.entries(pages).entries()) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await goToApp(page, service.url + path);
    await isThere(page);
    await resize(path, 1_280);
    expect(await obstacles(page), path).toEqual([]);
    const language = index % 2 === 0 ? 'de' : 'zh-CN';
    await page.getByLabel('Language', { exact: true }).selectOption(language);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator(`html[data-mantine-color-scheme=dark][lang="${language}"]`).waitFor();
    await resize(path, 320);
    await resize(path, 390);
    expect(await obstacles(page), path).toEqual([]);
    // A browser complains of the status of a page that is not there.
    const unexpected = tab.complaints.filter((text) => path !== '/nowhere' || !/\b404\b/.test(text));
    expect(unexpected, path).toEqual([]);
    await page.evaluate(`localStorage.setItem('server-packs.language', '"en"')`);
  }
});

it('previews what is dropped, lets ticks move the lists, and builds exactly that', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/modpacks/1/preview`);
  const summary = page.getByRole('region', { name: 'Run configuration' });
  await summary.getByText('Dropped: 13 mods').waitFor();
  await page.getByRole('row', { name: /^saves\/ A world that somebody has played 1 / }).waitFor();
  await page.getByText('The author starts the pack with -Xmx6G -Da=b.').waitFor();
  await page.getByRole('button', { name: 'Take them' }).click();
  await expect.poll(() => page.getByText('The author starts the pack').count()).toBe(0);
  // Dropped by its descriptor, and now kept; kept by itself, and now dropped.
  await page.getByRole('checkbox', { name: 'Keep The mod000' }).click();
  await page.getByRole('checkbox', { name: 'Keep The mod001' }).click();
  await summary.getByText('2 changes of yours').waitFor();
  const list = (label: string) =>
    page
      .getByRole('group', { name: 'Run configuration' })
      .locator('.mantine-TagsInput-root', { hasText: label });
  await list('Start arguments').getByText('-Da=b').waitFor();
  await list('Mods to keep').getByText('mod000-').waitFor();
  await list('Client mods to drop').getByText('mod001-').waitFor();
  // Taken back, it leaves no trace in the lists.
  await page.getByRole('checkbox', { name: 'Keep The mod002' }).click();
  await list('Client mods to drop').getByText('mod002-').waitFor();
  await page.getByRole('checkbox', { name: 'Keep The mod002' }).click();
  await expect.poll(() => list('Client mods to drop').getByText('mod002-').count()).toBe(0);
  // A list of a community drops one more than the jars do.
  await list('Drop lists').getByRole('combobox').fill('community');
  await page.keyboard.press('Enter');
  await summary.getByText('Dropped: 14 mods').waitFor();
  await page.getByLabel('Search').fill('mod00');
  await page.getByText('10 mods').waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('mod00');
  await page.getByRole('button', { name: 'Build this server pack' }).click();
  // The page of the run becomes that of what came of it.
  await page.waitForURL('**/modpacks/1?run=*');
  await page.getByRole('link', { name: 'Download server pack' }).waitFor();
  await heading(page).filter({ hasText: 'Alpine.zip' }).waitFor();
  await page
    .getByRole('list', { name: 'Builds of this version' })
    .getByRole('link', { name: 'Minecraft' })
    .nth(1)
    .waitFor();
  await page.getByRole('tab', { name: 'What was dropped' }).click();
  await page.locator('.mantine-SegmentedControl-root').getByText('All', { exact: true }).click();
  await page.getByLabel('Search').fill('mod00');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name}-1.2.0.jar` });
  await row('mod000').filter({ hasText: 'You keep it' }).waitFor();
  await row('mod001').filter({ hasText: 'You drop it' }).waitFor();
  await row('mod005').filter({ hasText: 'A drop list says so' }).waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('link', { name: 'community@2' }).click();
  await page.getByRole('link', { name: 'Build with this list' }).click();
  await page.getByText('Builds with the drop list “community”.').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('leads from an old version to the newest, which says in one line what changed', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const number = await store(service, 'Second.zip', modPackOf(mods.slice(2)));
  await eventsUntilEnd(service.app, number);
  await db.update(modPacks).set({ lineId: 1 }).where(eq(modPacks.id, number));
  await db.update(runConfigurations).set({ lineId: 1 }).where(eq(runConfigurations.modPackId, number));
  await page.goto(`${service.url}/serverpacks/1`);
  await page.getByText('A newer version is here:').getByRole('link', { name: 'Second.zip' }).click();
  await heading(page).filter({ hasText: 'Second.zip' }).waitFor();
  expect(await page.getByText('A newer version is here:').count()).toBe(0);
  const newest = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first();
  await newest.getByRole('link', { name: '1 removed' }).click();
  await page.getByText('Alpine.zip → Second.zip: 1 removed').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('says first what may keep the server from starting, with its mend', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const modPack = await store(
    service,
    'Doubtful.zip',
    modPackOf(mods.slice(0, 4), undefined, ['mods/odd.jar']),
  );
  await eventsUntilEnd(service.app, modPack);
  await page.goto(`${service.url}/modpacks/${modPack}`);
  const findings = page.getByRole('alert').filter({ hasText: 'What may keep the server from starting' });
  await findings.getByText('mods/odd.jar').waitFor();
  expect(await obstacles(page)).toEqual([]);
  await findings.getByRole('link', { name: 'Build again without odd.jar' }).click();
  await page.getByRole('region', { name: 'Run configuration' }).getByText('Dropped: 2 mods').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('shows what puts a server pack to work on a host, by the keyboard alone', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${service.url}/serverpacks/1`);
  await page.getByText('Use it on a host').focus();
  await page.keyboard.press('Enter');
  await page.getByText('sha256sum -c').waitFor();
  await page.getByRole('tab', { name: 'Linux, macOS' }).focus();
  for (const _ of ['Windows', 'Docker Compose']) await page.keyboard.press('ArrowRight');
  await page.getByText('image: itzg/minecraft-server').waitFor();
  expect(await page.getByRole('button', { name: 'Copy: compose.yaml' }).count()).toBe(1);
  const howToRun = page.getByText('# How to run this server');
  expect(await howToRun.isVisible()).toBe(false);
  await page.getByText('All of it, from HOW-TO-RUN.md').focus();
  await page.keyboard.press('Enter');
  await howToRun.waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(tab.complaints).toEqual([]);
});

it('says for how many a server pack works, and for how many it fails', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/serverpacks/2`);
  const votes = page.getByRole('region', { name: 'Does it work?' });
  await votes.getByText('No votes yet').waitFor();
  await votes.getByRole('button', { name: 'It works' }).click();
  await votes.getByText('Works for 1, fails for 0').waitFor();
  await votes.getByRole('button', { name: 'It does not' }).click();
  await votes.getByText('Works for 1, fails for 1').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('gives the link to a server pack to share, to the clipboard and as a QR code', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${service.url}/serverpacks/1?tab=details`);
  await page.getByRole('button', { name: 'Copy: Link to share' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${service.url}/serverpacks/1`);
  await page.getByRole('button', { name: 'Badge for a README' }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`[![server pack](${service.url}/serverpacks/1/badge.svg)](${service.url}/serverpacks/1)`);
  await page.getByText('QR code').click();
  const code = page.getByRole('img', { name: `QR code of ${service.url}/serverpacks/1` });
  await code.waitFor();
  // Read from its picture, as cameras do.
  const picture = PNG.sync.read(await code.screenshot());
  const { data, size } = encode(`${service.url}/serverpacks/1`, { ecc: 'M', border: 4 });
  const isDark = (x: number, y: number) => {
    const at = (place: number, length: number) => Math.floor(((place + 0.5) * length) / size);
    return (picture.data[(at(y, picture.height) * picture.width + at(x, picture.width)) * 4] ?? 0) < 128;
  };
  expect(data.map((row, y) => row.map((_, x) => isDark(x, y)))).toEqual(data);
  expect(await obstacles(page)).toEqual([]);
  expect(tab.complaints).toEqual([]);
});

it('reads a log, names the jar, and leads to a preview without it, on a narrow screen too', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${service.url}/serverpacks/1`);
  await page.getByRole('main').getByRole('link', { name: 'My server does not start' }).click();
  await page.waitForURL('**/logs?serverPack=1');
  const log = [
    'java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft in environment type SERVER',
    `\tat ${'some.long.name.'.repeat(12)}Hud.onInitialize(Hud.java:3) ~[mod001-1.2.0.jar:?]`,
  ];
  await page.getByLabel('Log', { exact: true }).fill(log.join('\n'));
  await page.getByRole('button', { name: 'Read the log' }).click();
  const finding = page.getByRole('article').filter({ hasText: 'mod001-1.2.0.jar' });
  await finding.getByText('At fault, most likely first: mod001-1.2.0.jar').waitFor();
  await finding.getByText(/^1: java.lang.RuntimeException/).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  // The button, which the pointer is still over, fades in again.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  expect(await obstacles(page)).toEqual([]);
  // A file takes the place of the text, by the same way to the service.
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const chosen = { name: 'latest.log', mimeType: 'text/plain', buffer: Buffer.from(log.join('\n')) };
  await (await choosing).setFiles(chosen);
  await page.getByRole('button', { name: 'Read the log' }).click();
  await finding.getByRole('link', { name: 'Build again without mod001-1.2.0.jar' }).click();
  await page.waitForURL('**/modpacks/1/preview?run=*');
  const kept = page.getByRole('checkbox', { name: 'Keep The mod001' });
  await kept.waitFor();
  await expect.poll(() => kept.isChecked()).toBe(false);
  await page.getByRole('region', { name: 'Run configuration' }).getByText('Dropped: 14 mods').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('shows in every tab what happens, as it happens', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/modpacks`);
  await page.getByRole('link', { name: 'Alpine.zip' }).waitFor();
  await store(service, 'Fresh.zip', modPackOf([{ id: 'fresh' }]));
  const fresh = page.getByRole('listitem').filter({ hasText: 'Fresh.zip' });
  await fresh.waitFor();
  await expect.poll(() => fresh.textContent()).not.toMatch(/Queued|Being|Checked/);
});

it('shows what a stranger wrote as text', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/modpacks`);
  await page.getByRole('link', { name: hostile }).click();
  await heading(page).filter({ hasText: hostile }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.title()).toContain(hostile);
  expect(tab.complaints).toEqual([]);
});

it('puts the result first: what it is for in one line, one download as the primary button, and all events behind it', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const bytes = modPackOf(mods.slice(0, 5), undefined, [], 'Skyfarers');
  const modPack = await store(service, 'sky-1.zip', bytes);
  await eventsUntilEnd(service.app, modPack);
  await page.goto(`${service.url}/modpacks/${modPack}`);
  await heading(page).filter({ hasText: 'Skyfarers 1' }).waitFor();
  await page
    .getByText(/^Minecraft\s1\.20\.1 · Fabric\s0\.15\.6 · Java\s17 · [\d.]+\sKiB · 4\skept,\s1\sdropped$/)
    .waitFor();
  expect(await primaryButtons(page).allTextContents()).toEqual(['Download server pack']);
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText('sky-1.zip').waitFor();
  expect(await page.getByText('Checking the modpack for errors.').isVisible()).toBe(false);
  await page.getByText('All events').click();
  await page.getByText('Checking the modpack for errors.').waitFor();
  await page.goto(`${service.url}/modpacks?search=sky`);
  await page.getByRole('link', { name: 'Skyfarers 1', exact: true }).waitFor();
  await page.getByLabel('Search').fill('no such pack');
  await page.getByText('No matches').waitFor();
  await page.getByText('Try fewer words.').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('shows the newest packs at home, and finds them in the list of all', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const icon = picture(64).toString('base64');
  const bytes = modPackOf(mods.slice(0, 7), undefined, [], 'Skyfarers', picture(48));
  const modPack = await store(service, 'Skyfarers-2.4.1.zip', bytes);
  await eventsUntilEnd(service.app, modPack);
  const generate = `mutation($modPack: ID!, $icon: String!) { generateServerPack(input: { modPack: $modPack,
    runConfiguration: { gameVersion: "1.20.4", modloader: FABRIC, modloaderVersion: "0.15.7", serverIcon: $icon } }) { __typename } }`;
  const of = await ask(service.url, `{ modPack(by: { databaseId: ${modPack} }) { id } }`);
  const { id } = z.object({ modPack: z.object({ id: z.string() }) }).parse(of.data).modPack;
  await goToApp(page, service.url);
  const newestPacks = page.getByRole('region', { name: 'Newest packs' });
  const first = newestPacks.getByRole('listitem').first();
  await first.getByText(/^Fabric · 1\.20\.1 · [\d.]+ KiB · /).waitFor();
  const image = first.locator('img');
  await expect.poll(() => drawn(image)).toBe(48);
  expect([await image.getAttribute('alt'), await image.getAttribute('loading')]).toEqual(['', 'lazy']);
  // What is built meanwhile comes by itself, with its icon.
  await ask(service.url, generate, { modPack: id, icon });
  await first.getByText('1.20.4').waitFor();
  expect(await image.getAttribute('src')).toBe(`data:image/png;base64,${icon}`);
  await first.getByRole('link', { name: 'Skyfarers 1' }).waitFor();
  await newestPacks.getByRole('link', { name: 'All packs' }).click();
  await page.getByLabel('Search by name').fill('skyfarers 2.4');
  await page.waitForURL('**/modpacks?search=skyfarers+2.4');
  const row = page.getByRole('list', { name: 'Packs' }).getByRole('listitem');
  await row.getByText('Fabric · 1.20.4').waitFor();
  await expect.poll(() => drawn(row.locator('img'))).toBe(48);
  await page.getByText('Filter').click();
  await page.getByLabel('Game version').selectOption('1.20.1');
  await page.waitForURL('**/modpacks?search=skyfarers+2.4&gameVersion=1.20.1');
  await row.waitFor();
  await row.getByRole('link').click();
  await heading(page).filter({ hasText: 'Skyfarers 1' }).waitFor();
  await expect.poll(() => drawn(page.locator('main img'))).toBe(64);
  const builds = page.getByRole('list', { name: 'Builds of this version' });
  await builds.getByRole('link', { name: 'Minecraft 1.20.1' }).click();
  await page.waitForURL('**/serverpacks/*');
  await expect.poll(() => drawn(page.locator('main img'))).toBe(48);
  expect(tab.complaints).toEqual([]);
  // A picture that does not come makes way for a letter in the same room.
  const room = await page.locator('main .pack-icon').boundingBox();
  await page.route('**/icons/**', (route) => route.abort());
  await page.reload();
  await page.locator('main .pack-icon', { hasText: 'S' }).waitFor();
  expect(await page.locator('main .pack-icon').boundingBox()).toEqual(room);
});

it('gives a long name two lines of a list on a phone, and tells all of it where it is pointed at', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.setViewportSize({ width: 390, height: 740 });
  const name = `Long ${'0123456789'.repeat(20)}`;
  await eventsUntilEnd(
    service.app,
    await store(service, 'Long.zip', modPackOf([{ id: 'long' }], undefined, [], name)),
  );
  for (const path of ['/', '/modpacks']) {
    await goToApp(page, service.url + path);
    const link = page.getByRole('link', { name: /^Long 0/ });
    await link.waitFor();
    const told = (await link.getAttribute('title')) ?? '';
    expect([told.length > 190, told], path).toEqual([true, await link.textContent()]);
    const box = await link.boundingBox();
    const lineHeight = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('a.two-lines')).lineHeight",
    );
    const lines = (box?.height ?? 0) / Number.parseFloat(lineHeight);
    expect(lines, path).toBeCloseTo(2, 1);
  }
});

it('keeps the state of the table in the address, and steps back to it', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/modpacks`);
  await page.getByLabel('Search').fill('alp');
  await page.getByText('1 modpack', { exact: true }).waitFor();
  await page.getByText('Filter').click();
  await page.getByLabel('Order').selectOption('Largest first');
  await page.waitForURL('**/modpacks?search=alp&sort=SIZE-DESC');
  await page.getByRole('link', { name: 'Alpine.zip' }).click();
  await heading(page).filter({ hasText: 'Alpine.zip' }).waitFor();
  await page.goBack();
  await page.getByText('1 modpack', { exact: true }).waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('alp');
  await page.getByText('Filter').click();
  expect(await page.getByLabel('Order').inputValue()).toBe('SIZE-DESC');
});

it('works with the keyboard alone', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const modPack = await store(service, 'Keys.zip', modPackOf(mods.slice(0, 120)));
  await eventsUntilEnd(service.app, modPack);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Tabs on until something with this name has the focus. */
  const reach = async (name: RegExp) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await press('Tab');
      if (name.test(`${await focusedLabel(page)} ${await focused(page)}`)) return;
    }
    throw new Error(`Nothing that is called ${name} can be reached.`);
  };
  await goToApp(page, service.url);
  await press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await reach(/Packs/);
  await press('Enter');
  await page.getByRole('link', { name: 'Keys.zip' }).waitFor();
  // The heading of the new page has the focus, so that it is read and what follows is next.
  expect(await focused(page)).toBe('Packs');
  await reach(/^null Keys\.zip$/);
  await press('Enter');
  await heading(page).filter({ hasText: 'Keys.zip' }).waitFor();
  // Tabs are moved through by arrows.
  await reach(/Run it/);
  await press('ArrowRight');
  await page.getByText('12 mods').first().waitFor();
  await reach(/Change and build again/);
  await press('Enter');
  await page.getByRole('checkbox', { name: 'Keep The mod001' }).waitFor();
  await page.getByText('120 mods').first().waitFor();
  await reach(/The mod000/);
  await press('ArrowDown', ' ');
  await page.getByText('1 change of yours').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Keep The mod001' }).isChecked()).toBe(false);
  await press('End');
  await expect.poll(() => focused(page)).toContain('mod119');
});

it.each([
  ['de-DE', 'de', 'Dateien wählen', 'Sprache'],
  ['zh-CN', 'zh-CN', '选择文件', '语言'],
])(
  'speaks what a browser in %s asks for, and what is chosen from then on',
  async (locale, lang, choose, label) => {
    const context = await openContext(browser, { locale });
    const page = await context.newPage();
    await goToApp(page, service.url);
    await page.getByRole('button', { name: choose }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    await page.getByLabel(label).selectOption('en');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await context.close();
  },
);

it('says in German what is wrong, and which steps there were, with the words of the service beneath', async () => {
  const context = await openContext(browser, { locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${service.url}/serverpacks/1`);
  await page.getByRole('tab', { name: 'Was wegfiel' }).click();
  await page.getByText('Was vom Spielen oder vom Bauen des Packs übrig ist, bleibt draußen.').waitFor();
  const own = await page.getByRole('tabpanel').locator('[lang=en]').first().textContent();
  expect(own).toContain('stays out: "saves/"');
  // It says fields as the page calls them.
  expect(own).toContain('name it in „Dateien aufnehmen“, such as');
  await page.getByRole('tab', { name: 'Einzelheiten' }).click();
  await page.getByText('Alle Ereignisse').click();
  await page.getByText('Das Modpack wird auf Fehler geprüft.').first().waitFor();
  expect(await page.getByText('Checking the modpack for errors.').count()).toBe(0);
  await context.close();
});

it('says in German why something was refused, with the words of the service beneath', async () => {
  const context = await openContext(browser, { locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${service.url}/import`);
  await page.getByLabel('Oder ein Link zu einem Modpack').fill('https://packs.example/pack.zip');
  await page.getByRole('button', { name: 'Vom Link bauen' }).click();
  const alert = page.getByRole('alert');
  await alert
    .getByText('Das Modpack lässt sich dort, wo es veröffentlicht ist, nicht herunterladen.')
    .waitFor();
  expect(await alert.locator('[lang=en]').textContent()).toContain('packs.example');
  await context.close();
});

it('offers to build what an installer would fetch, where it is chosen and on the page of its refused run', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const link = 'https://packs.example/pack.zip';
  const starter = zipWith({ 'server-setup-config.yaml': `install:\n  modpackUrl: ${link}\n` });
  await using file = await temporaryFile(starter, 'starter.zip');
  const asksForIt = () =>
    page.waitForRequest((request) => request.postData()?.includes(`"url":"${link}"`) === true);
  await goToApp(page, service.url);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(file.path);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  const card = page.getByRole('article', { name: 'starter.zip' });
  await card.getByText('only installs a pack that lies elsewhere').waitFor();
  await Promise.all([asksForIt(), card.getByRole('button', { name: 'Build from link' }).click()]);
  // Its host is not on the list, which is told where the click was.
  await card.getByText('leads to packs.example').waitFor();

  const id = await store(service, 'starter.zip', starter);
  await eventsUntilEnd(service.app, id);
  await goToApp(page, `${service.url}/modpacks/${id}`);
  await Promise.all([asksForIt(), page.getByRole('button', { name: 'Build from link' }).click()]);
});

it('asks for no link where the service fetches nothing', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.route('**/web-config.json', async (route) => {
    const response = await route.fetch();
    const facts = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...facts, import: false } });
  });
  const link = page.getByLabel('Or a link to a modpack');
  await goToApp(page, service.url);
  await link.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
});

/** A place in lists of modpacks that is newer than each. */
const newest = writeCursor({ order: 'CREATED_AT', value: 2 ** 31 - 1, id: 2 ** 31 - 1 });

it('says how many modpacks there are, and that it is an estimate where it is one', async () => {
  for (const [locale, counted, estimated] of [
    ['en', /^\d+ modpacks$/, /^About \d+ modpacks$/],
    ['de', /^\d+ Modpacks$/, /^Etwa \d+ Modpacks$/],
  ] as const) {
    const context = await openContext(browser, { locale });
    const page = await context.newPage();
    await goToApp(page, `${service.url}/modpacks`);
    await page.getByText(counted).waitFor();
    // What is on one page has been counted.
    await goToApp(page, `${service.url}/modpacks?search=zip&after=${newest}`);
    await page.getByText(estimated).waitFor();
    await context.close();
  }
});

it('is seen before any of its scripts has run, in the language of the browser', async () => {
  const context = await openContext(browser, { locale: 'de-DE', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(service.url);
  expect(await heading(page).textContent()).toBe('Vom Modpack zum Serverpack');
  expect(await page.getByRole('button', { name: 'Dateien wählen' }).isVisible()).toBe(true);
  await context.close();
});

it('has the colours that were chosen before any of its scripts has run', async () => {
  const context = await openContext(browser, { colorScheme: 'light' });
  const page = await context.newPage();
  await goToApp(page, service.url);
  const chosen = async () => {
    const { headers, body } = await answerTo(page);
    expect(headers.vary).toContain('Cookie');
    return /<html data-mantine-color-scheme="(\w+)"/.exec(body)?.[1] ?? null;
  };
  expect(await chosen()).toBeNull();
  for (const [choice, colours] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['auto', null],
  ] as const) {
    await page.getByLabel('Colours').selectOption(choice);
    await page.locator(`html[data-mantine-color-scheme=${colours ?? 'light'}]`).waitFor();
    await expect.poll(chosen, { message: choice }).toBe(colours);
  }
  await context.close();
});

it('is seen before anything of the app is asked for', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await goToApp(page, service.url);
  const times = await page.evaluate(`({
    seen: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    asked: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ startTime }) => startTime),
  })`);
  const { seen, asked } = z.object({ seen: z.number(), asked: z.array(z.number()).min(2) }).parse(times);
  // A page that is late in being seen asks after half a second.
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(Math.min(seen, 500));
  // What the app is made of is asked for altogether, and no part waits for another to name it.
  expect((await answerTo(page)).body).toMatch(/<template id="app">.*rel="stylesheet"/);
});

it('runs without its styles where these cannot be had, also when that is known before it runs', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await page.route('**/assets/*.css', (route) => route.abort());
  await page.route('**/assets/index-*.js', async (route) => {
    await failed;
    await route.continue();
  });
  await page.goto(service.url);
  await page.locator('#root:not([aria-busy])').waitFor();
});

it('hands the download to a stranger whose browser runs no scripts', async () => {
  const context = await openContext(browser, { javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/modpacks/2', '/serverpacks/2']) {
    await page.goto(service.url + path);
    const downloading = page.waitForEvent('download');
    await page
      .locator('noscript a')
      .or(page.getByRole('link', { name: hostile.slice(0, -4) }))
      .first()
      .click();
    expect((await downloading).suggestedFilename(), path).toContain('_server_pack.zip');
  }
  await context.close();
});

it('has a card where a pack is shared', async () => {
  for (const [path, title] of [
    ['/modpacks/1', 'Alpine'],
    ['/serverpacks/1', 'Alpine: server pack'],
  ]) {
    const page = await fetch(service.url + path, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(`<meta property="og:title" content="${title}">`);
  }
});

it('leaves the focus where it is when the app takes the place of its picture', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const pressed = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto(service.url, { waitUntil: 'commit' });
  await page.locator('#root:not([data-unseen])').waitFor();
  await page.getByRole('button', { name: 'Choose files' }).focus();
  await page.evaluate('globalThis.drawn = document.activeElement');
  pressed.resolve();
  await expect.poll(() => page.evaluate('drawn.isConnected')).toBe(false);
  expect(await focused(page)).toBe('Choose files');
});

it('has a menu on a phone that leads to all pages', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 740 });
  await goToApp(page, service.url);
  const menu = page.getByRole('button', { name: 'Menu' });
  const [name, button] = [await page.locator('.brand').boundingBox(), await menu.boundingBox()];
  expect(button?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
  await menu.click();
  await page.getByRole('link', { name: 'My server does not start' }).click();
  await heading(page).filter({ hasText: 'My server does not start' }).waitFor();
  expect(await page.getByRole('link', { name: 'Packs', exact: true }).isVisible()).toBe(false);
});

it('waits as long as a busy service asks to, says so, and goes on', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' });
  });
  await page.goto(`${service.url}/modpacks/1`);
  await page.getByText('The service is busy.').waitFor();
  await heading(page).filter({ hasText: 'Alpine.zip' }).waitFor();
  await expect.poll(() => page.getByText('The service is busy').count()).toBe(0);
});

it('tells a tab that was open during an upgrade to load the page again, at the latest when a page is gone', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await goToApp(page, service.url);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await page.route('**/version', (route) => route.fulfill({ json: { version: '2', build: 'newer' } }));
  await page.route('**/assets/logs-page*', (route) => route.fulfill({ status: 404 }));
  await expect
    .poll(async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      return page.getByText('The service has been upgraded since you opened this page.').count();
    })
    .toBe(1);
  await page.getByRole('link', { name: 'My server does not start' }).click();
  await page.getByText('This page has failed').waitFor();
  await page.unrouteAll();
  await page.getByRole('main').getByRole('button', { name: 'Reload the page' }).click();
  await page.getByLabel('Log', { exact: true }).waitFor();
});

// The last, since it fills the first page of the list.
it('has as many pages of packs as are needed', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const { db } = service.app.database;
  const ids = await Promise.all(Array.from({ length: 25 }, () => insertModPack(service.app.database)));
  await db.update(modPacks).set({ name: 'many.zip' }).where(inArray(modPacks.id, ids));
  const shown = page.getByRole('list', { name: 'Packs' }).getByRole('listitem');
  await page.goto(`${service.url}/modpacks?search=many`);
  await expect.poll(() => shown.count()).toBe(24);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shown.count()).toBe(1);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => shown.count()).toBe(24);
});
