/**
 * `npm run docs:screens`: pictures of every page of the web app, over a service with a few modpacks. Needs chromium.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ask } from '../test/graphql/client.ts';
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
type Picture = readonly [name: string, path: string, isThere: (page: Page) => Promise<unknown>];

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).waitFor();
const row = (name: string | RegExp) => (page: Page) => page.getByRole('row', { name }).waitFor();

const pages: readonly Picture[] = [
  ['build', '/', (page) => page.getByRole('region', { name: 'Newest packs' }).waitFor()],
  ['packs', '/modpacks', (page) => page.getByRole('link', { name: 'Alpine Meadows' }).waitFor()],
  ['pack', '/modpacks/1', (page) => page.getByText('Unpack it into an empty folder.').waitFor()],
  [
    'preview',
    '/modpacks/1/preview',
    (page) => page.getByRole('checkbox', { name: 'Keep The carpet' }).waitFor(),
  ],
  ['dropped', '/serverpacks/1?tab=dropped', (page) => page.getByText('The sodium').waitFor()],
  ['compare', '/compare?first=1&second=2', heading(/^Mods: /)],
  [
    'logs',
    '/logs?serverPack=1',
    async (page) => {
      await page.getByLabel('Log', { exact: true }).fill(log);
      await page.getByRole('button', { name: 'Read the log' }).click();
      await page.getByText('At fault, most likely first').scrollIntoViewIfNeeded();
    },
  ],
];

/** The operator's room. */
const rooms: readonly Picture[] = [
  ['admin', '/admin', heading('Platforms')],
  ['admin-queue', '/admin/queue', row(/^Sky Harbour/)],
  ['admin-storage', '/admin/storage', row(/^Alpine Meadows/)],
  ['admin-tokens', '/admin/tokens', row(/^ci /)],
  ['admin-webhooks', '/admin/webhooks', row(/packs\.example/)],
  ['admin-settings', '/admin/settings', (page) => page.getByText('DATA_DIR').waitFor()],
];

async function draw(page: Page, base: string, pictures: readonly Picture[], suffix: string): Promise<void> {
  for (const [name, address, isThere] of pictures) {
    await page.goto(base + address);
    await isThere(page);
    // Transitions are at their end, so that the same page makes the same picture.
    await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), animations: 'disabled' });
  }
}

/** What an operator would have made: a token for a program, and a receiver of news. */
async function furnish(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const makeToken =
    'mutation { createToken(input: { name: "ci", role: PUBLISHER, quota: 21474836480 }) { __typename } }';
  const addWebhook =
    'mutation { createWebhook(input: { url: "https://packs.example/hooks", statuses: [GENERATED, ERROR] }) { __typename } }';
  for (const document of [makeToken, addWebhook]) {
    const { data, errors } = await ask(url, document, {}, headers);
    if (errors || !/TokenCreated|WebhookWithSecret/.test(JSON.stringify(data)))
      throw new Error(`The service refused ${document}: ${JSON.stringify(errors ?? data)}`);
  }
}

await mkdir(folder, { recursive: true });
/** Resolved while server packs are built; what is sent later shows in the queue. */
let mayBuild = Promise.resolve();
await using service = await startStandalone({ mayBuild: () => mayBuild });
const send = (title: string, chosen: readonly MadeMod[]) =>
  store(service, `${title}.zip`, modPackOf(chosen, undefined, [], title));
const ready = { 'Alpine Meadows': mods, 'Tiny Island': mods.slice(0, 9), 'Deep Caves': mods.slice(4) };
for (const [title, chosen] of Object.entries(ready)) {
  await send(title, chosen);
  // One after the other, so that each server pack has the number of its modpack.
  await whenDone(service);
}
const browser = await startBrowser();
const later = Promise.withResolvers<void>();
try {
  await using tab = await openTab(browser);
  for (const [colorScheme, pictures] of [
    ['light', pages],
    ['dark', pages.filter(([name]) => name === 'pack')],
  ] as const) {
    await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await draw(tab.page, service.url, pictures, colorScheme);
  }
  await using phone = await openTab(browser);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  const onPhone = pages.filter(([name]) => name === 'build' || name === 'pack');
  await draw(phone.page, service.url, onPhone, 'phone');

  mayBuild = later.promise;
  await send('Sky Harbour', mods.slice(2));
  await send('Red Desert', mods.slice(3));
  await using operator = await openTab(browser);
  const { page } = operator;
  await page.setViewportSize({ width: 1_280, height: 960 });
  const make = page.getByRole('button', { name: 'Make the operator’s token' });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await draw(page, service.setup, [['setup', '', () => make.waitFor()]], 'light');
  await make.click();
  const token = await page.getByText(/^sps_/).textContent();
  await furnish(service.url, token ?? '');
  await draw(page, service.url, rooms, 'light');
} finally {
  later.resolve();
  await browser.close();
}
