/** Who may do what, in the web app. Needs the program chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headersOf } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import type { TestApp } from '../support/app.ts';
import { goToApp, openTab, startBrowser } from '../support/browser.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { modPackOf, store } from './made-packs.ts';
import { obstacles } from './obstacles.ts';
import { openSignInIssuer, type SignInIssuer } from './sign-in-issuer.ts';
import { startWebService } from './web-service.ts';

let browser: Browser;
let service: TestApp;
let issuer: SignInIssuer;
beforeAll(async () => {
  issuer = await openSignInIssuer('server-packs');
  const oidc = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'server-packs', OIDC_CLIENT_ID: 'web' };
  [browser, service] = await Promise.all([
    startBrowser(),
    startWebService({ ACCESS: 'closed', WEBHOOK_PRIVATE_ADDRESSES: 'on', ...oidc }),
  ]);
});
afterAll(async () => {
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
  await page.getByRole('link', { name: 'Modpacks' }).click();
  await page.getByText('No modpack has been uploaded yet').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in to see this').waitFor();
});

it('lets an operator see the service, and delete a modpack after asking', async () => {
  await using tab = await openTab(browser);
  const { page } = tab;
  const token = await tokenOf('grace', 'operator');
  const headers = { authorization: `Bearer ${token}` };
  await eventsUntilEnd(service.app, await store(service, 'Gone.zip', modPackOf([{ id: 'gone' }]), headers));
  await page.goto(`${service.url}/sign-in`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('row', { name: /grace/ }).filter({ hasText: 'Operator' }).waitFor();
  await page.getByText('No webhook is registered').waitFor();
  // Nobody listens there, so what is posted is on its way for as long as anybody looks.
  const register = 'mutation { registerWebhook(input: { url: "https://127.0.0.1:1/" }) { __typename } }';
  expect((await ask(service.url, register, {}, headers)).data).toMatchObject({
    registerWebhook: { __typename: 'WebhookWithSecret' },
  });
  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true });
  await webhooks.getByRole('button', { name: 'Refresh' }).click();
  await webhooks
    .getByRole('row', { name: /127\.0\.0\.1:1/ })
    .getByRole('button', { name: 'Send a test' })
    .click();
  await webhooks.getByRole('row', { name: /On its way/ }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await obstacles(page), colorScheme).toEqual([]);
  }
  // What was asked before signing in was refused, and the browser told of that.
  tab.complaints.length = 0;
  await page.getByRole('link', { name: 'Modpacks' }).click();
  await page.getByRole('link', { name: 'Gone.zip' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Gone.zip?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No modpack has been uploaded yet').waitFor();
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
  await page.getByRole('button', { name: 'Sign out' }).click();
  // Somebody else's answer of the provider, which nobody here has asked for.
  await page.goto(`${service.url}/sign-in?code=stolen&state=unknown&iss=${encodeURIComponent(issuer.url)}`);
  await page.getByText('Signing in did not work').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('lets everybody see and publishers upload where reading is open, on PostgreSQL where there is one', async () => {
  await using open = await startWebService({ ACCESS: 'read-only' });
  await using tab = await openTab(browser);
  const { page } = tab;
  await goToApp(page, open.url);
  await page.getByText('You may not upload here.').waitFor();
  await page.getByRole('link', { name: 'Modpacks' }).click();
  await page.getByText('No modpack has been uploaded yet').waitFor();
  const { authorization } = await headersOf(open, { name: 'linus', role: 'publisher' });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Token').fill(authorization.replace('Bearer ', ''));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const file = { name: 'Open.mrpack', mimeType: 'application/zip', buffer: modPackOf([{ id: 'open' }]) };
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('link', { name: 'Download server pack' }).waitFor();
});
