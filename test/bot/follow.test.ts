import { expect, test, vi } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import { stepOf } from '../../src/core/events/event-kinds.ts';
import { recordEvents } from '../../src/core/events/events.ts';
import { recordLineNews } from '../../src/core/lines/line-news.ts';
import { lockModPackRow } from '../../src/core/packs/row-locks.ts';
import { problemsOfScan, saveScan } from '../../src/core/packs/scans.ts';
import { recordLateFinding } from '../../src/core/runs/late-findings.ts';
import { ask } from '../graphql/client.ts';
import { sendRange } from '../support/download-host.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { modrinthVersion, openFakePlatforms } from '../support/platforms.ts';
import { zipWith } from '../support/zip.ts';
import { attachedModPack, isDone, startScene } from './scene.ts';

test('/follow has the gateway follow a pack, tells the channel of each new version by a card, and stops when told', async () => {
  await using platforms = await openFakePlatforms();
  await using scene = await startScene({
    environment: { ...platforms.environment, 'config.queuePollMs': '100' },
    overrides: { connect: platforms.host.connect },
  });
  const { discord, service, line } = scene;
  const components = [
    { uid: 'net.minecraft', version: '1.20.1' },
    { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
  ];
  const content = zipWith({
    'mmc-pack.json': JSON.stringify({ components }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
  });
  const listening = Promise.withResolvers<void>();
  platforms.host.answer('/one.zip', async (request, response) => {
    await listening.promise;
    sendRange(request, response, content);
  });
  const file = { url: `https://${platforms.host.host}/one.zip`, content, filename: 'one.zip' };
  const version = modrinthVersion({ id: 'One' }, file);
  const at = '/modrinth/project/ProjectA/version';
  for (const path of ['/modrinth/project/a-pack/version', at]) platforms.json(path, () => [version]);
  platforms.json(`${at}/One`, () => version);
  const ada = discord.user('Ada');
  const answer = async (values: Record<string, string | boolean>) =>
    (await ada.runs('/follow', values).replyThat(({ message }) => message.content !== '')).message.content;

  expect(await answer({})).toContain('of no new versions');
  expect(await answer({ pack: 'nothing' })).toContain('no line');
  expect(await answer({ pack: 'https://modrinth.com/modpack/a-pack' })).toContain('`modrinth-ProjectA`');
  await expect.poll(() => service.app.feed.subscribers()).toBeGreaterThan(0);
  listening.resolve();
  const news = await discord.sight(
    ({ kind, ...sight }) =>
      kind === 'message' && 'message' in sight && sight.message.content.includes('A new version'),
  );
  expect(news).toMatchObject({
    message: {
      content: 'A new version of `modrinth-ProjectA` is ready:',
      embeds: [{ title: 'one\\.zip' }],
    },
  });
  expect(await answer({})).toContain('of `modrinth-ProjectA`.');
  expect(await ada.autocompletes('/follow', 'pack', 'one')).toEqual([
    { name: 'one.zip (modrinth-ProjectA)', value: 'modrinth-ProjectA' },
  ]);

  // What its platform takes back, and offers again, is told of once each.
  const { database } = service.app;
  const recordNews = (kind: 'WITHDRAWN' | 'OFFERED_AGAIN') =>
    database.db.transaction((tx) => recordLineNews(tx, 1, [{ modPackId: 1, kind }]));
  const said = () =>
    discord.messages().flatMap(({ content: text }) => /(no more|again): one\\\.zip/.exec(text)?.[1] ?? []);
  await recordNews('WITHDRAWN');
  await recordNews('OFFERED_AGAIN');
  await expect.poll(said).toEqual(['no more', 'again']);

  // A connection that is lost takes none away, and repeats none.
  await line.cut();
  await recordNews('OFFERED_AGAIN');
  await recordNews('WITHDRAWN');
  await line.mend();
  await expect.poll(() => said().length).toBeGreaterThanOrEqual(4);
  const known = ['no more', 'again', 'again', 'no more'];
  expect(said()).toEqual(known);

  // News of what is deleted at that moment hold up no others.
  await line.cut();
  vi.spyOn(service.app.lineNews, 'subscribe').mockImplementationOnce(async function* () {
    yield { id: 5, lineId: 1, modPackId: 1_000, kind: 'WITHDRAWN', dateCreated: new Date() };
    return undefined;
  });
  await recordNews('OFFERED_AGAIN');
  await line.mend();
  await expect.poll(said).toEqual([...known, 'again']);

  // Malware in what was handed out is told of, once for each finding.
  const findMalware = (signature: string) =>
    database.db.transaction(async (tx) => {
      await lockModPackRow(tx, 1);
      const finding = { entry: 'mods/lithium.jar', signature, by: 'CLAMD' as const };
      const nothing = { notScanned: [], notScannedCount: 0 };
      const { scan } = await saveScan(tx, { modPackId: 1, version: '1', findings: [finding], ...nothing });
      await recordLateFinding(tx, 1, problemsOfScan(scan), null);
    });
  await findMalware('Some.Evil');
  await findMalware('Some.Evil');
  await findMalware('Other.Evil');
  const warnings = () =>
    discord.messages().filter(({ content: text }) => text.includes('in quarantine: one\\.zip'));
  await expect.poll(() => warnings().length).toBeGreaterThan(1);

  // What is hidden, which the line does not hand out, is told to nobody, nor what is of no followed line.
  await database.db.update(modPacks).set({ hidden: true });
  const run = { modPackId: 1, runConfigurationId: 1 };
  await database.db.transaction((tx) => recordEvents(tx, run, [{ ...stepOf('READY'), serverPackId: 1 }]));
  const other = { file: attachedModPack('other.zip', 'other') };
  await ada.runs('/upload', other).replyThat(isDone);
  const { message: listed } = await ada.runs('/follow').nextReply();
  const stopped = discord.follow(listed);
  ada.clicks(listed, 'Stop following modrinth-ProjectA');
  const { message: left } = await stopped.nextReply();
  expect(left).toMatchObject({ content: expect.stringContaining('no more'), components: [] });
  const told = discord.messages().filter(({ content: text }) => text.includes('A new version'));
  expect(told).toHaveLength(1);
  const { data } = await ask(
    service.url,
    '{ line(by: { name: "modrinth-ProjectA" }) { following { held } } }',
  );
  expect(data?.line).toEqual({ following: null });
});
