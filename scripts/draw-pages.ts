/** `npm run docs:screens`: pictures of every page of the web app, over a service with a few modpacks. Needs chromium. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openTab, startBrowser } from '../test/support/browser.ts';
import { type MadeMod, modPackOf, store } from '../test/web/made-packs.ts';
import { startStandalone, whenDone } from '../test/web/standalone.ts';

const folder = path.resolve(import.meta.dirname, '..', 'docs', 'pages');

const both = [
  'lithium',
  'ferrite-core',
  'fabric-api',
  'krypton',
  'starlight',
  'carpet',
  'create',
  'farmers-delight',
  'waystones',
  'terralith',
];
const client = ['sodium', 'iris', 'modmenu', 'zoomify', 'lambdynamiclights', 'entityculling'];
const mods: MadeMod[] = [
  ...both.map((id) => ({ id })),
  ...client.map((id) => ({ id, environment: 'client' as const })),
].toSorted((a, b) => a.id.localeCompare(b.id));

/** The log of a server that a mod for players keeps from starting. */
const log = [
  'java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft in environment type SERVER',
  '\tat some.carpet.Hud.onInitialize(Hud.java:3) ~[carpet-1.2.0.jar:?]',
].join('\n');

/** Each picture has a name, an address, and a condition for which the page is ready. */
const pages: readonly [name: string, path: string, isThere: (page: Page) => Promise<unknown>][] = [
  ['upload', '/', (page) => page.getByRole('region', { name: 'Newest server packs' }).waitFor()],
  ['import', '/import', (page) => page.getByLabel('Link').waitFor()],
  ['modpacks', '/modpacks', (page) => page.getByRole('link', { name: 'Alpine Meadows.zip' }).waitFor()],
  ['modpack', '/modpacks/1', (page) => page.getByText('The carpet').waitFor()],
  [
    'preview',
    '/modpacks/1/preview',
    (page) => page.getByRole('checkbox', { name: 'Keep The carpet' }).waitFor(),
  ],
  ['server-pack', '/serverpacks/1', (page) => page.getByText('The carpet').waitFor()],
  ['compare', '/compare?first=1&second=2', (page) => page.getByText('Only in the first (').waitFor()],
  [
    'logs',
    '/logs?serverPack=1',
    async (page) => {
      await page.getByLabel('Log', { exact: true }).fill(log);
      await page.getByRole('button', { name: 'Read the log' }).click();
      await page.getByText('At fault, most likely first').scrollIntoViewIfNeeded();
    },
  ],
  ['events', '/events', (page) => page.getByText('Checking ModPack for errors.').first().waitFor()],
  [
    'statistics',
    '/statistics',
    (page) => page.getByRole('heading', { name: 'Modpacks by status' }).waitFor(),
  ],
  ['sign-in', '/sign-in', (page) => page.getByLabel('Token').waitFor()],
];

await mkdir(folder, { recursive: true });
await using service = await startStandalone();
await store(service, 'Alpine Meadows.zip', modPackOf(mods));
await store(service, 'Tiny Island.zip', modPackOf(mods.slice(0, 9)));
await store(service, 'Deep Caves.zip', modPackOf(mods.slice(4)));
await whenDone(service);
const browser = await startBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using tab = await openTab(browser);
    await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [name, address, isThere] of pages) {
      await tab.page.goto(service.url + address);
      await isThere(tab.page);
      await tab.page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
    }
  }
  await using phone = await openTab(browser);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  for (const [name, address, isThere] of pages.filter(([one]) => one === 'upload' || one === 'preview')) {
    await phone.page.goto(service.url + address);
    await isThere(phone.page);
    await phone.page.screenshot({ path: path.join(folder, `${name}-phone.png`) });
  }
} finally {
  await browser.close();
}
