import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** A page of a browser without a memory of earlier ones. */
export interface Tab extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** What the browser's console says is wrong, violations of the content security policy among it. */
  complaints: string[];
}

/**
 * What goes on beside the pages. The popups of the address bar are pages of their own, made with each person's browser, and take two thirds
 * of its processor time. The others are those that Playwright leaves out, as far as they concern us: Chromium takes the last list alone.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Starts Debian's chromium; throws an error where there is none. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unusedFeatures.join(',')}`,
    ],
  });
}

/** A person's browser. Like everything that tests wait for (see vitest.config.ts), what does not come fails, not what is late. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(290_000);
  return context;
}

/** Opens an empty page that notes every complaint from its first moment on. */
export async function openTab(browser: Browser): Promise<Tab> {
  const context = await openContext(browser);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.exposeFunction('noteViolation', (text: string) => void complaints.push(text));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    noteViolation(event.violatedDirective + ' forbids ' + event.blockedURI));`);
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Goes to a page of the web app, and waits until that runs: the picture that stands there before looks the same. */
export async function goToApp(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#root:not([aria-busy])').waitFor();
}

function findProgram(name: string): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, name)).find(isExecutable);
  if (found === undefined) throw new Error(`This test needs the program ${name}, which is not in the PATH.`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
