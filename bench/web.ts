/**
 * Measures the web app in headless Chromium over the real gateway: the bytes of a first load, the largest contentful
 * paint against an empty page's from the same server, the shifts of every page's layout, and the longest task while a
 * list of 10,000 mods is scrolled. Tasks are judged by the processor time that they take, so that whatever else the
 * machine does counts for nothing. Ends with 1 where a budget is broken. `--small` takes 1,000 mods and fewer rounds.
 */
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { openTab, startBrowser } from '../test/support/browser.ts';
import { modPackOf, store } from '../test/web/made-packs.ts';
import { type Standalone, startStandalone, whenDone } from '../test/web/standalone.ts';
import { median, readOptions, tell } from './harness.ts';

const { small, rounds } = readOptions({ full: 9, small: 3 });
const mods = small ? 1_000 : 10_000;

/** What the pages may take. */
const budget = { firstLoadBytes: 200_000, paintRatio: 1.5, shift: 0, longestTask: 50 };

const empty =
  '<!doctype html><html lang="en"><head><title>Empty</title></head><body><p>An empty page.</p></body></html>';
const pages = ['/', '/modpacks', '/modpacks/1', '/modpacks/1/preview', '/serverpacks/1', '/logs'];

const observe = `
  globalThis.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.paint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
`;
const seenShape = z.object({ paint: z.number(), shift: z.number() });

/** What a trace has to hold for its tasks to be in it. */
const traced = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const traceShape = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.int(),
      tid: z.int(),
      /** Microseconds of the thread's processor time. */
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

const broken: string[] = [];
function judge(what: string, value: number, most: number, unit = '', against: string | null = null): void {
  if (value > most) broken.push(what);
  tell({ what: `web: ${what}`, against, found: `${value}${unit}`, aim: `${most}${unit}` });
}

await using service = await startStandalone({ files: { 'empty.html': empty } });
const browser = await startBrowser();
try {
  await store(
    service,
    'Large.zip',
    modPackOf(Array.from({ length: mods }, (_, index) => ({ id: `mod${String(index).padStart(5, '0')}` }))),
  );
  judge('first load', await firstLoad(browser, service), budget.firstLoadBytes, ' bytes');
  await whenDone(service);
  const paint = await paintRatio(browser, service);
  judge('largest contentful paint', paint, budget.paintRatio, '', 'an empty page from the same server');
  const shifts: number[] = [];
  for (const path of pages) {
    const shift = await shiftOf(browser, service.url + path);
    console.log(`     layout shift of ${path}: ${shift}`);
    shifts.push(shift);
  }
  judge('largest layout shift of a page', Math.max(...shifts), budget.shift);
  const { read, scrolled } = await longestTasks(browser, `${service.url}/modpacks/1/preview`);
  console.log(`     longest task while ${mods} mods are read: ${read} ms`);
  judge(`longest task while ${mods} mods are scrolled`, scrolled, budget.longestTask, ' ms');
} finally {
  await browser.close();
}
// Whoever measures everything is told what is missed like the rest.
if (broken.length > 0) {
  console.error(`over budget: ${broken.join('; ')}`);
  if (!process.connected) process.exitCode = 1;
}

/** The compressed bytes that a browser without anything stored takes for the first page. */
async function firstLoad(browser: Browser, { url }: Standalone): Promise<number> {
  await using tab = await openTab(browser);
  const network = await tab.context.newCDPSession(tab.page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await tab.page.goto(url, { waitUntil: 'networkidle' });
  return bytes;
}

async function seenBy(page: Page): Promise<z.infer<typeof seenShape>> {
  return seenShape.parse(await page.evaluate('seen'));
}

async function visit(browser: Browser, address: string): Promise<z.infer<typeof seenShape>> {
  await using tab = await openTab(browser);
  await tab.page.addInitScript(observe);
  await tab.page.goto(address, { waitUntil: 'networkidle' });
  // What comes by the live connection comes after that.
  await tab.page.waitForTimeout(500);
  return await seenBy(tab.page);
}

/** Pairs alternate, so that whatever else the machine does meets both. */
async function paintRatio(browser: Browser, { url }: Standalone): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await visit(browser, url);
    const theirs = await visit(browser, `${url}/empty.html`);
    ratios.push(ours.paint / theirs.paint);
  }
  return Number(median(ratios).toFixed(2));
}

async function shiftOf(browser: Browser, address: string): Promise<number> {
  return Number((await visit(browser, address)).shift.toFixed(4));
}

/**
 * The longest tasks of the page's main thread, in milliseconds of processor time: until all mods are there, and from
 * then on.
 */
async function longestTasks(browser: Browser, address: string): Promise<{ read: number; scrolled: number }> {
  await using tab = await openTab(browser);
  const { page } = tab;
  await browser.startTracing(page, { categories: traced });
  await page.goto(address);
  await page
    .getByText(`${new Intl.NumberFormat('en').format(mods)} mods · Arrow keys`)
    .waitFor({ timeout: 300_000 });
  await page.waitForLoadState('networkidle');
  const read = longestIn(await browser.stopTracing());
  await browser.startTracing(page, { categories: traced });
  await page.locator('.list').hover();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(30);
  }
  return { read, scrolled: longestIn(await browser.stopTracing()) };
}

function longestIn(trace: Buffer): number {
  const { traceEvents } = traceShape.parse(JSON.parse(trace.toString()));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;
  const pages = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The browser has traced no task.');
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000);
}
