import { eq } from 'drizzle-orm';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../cli/run-command.ts';
import { lines, modPacks, runConfigurations, scans, webhookDeliveries } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import { scanStored } from '../../src/core/chores/scan-stored.ts';
import { fileLock } from '../../src/core/files/files.ts';
import { noOverrides } from '../../src/core/lines/line-rules.ts';
import { findServerPacks } from '../../src/core/packs/server-packs.ts';
import { listForScan, nameMeans, scanSlice } from '../../src/scan/scan-files.ts';
import { scanPack } from '../../src/scan/scan-pack.ts';
import type { ScanTask } from '../../src/scan/scan-task.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { run, terminal } from '../cli/terminal.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, requestAnother, smallPack, upload } from '../support/client.ts';
import { playClamd } from '../support/played-clamd.ts';
import { eventsUntilEnd, statusesOf } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';

type ListOf = Parameters<typeof listForScan>[0];

const scanQuery = `query ($id: Int!) { modPack(by: { databaseId: $id }) {
  runs(last: 1) { nodes { waiting { for } } } scan { quarantined findings { entry signature by } notScanned { entry reason } notScannedCount version
    releaseReason releasedBy releasedAt }
} }`;

async function packOf({ url }: TestApp, id: number, headers: Record<string, string> = {}) {
  return Object(Object((await ask(url, scanQuery, { id }, headers)).data).modPack);
}

const releasing = `mutation ($modPack: ID!, $reason: String!) { releaseModPack(input: { modPack: $modPack, reason: $reason }) {
  __typename ... on ModPack { scan { quarantined } } ... on UserError { code message } } }`;

async function release({ url }: TestApp, id: number, reason: string, headers: Record<string, string>) {
  return ask(url, releasing, { modPack: globalId('ModPack', id), reason }, headers);
}

/** Takes all modpacks out of lists, or puts them back. */
function hide({ app }: TestApp, hidden: boolean) {
  return app.database.db.update(modPacks).set({ hidden });
}

/** The modpacks in quarantine, and the others. */
async function listed({ url }: TestApp, headers: Record<string, string> = {}) {
  const query = `{ shut: modPacks(filter: { quarantined: true }) { totalCount nodes { databaseId } }
    open: modPacks(filter: { quarantined: false }) { totalCount nodes { databaseId } } }`;
  const { data } = await ask(url, query, {}, headers);
  const idsOf = (list: unknown) => {
    const { totalCount, nodes } = Object(list);
    expect(nodes).toHaveLength(totalCount);
    return nodes.map(({ databaseId }: { databaseId: number }) => databaseId);
  };
  return { shut: idsOf(data?.shut), open: idsOf(data?.open) };
}

/** The status and the problem that an address answers with. */
async function problemAt(url: string, { method = 'GET', headers = {} }: RequestInit = {}) {
  const answer = await fetch(url, { method, headers, redirect: 'manual' });
  const body = await answer.text();
  return {
    status: answer.status,
    ...(answer.status < 400 || method === 'HEAD' ? {} : Object(JSON.parse(body))),
  };
}

const evil = (mark: string) =>
  smallPack(mark, { 'mods/evil.jar': zipWith([{ name: 'x.txt', data: 'EVIL', method: 0 }]) });

describe('a service that scans', () => {
  async function open(environment: Record<string, string> = {}) {
    await using opened = new AsyncDisposableStack();
    const clamd = opened.use(await playClamd());
    const service = opened.use(
      await startTestApp({
        environment: {
          SCAN: 'on',
          SCAN_CLAMD: clamd.address.path,
          'config.roomWait.firstSeconds': '1',
          ...environment,
        },
      }),
    );
    const parts = opened.move();
    return { clamd, service, [Symbol.asyncDispose]: () => parts.disposeAsync() };
  }

  it('keeps malware to itself, with the reason, until an operator releases it', async () => {
    await using opened = await open();
    const { service } = opened;
    const operator = await operatorHeaders(service.app.database);
    const { body } = await upload(service.url, evil('1'));
    const id = body.modPackId ?? 0;
    const events = await eventsUntilEnd(service.app, id);
    expect(statusesOf(events)).toEqual(['QUEUED', 'CHECKING', 'CHECKED', 'ERROR']);
    const found = {
      code: 'MALWARE_FOUND',
      error: expect.stringContaining('Played.Evil'),
      entry: 'mods/evil.jar',
    };
    expect((await eventsOf(service.url, id)).at(-1)).toMatchObject({
      serverPackId: null,
      message: 'ServerPack generation failed.',
      errors: [found],
    });
    const address = `${service.url}/api/v2/modpacks/download/${id}`;
    expect(await problemAt(address)).toMatchObject({ status: 410, code: 'GONE', errors: [found] });
    expect(await problemAt(address, { method: 'HEAD' })).toEqual({ status: 410 });
    const description = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse(await (await fetch(`${service.url}/api/v2/openapi.json`)).json());
    for (const [path, methods] of Object.entries(description.paths).filter(([name]) =>
      /\/download\//.test(name),
    ))
      expect(methods, path).toMatchObject({ get: { responses: { 410: expect.anything() } } });
    expect((await packOf(service, id)).scan).toMatchObject({
      quarantined: true,
      findings: [{ entry: 'mods/evil.jar', signature: 'Played.Evil', by: 'CLAMD' }],
    });
    expect(await listed(service)).toEqual({ shut: [id], open: [] });
    await hide(service, true);
    expect(await listed(service)).toEqual({ shut: [], open: [] });
    expect(await listed(service, operator)).toEqual({ shut: [id], open: [] });
    await hide(service, false);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/serverpacks_scan_seconds_count\{outcome="found"\} 1/);

    expect((await release(service, id, 'mine', {})).data?.releaseModPack).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect((await release(service, id, ' ', operator)).data?.releaseModPack).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect((await release(service, 99, 'x', operator)).data?.releaseModPack).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await release(service, id, 'a false alarm', operator)).data?.releaseModPack).toEqual({
      __typename: 'ModPack',
      scan: { quarantined: false },
    });
    expect((await release(service, id, 'again', operator)).data?.releaseModPack).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await problemAt(address)).toEqual({ status: 200 });
    expect(await listed(service)).toEqual({ shut: [], open: [id] });
    expect((await packOf(service, id, operator)).scan).toMatchObject({
      releaseReason: 'a false alarm',
      releasedBy: expect.stringMatching(/^operator-/),
    });
    expect((await packOf(service, id)).scan).toMatchObject({
      releaseReason: 'a false alarm',
      releasedBy: null,
    });

    // What is released stays so, also by another scan.
    opened.clamd.version = 'ClamAV 1.4.6/27841/Sun Nov 29 08:24:11 2026';
    const scannedBefore = opened.clamd.received.length;
    await requestAnother(service.url, id);
    expect((await eventsUntilEnd(service.app, id, 2)).at(-1)?.status).toBe('GENERATED');
    expect(opened.clamd.received.length).toBeGreaterThan(scannedBefore);
    expect((await packOf(service, id)).scan).toMatchObject({ quarantined: false, findings: { length: 1 } });
  });

  it('takes back whatever was handed out of a pack once a newer signature knows it', async () => {
    await using opened = await open({ ACCESS: 'closed', PUBLIC_URL: 'https://packs.example' });
    const { service, clamd } = opened;
    const { app, url } = service;
    const operator = await operatorHeaders(app.database);
    const publisher = async (name: string) => {
      const rights = { role: 'publisher', voter: false, quota: null, expires: null } as const;
      return { authorization: `Bearer ${await createToken(app.database, { name, ...rights })}` };
    };
    const owner = await publisher('owner');
    const other = await publisher('other');
    const form = new FormData();
    const icon = PNG.sync.write(new PNG({ width: 8, height: 8 }));
    const query = `mutation ($file: Upload!) { uploadModPack(input: { archive: { file: $file }, line: "my-pack",
      runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename ... on UserError { message } } }`;
    form.set('operations', JSON.stringify({ query, variables: { file: null } }));
    form.set('map', JSON.stringify({ file: ['variables.file'] }));
    form.set('file', new Blob([new Uint8Array(smallPack('fine', { 'icon.png': icon }))]), 'pack.zip');
    const headers = { 'graphql-require-preflight': '1', ...owner };
    await fetch(`${url}/graphql`, { method: 'POST', body: form, headers });
    expect((await eventsUntilEnd(app, 1)).at(-1)?.status).toBe('GENERATED');
    await ask(url, 'mutation { createUpdateLink(input: { line: "my-pack" }) { __typename } }', {}, owner);
    const { data } = await ask(
      url,
      '{ line(by: { name: "my-pack" }) { updateUrl latest { downloadUrl modPack { iconUrl } } } }',
      {},
      owner,
    );
    const line = Object(data?.line);
    const here = (address: string) => {
      const { pathname, search } = new URL(address, url);
      return url + pathname + search;
    };
    const byToken = [
      '/api/v2/modpacks/download/1',
      '/api/v2/serverpacks/download/1',
      '/api/v2/serverpacks/download/1&1',
      '/packwiz/1/pack.toml',
      '/lines/my-pack/latest',
      '/lines/my-pack/latest/download',
      '/lines/my-pack/latest/packwiz/pack.toml',
      '/hosting/1/packwiz.sh',
    ].map((address) => [here(address), owner] as const);
    const byLink = [
      line.latest.downloadUrl,
      line.latest.modPack.iconUrl,
      `${line.updateUrl}&nonce=1`,
      line.updateUrl.replace('/update?', '/update/1?'),
    ].map((address) => [here(address), {}] as const);
    const answers = () =>
      Promise.all([...byToken, ...byLink].map(([address, headers]) => problemAt(address, { headers })));
    /** What shows its links or files, beside addresses. */
    const shown = async () => {
      const query = `{ serverPack(by: { databaseId: 1 }) { hostFiles { kind } } told: serverPack(by: { databaseId: 1 }) { howToRun }
        compareServerPacks(first: { databaseId: 1 }, second: { databaseId: 1 }) { ... on ServerPackComparison { files { totalCount } } ... on UserError { code } } }`;
      const { data, errors } = await ask(url, query, {}, owner);
      const feed = await fetch(here('/feed.atom'), { headers: owner });
      return {
        hostFiles: data?.serverPack ? 'shown' : errors?.[0]?.extensions?.code,
        comparison: Object(data?.compareServerPacks).code ?? 'shown',
        isTold: Object(data?.told).howToRun !== null,
        isLinked: (await feed.text()).includes('rel="enclosure"'),
      };
    };
    expect(await shown()).toEqual({ hostFiles: 'shown', comparison: 'shown', isTold: true, isLinked: true });
    const handedOut = [200, 200, 200, 200, 200, 302, 200, 200, 200, 200, 200, 200];
    const unsigned = here(line.latest.modPack.iconUrl).replace(/\?.*/, '');
    expect(await problemAt(unsigned)).toMatchObject({ status: 401 });
    expect((await answers()).map(({ status }) => status)).toEqual(handedOut);
    expect((await packOf(service, 1, owner)).scan).toMatchObject({ quarantined: false, findings: [] });

    const another = () =>
      ask(
        url,
        `mutation ($modPack: ID!) { generateServerPack(input: { modPack: $modPack,
          runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename } }`,
        { modPack: globalId('ModPack', 1) },
        other,
      );
    clamd.version = 'ClamAV 1.4.6/27841/Sun Nov 29 08:24:11 2026';
    /** Whatever is sent next is found. */
    const findAll = () => clamd.next.push(...Array(9).fill({ reply: 'stream: Newer.Evil FOUND' }));
    findAll();
    await another();
    // A run of somebody else finds it; those who follow the line that has handed the pack out hear of it all the same.
    const ends = (await eventsUntilEnd(app, 1, 3)).filter(({ status }) => status === 'ERROR');
    const malware = { errors: expect.arrayContaining([expect.objectContaining({ code: 'MALWARE_FOUND' })]) };
    expect(ends).toEqual([expect.objectContaining(malware), expect.objectContaining(malware)]);
    const ofLine = app.feed.subscribe({ lineId: 1, status: ['ERROR'] }, 0);
    expect((await ofLine.next()).value).toMatchObject(malware);
    await ofLine.return?.(undefined);
    for (const answer of await answers())
      expect(answer).toMatchObject({
        status: 410,
        detail: expect.stringContaining('Newer.Evil'),
      });
    expect(await shown()).toEqual({ hostFiles: 'GONE', comparison: 'GONE', isTold: false, isLinked: false });
    clamd.next.length = 0;
    // A later scan that finds nothing does not end the quarantine, and a release outlives one, too.
    const scannedAnew = async (day: number, runs: number) => {
      clamd.version = `ClamAV 1.4.6/278${day}/Mon Nov 30 08:24:11 2026`;
      await another();
      return (await eventsUntilEnd(app, 1, runs)).at(-1)?.status;
    };
    expect(await scannedAnew(42, 4)).toBe('ERROR');
    expect((await answers()).map(({ status }) => status)).toEqual(handedOut.map(() => 410));
    const [, secret = ''] = operator.authorization.split(' ');
    const environment = { GATEWAY_URL: url, GATEWAY_TOKEN: secret };
    const list = await run(['list', '--quarantined'], { environment });
    expect(list.out).toMatch(/^ *1 .*Newer\.Evil in \S+ and \d+ more$/m);
    const released = await run(['admin', 'release', '1', '--reason', 'a false alarm'], { environment });
    expect(released).toMatchObject({ exitCode: 0, out: 'Modpack 1 (pack.zip) is out of quarantine.\n' });
    const again = await run(['admin', 'release', '1', '--reason', 'x'], { environment });
    expect(again).toMatchObject({ exitCode: 4, error: expect.stringContaining('not in quarantine') });
    expect((await run(['list', '--quarantined'], { environment })).out).toBe('There are no modpacks.\n');
    expect((await answers()).map(({ status }) => status)).toEqual(handedOut);
    expect(await scannedAnew(43, 5)).toBe('GENERATED');
    findAll();
    expect(await scannedAnew(44, 6)).toBe('GENERATED');
  });

  it('holds runs while the scanner is away, hands nothing out, and goes on once it is back', async () => {
    await using opened = await open();
    const { service, clamd } = opened;
    await clamd.leave();
    const { body } = await upload(service.url, smallPack('held'));
    const id = body.modPackId ?? 0;
    await expect
      .poll(async () => (await packOf(service, id)).runs)
      .toEqual({ nodes: [{ waiting: { for: 'SCANNER' } }] });
    expect(await problemAt(`${service.url}/api/v2/modpacks/download/${id}`)).toMatchObject({
      status: 404,
      code: 'NOT_READY',
    });
    const { out, error, text, complaints } = terminal();
    const watching = runCommand(['watch', `${id}`], {
      environment: { GATEWAY_URL: service.url },
      signal: new AbortController().signal,
      out,
      error,
    });
    await expect
      .poll(complaints)
      .toMatch(/The malware scanner of the service is away\. The run waits until /);
    await clamd.comeBack();
    expect((await eventsUntilEnd(service.app, id)).at(-1)?.status).toBe('GENERATED');
    expect([await watching, text()]).toEqual([0, expect.stringContaining(`of modpack ${id}`)]);
    expect(await problemAt(`${service.url}/api/v2/modpacks/download/${id}`)).toEqual({ status: 200 });
    // The same signatures: nothing is sent again.
    const sent = clamd.received.length;
    await requestAnother(service.url, id);
    await eventsUntilEnd(service.app, id, 2);
    expect(clamd.received.length).toBe(sent);
  });

  it('scans in the background what it has stored without a scan', async () => {
    await using opened = await open();
    const { service, clamd } = opened;
    const { app } = service;
    const { body } = await upload(service.url, smallPack('before'));
    const id = body.modPackId ?? 0;
    expect((await eventsUntilEnd(app, id)).at(-1)?.status).toBe('GENERATED');
    const newer = (await upload(service.url, smallPack('newer'))).body.modPackId ?? 0;
    expect((await eventsUntilEnd(app, newer)).at(-1)?.status).toBe('GENERATED');
    // As one that was stored while nothing was scanned, whose report is not there, and one that passed while the scanner was away.
    await app.database.db.delete(scans).where(eq(scans.modPackId, newer));
    await app.database.db.update(modPacks).set({ report: null }).where(eq(modPacks.id, newer));
    await app.database.db.update(scans).set({ version: null });
    const { scan: settings } = app.config;
    if (settings === null) throw new Error('Scanning is on.');
    const steps = { slices: 1, nameMeans, scanSlice, listForScan: async (of: ListOf) => listForScan(of) };
    const work = { scan: (task: ScanTask) => scanPack(task, steps) };
    const pass = () => {
      const scanning = { settings, work, scanned: () => undefined };
      return scanStored({ ...app, scanning, log: app.log }, new AbortController().signal);
    };
    // Who follows its line, and a webhook, hear of the finding as of one in a run.
    const line = { name: 'some-line', project: 'MODRINTH:some', overrides: noOverrides };
    const [made] = await app.database.db.insert(lines).values(line).returning();
    const lineId = made?.id ?? 0;
    await app.database.db
      .update(runConfigurations)
      .set({ lineId })
      .where(eq(runConfigurations.modPackId, id));
    const receiver = { url: 'https://hooks.example/', format: 'STANDARD', statuses: ['ERROR'] } as const;
    await createWebhook(app.database, receiver, { most: 1, privateAddresses: false });
    await clamd.leave();
    expect([await pass(), (await packOf(service, newer)).scan]).toEqual([0, null]);
    await clamd.comeBack();
    // One on which the scanner fails is tried again by the next pass, and holds up no other.
    clamd.next.push({ reply: "stream: Can't allocate memory ERROR" }, { reply: 'stream: Played.Evil FOUND' });
    expect([await pass(), (await packOf(service, newer)).scan]).toEqual([1, null]);
    expect(await pass()).toBe(1);
    const address = `${service.url}/api/v2/modpacks/download/${id}`;
    expect(await problemAt(address)).toMatchObject({ status: 410 });
    const failed = { status: 'ERROR', serverPackId: null, message: 'ServerPack generation failed.' };
    const found = [expect.objectContaining({ code: 'MALWARE_FOUND' })];
    const told = await eventsOf(service.url, id);
    expect(told.slice(-4).map(({ status }) => status)).toEqual(['QUEUED', 'CHECKING', 'CHECKED', 'ERROR']);
    expect(told).toHaveLength(12);
    for await (const event of app.feed.subscribe({ lineId, status: ['ERROR'] }, 0)) {
      expect(event).toMatchObject({ ...failed, errors: found });
      break;
    }
    const posted = () => app.database.db.select({ type: webhookDeliveries.type }).from(webhookDeliveries);
    await expect.poll(posted).toEqual([{ type: 'run.error' }]);
    expect(await pass()).toBe(0);

    // A run that is building meanwhile ends by the finding too, and hands nothing out.
    const [{ sha256 = '' } = {}] = await findServerPacks(app.database, [2]);
    await app.database.exclusively(fileLock(sha256), async () => {
      await requestAnother(service.url, newer);
      const building = { modPackId: newer, status: ['GENERATING'] } as const;
      const { value: last } = await app.feed.subscribe(building, told.at(-1)?.id ?? 0).next();
      expect(last?.status).toBe('GENERATING');
      await app.database.db.update(scans).set({ version: null }).where(eq(scans.modPackId, newer));
      clamd.next.push({ reply: 'stream: Played.Evil FOUND' });
      expect(await pass()).toBe(1);
      expect((await eventsUntilEnd(app, newer, 2)).at(-1)).toMatchObject({ ...failed, errors: found });
    });
    expect((await eventsUntilEnd(app, newer, 3)).at(-1)).toMatchObject({ ...failed, errors: found });
    expect(await findServerPacks(app.database, [3])).toEqual([]);
  });

  it('lets packs pass while the scanner is away, where it is told to, and says so', async () => {
    await using opened = await open({ SCAN_WHEN_AWAY: 'pass' });
    const { service, clamd } = opened;
    await clamd.leave();
    const { body } = await upload(service.url, evil('passed'));
    const id = body.modPackId ?? 0;
    const events = await eventsUntilEnd(service.app, id);
    expect(events.at(-1)?.status).toBe('GENERATED');
    expect((await packOf(service, id)).scan).toMatchObject({
      version: null,
      quarantined: false,
      notScanned: [{ reason: expect.stringContaining('was away') }],
    });
    // The next run has it scanned; what it finds before the scanner fails counts.
    await clamd.comeBack();
    clamd.next.push({ reply: 'stream: Played.Evil FOUND' }, { reply: "stream: Can't allocate memory ERROR" });
    await requestAnother(service.url, id);
    expect((await eventsUntilEnd(service.app, id, 2)).at(-1)?.status).toBe('ERROR');
  });
});
