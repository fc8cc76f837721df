/** Who may do what, in the web app. Needs the program chromium. */
import { eq } from 'drizzle-orm';
import { PNG } from 'pngjs';
import { afterAll, expect, it } from 'vitest';
import {
  followedLines,
  lines,
  modPacks,
  scans,
  tokens,
  webhookDeliveries,
  webhooks,
} from '../../drizzle/schema.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import { version } from '../../src/version.ts';
import { headersOf } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import { goToApp, openTab, startBrowser } from '../support/browser.ts';
import { modPackOf, store } from './made-packs.ts';
import { obstacles } from './obstacles.ts';
import { openSignInIssuer } from './sign-in-issuer.ts';
import { startWebService } from './web-service.ts';

/** Until then, what is sent stays in the queue. */
const mayBuild = Promise.withResolvers<void>();
const issuer = await openSignInIssuer('server-packs');
const oidc = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'server-packs', OIDC_CLIENT_ID: 'web' };
const [browser, service] = await Promise.all([
  startBrowser(),
  startWebService({ ACCESS: 'closed', WEBHOOK_PRIVATE_ADDRESSES: 'on', ...oidc }, mayBuild.promise),
]);
afterAll(async () => {
  mayBuild.resolve();
  await Promise.all([browser.close(), service[Symbol.asyncDispose](), issuer[Symbol.asyncDispose]()]);
});

async function tokenOf(name: string, role: 'reader' | 'publisher' | 'operator'): Promise<string> {
  const { authorization } = await headersOf(service, { name, role });
  return authorization.replace('Bearer ', '');
}

it('shows nothing where everything is closed, and the way to sign in', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.goto(`${service.url}/modpacks`);
  await page.getByText('Sign in to see this').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This token is wrong').waitFor();
  await page.getByLabel('Token').fill(await tokenOf('ada', 'reader'));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  // A reader may see but not upload.
  await page.getByText('You may not upload here.').waitFor();
  await page.getByRole('link', { name: 'Packs', exact: true }).click();
  await page.getByText('No modpack has been uploaded yet').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in to see this').waitFor();
});

it('signs a browser in once, for all its tabs, until somebody signs it out, or the token is revoked', async () => {
  await using tab = await openTab(browser);
  const { page, context } = tab;
  const signIn = async () => {
    await page.goto(`${service.url}/sign-in`);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  };
  const token = await tokenOf('hedy', 'operator');
  await signIn();
  // Scripts know no secret.
  expect(await page.evaluate('document.cookie + JSON.stringify([localStorage, sessionStorage])')).not.toMatch(
    /sps_|[\w-]{43}/,
  );
  const second = await context.newPage();
  await second.goto(`${service.url}/admin/events`);
  await second.getByRole('button', { name: 'Sign out' }).waitFor();
  await second.getByRole('button', { name: 'Sign out' }).click();
  // The first tab learns of it by itself.
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  await signIn();
  await second.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.goto(`${service.url}/sign-in`);
  const row = page
    .getByRole('region', { name: 'Signed-in browsers' })
    .getByRole('row', { name: /^hedy Chrome, / });
  await row.getByText('this one').waitFor();
  expect(await row.count()).toBe(1);
  expect(await obstacles(page)).toEqual([]);
  // A live page says so at once.
  await revokeToken(service.app.database, 'hedy');
  await second.getByText('This page is for operators').waitFor();
});

it('gives operators a room: the service, its queue, what is stored, tokens, webhooks and settings', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const token = await tokenOf('grace', 'operator');
  const picture = PNG.sync.write(new PNG({ width: 24, height: 24 }));
  const gone = modPackOf([{ id: 'gone' }], undefined, [], undefined, picture);
  await store(service, 'Gone.zip', gone, { authorization: `Bearer ${token}` });
  await page.goto(`${service.url}/sign-in`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Admin' }).click();
  const room = page.getByRole('navigation', { name: 'Admin' });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  /** Opens a part, and sees that it keeps nobody out, on a narrow screen and in both schemes. */
  const open = async (name: string, wait: () => Promise<unknown>) => {
    await room.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await wait();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(320);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await obstacles(page), `${name}, ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1_280, height: 740 });
  };
  await open('Overview', () => page.getByRole('row', { name: 'Modrinth Switched off' }).waitFor());
  await section('Backups').getByText('No backup has been made yet').waitFor();
  await section('What needs a hand').getByText('The service has made none yet.').waitFor();
  await section('What needs a hand').getByRole('button', { name: 'Back up now' }).click();
  await section('Backups').getByText('Whole').waitFor();
  await section('What needs a hand').getByText('Nothing needs a hand.').waitFor();

  await open('Queue', () => page.getByRole('row', { name: /^Gone\.zip Run 1 / }).waitFor());
  const { db } = service.app.database;
  // Its check passes; its build waits.
  const icon = async () => (await db.select({ icon: modPacks.icon }).from(modPacks))[0]?.icon;
  await expect.poll(icon).toMatchObject({ type: 'image/png' });
  await button('Cancel the run').click();
  await dialog('Cancel the run?').getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('Nothing waits and nothing is under way').waitFor();
  mayBuild.resolve();

  await open('Runs', () => page.getByRole('listitem').filter({ hasText: 'Gone.zip' }).waitFor());
  await open('Statistics', () => page.getByText('There are curves after 7 days.').waitFor());
  await open('Tokens', () => page.getByRole('row', { name: /^grace Operator / }).waitFor());
  await page.getByLabel('Name').fill('ci');
  await button('Make the token').click();
  const made = page.getByRole('status').filter({ hasText: 'The token ci' });
  const secret = await made.getByText(/^sps_/).textContent();
  expect(
    (await ask(service.url, '{ viewer { name } }', {}, { authorization: `Bearer ${secret}` })).data,
  ).toEqual({ viewer: { name: 'ci' } });
  const ci = page.getByRole('row', { name: /^ci Publisher / });
  await ci.getByRole('button', { name: 'Change the limit' }).click();
  await dialog('Limit of ci').getByLabel('Quota in GiB').fill('2');
  await dialog('Limit of ci').getByRole('button', { name: 'Change the limit' }).click();
  await ci.getByRole('cell', { name: '2.0 GiB' }).waitFor();
  await ci.getByRole('button', { name: 'Revoke' }).click();
  await dialog('Revoke ci?').getByRole('button', { name: 'Revoke' }).click();
  await ci.waitFor({ state: 'detached' });

  await open('Webhooks', () => page.getByText('No webhook is registered').waitFor());
  // Nobody listens there.
  await page.getByLabel('Address').fill('https://127.0.0.1:1/');
  await button('Add the webhook').click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Secret of webhook 1' })
    .getByText(/^whsec_/)
    .waitFor();
  const hook = section('Webhooks').getByRole('row', { name: /127\.0\.0\.1:1/ });
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /^Failed ?The receiver .* It is tried again\.$/ })
    .waitFor();
  await hook.getByText('1 waiting').waitFor();
  expect(await obstacles(page)).toEqual([]);
  await hook.getByRole('button', { name: 'New secret' }).click();
  await dialog('A new secret for webhook 1?').getByRole('button', { name: 'New secret' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'The new secret' })
    .getByText(/^whsec_/)
    .waitFor();
  await hook.getByRole('button', { name: 'Pause' }).click();
  await hook.getByRole('button', { name: 'Resume' }).waitFor();
  await hook.getByRole('button', { name: 'Remove' }).click();
  await dialog('Remove webhook 1?').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No webhook is registered').waitFor();

  await open('Settings', () => section('Who may call').getByText('ACCESS', { exact: true }).waitFor());
  expect(await page.getByText('MAX_WEBHOOKS').count()).toBe(0);
  await page.getByLabel('Those with their default, too').check();
  await page.getByText('512 MiB, Default').waitFor();
  await page.getByLabel('Search by name').fill('max_web');
  await section('Webhooks').getByText('MAX_WEBHOOKS').waitFor();
  expect(await page.getByRole('term').count()).toBe(1);

  // A finding, as a scan records it.
  const finding = { entry: 'mods/gone.jar', signature: 'Eicar-Test-Signature', by: 'CLAMD' as const };
  await db
    .insert(scans)
    .values({ modPackId: 1, findings: [finding], notScanned: [], notScannedCount: 0, quarantined: true });
  // It is found where a stranger would not see it: hidden from lists.
  await db.update(modPacks).set({ hidden: true });
  // Nothing has been accepted by a receiver for longer than it may take.
  const asOf = new Date(Date.now() - 7_200_000);
  const [hooked] = await db
    .insert(webhooks)
    .values({ url: 'https://h.example/', format: 'STANDARD', statuses: [], secret: '', lastEventId: 0 })
    .returning();
  const waiting = { type: 'webhook.test', body: '{}', state: 'PENDING', dateCreated: asOf } as const;
  const nextAttempt = new Date(Date.now() + 3_600_000);
  await db.insert(webhookDeliveries).values({ ...waiting, webhookId: hooked?.id ?? 0, nextAttempt });
  await goToApp(page, `${service.url}/admin`);
  await page.getByText('1 modpack holds malware.').waitFor();
  await section(`Version ${version}`).getByText('What it changes').click();
  await section(`Version ${version}`).getByText('When upgrading').waitFor();
  // The urgent comes first.
  await expect
    .poll(() => section('What needs a hand').getByRole('status').allInnerTexts())
    .toEqual([expect.stringContaining('malware'), expect.stringMatching(/^Webhook \d/i)]);
  await section('What needs a hand').getByRole('link', { name: 'To the webhooks' }).waitFor();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show them' }).click();
  await page.waitForURL('**/modpacks?quarantined=yes');
  const inQuarantine = page.getByRole('listitem').filter({ hasText: /Gone\.zip.*Quarantine/ });
  await inQuarantine.waitFor();
  await page.getByText('Filter').click();
  await page.getByRole('checkbox', { name: 'Only those in quarantine' }).uncheck();
  await page.getByText('No modpack has been uploaded yet').waitFor();
  await page.getByRole('checkbox', { name: 'Only those in quarantine' }).check();
  await inQuarantine.getByRole('link').click();
  await page.waitForURL('**/modpacks/1');
  await db.update(modPacks).set({ hidden: false });
  await button('Release').click();
  const release = dialog('Release from quarantine?');
  await release.getByLabel('Why it is no malware').fill('A test file of scanners.');
  await release.getByRole('button', { name: 'Release' }).click();
  // It has a button of that name, too.
  await release.waitFor({ state: 'detached' });
  await button('Release').waitFor({ state: 'detached' });
  expect((await db.select().from(scans))[0]).toMatchObject({
    quarantined: false,
    releaseReason: 'A test file of scanners.',
    releasedBy: 'grace',
  });
  // Its picture is shown by a signed link, the same one wherever it is: another would be loaded anew.
  const image = page.getByRole('main').locator('img');
  await expect.poll(() => image.evaluate((one) => Number(Reflect.get(one, 'naturalWidth')))).toBe(24);
  const link = await image.getAttribute('src');
  expect(link).toMatch(/^\/icons\/1\/[0-9a-f]{64}\?expires=/);
  await page.getByRole('link', { name: 'Packs', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Gone.zip' }).waitFor();
  expect(await image.getAttribute('src')).toBe(link);

  // On the page of a line, who may change it pins a version and chooses what is fetched.
  const [grace] = await db.select({ id: tokens.id }).from(tokens).where(eq(tokens.name, 'grace'));
  await db.insert(lines).values({ name: 'ftb-1', project: 'FTB:1', overrides: noOverrides });
  await db.update(modPacks).set({ lineId: 1 });
  await db.insert(followedLines).values({
    lineId: 1,
    place: { platform: 'FTB', modPack: 1, version: null },
    host: 'FTB',
    channel: 'RELEASE',
    tokenId: grace?.id ?? 0,
    nextLook: new Date(Date.now() + 3_600_000),
  });
  await goToApp(page, `${service.url}/lines/ftb-1`);
  await page.getByRole('button', { name: /^Pin: Gone/ }).click();
  await page.getByText('Pinned', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Unpin: Gone/ }).click();
  await page.getByRole('button', { name: /^Pin: Gone/ }).waitFor();
  await page.getByText('More about these versions').click();
  const taken = page.getByLabel('Channel');
  await taken.selectOption('Releases and betas');
  const channel = async () => (await db.select().from(followedLines))[0]?.channel;
  await expect.poll(channel).toBe('BETA');
  await expect.poll(() => taken.inputValue()).toBe('BETA');
  expect(await obstacles(page)).toEqual([]);

  // A drop list is made, changed and set as the default on its page.
  await goToApp(page, `${service.url}/lists/community`);
  await page.getByText('There is no such list yet').waitFor();
  const prefixes = page.getByLabel('Client mods to drop');
  await prefixes.fill('iris-\nsodium-');
  await button('Save').click();
  await page.getByText('iris-, sodium-').waitFor();
  await page.getByText('Change this list').click();
  await prefixes.fill('iris-\njei-');
  await button('Save').click();
  await page.getByText('+ jei- − sodium-').waitFor();
  await button('Make it the default').click();
  await button('No longer the default').waitFor();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole('link', { name: 'Admin' }).click();

  await open('Storage', () => page.getByRole('row', { name: /^Gone\.zip / }).waitFor());
  // What was asked before signing in was refused, and the browser told of that.
  tab.complaints.length = 0;
  const question = dialog('Delete Gone.zip?');
  await button('Delete').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await button('Delete').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing is stored yet').waitFor();
  expect(tab.complaints).toEqual([]);
});

it('signs in with the account of an identity provider, and says so where that fails', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const atProvider = page.getByRole('button', { name: 'Sign in with your account' });
  await page.goto(`${service.url}/sign-in`);
  await atProvider.click();
  await page.getByRole('link', { name: 'I am ada, a publisher' }).click();
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  expect(page.url()).toBe(`${service.url}/`);
  await page.goto(`${service.url}/sign-in`);
  await page.getByText('Signed in as').filter({ hasText: 'ada' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed in as').waitFor({ state: 'detached' });
  // Somebody else's answer of the provider, which nobody here has asked for.
  await page.goto(`${service.url}/sign-in?code=stolen&state=unknown&iss=${encodeURIComponent(issuer.url)}`);
  await page.getByText('Signing in did not work').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('gives the first operator a token, lets everybody see, and publishers upload, where reading is open', async () => {
  await using open = await startWebService({ ACCESS: 'read-only' }, undefined, true);
  await using tab = await openTab(browser);
  const { page } = tab;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${open.url}/setup`);
  await page.getByText('This page needs the link that the service shows').waitFor();
  await page.goto(`${open.url}/setup#${open.app.access.firstToken.secret}`);
  await page.getByText('Everybody who reaches this address may read and download.').waitFor();
  expect(page.url()).toBe(`${open.url}/setup`);
  await page.getByText('You came by an address of this machine alone.').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await obstacles(page), colorScheme).toEqual([]);
  }
  await page.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: 'The operator’s token' })
    .getByText(/^sps_1_/)
    .waitFor();
  await page.getByRole('link', { name: 'To the operator’s room' }).click();
  await page.getByText('No backup has been made yet').waitFor();
  await page.setViewportSize({ width: 1_280, height: 740 });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await goToApp(page, open.url);
  await page.getByText('You may not upload here.').waitFor();
  await page.getByRole('link', { name: 'Packs', exact: true }).click();
  await page.getByText('No modpack has been uploaded yet').waitFor();
  const { authorization } = await headersOf(open, { name: 'linus', role: 'publisher' });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Token').fill(authorization.replace('Bearer ', ''));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const file = { name: 'Open.mrpack', mimeType: 'application/zip', buffer: modPackOf([{ id: 'open' }]) };
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Build', exact: true }).click();
  await page.getByRole('link', { name: 'Download server pack' }).waitFor();
});
