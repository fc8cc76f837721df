/** Proposals of facts about mods, with what they rest on, for a person to approve. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boots, modDecisions, mods, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { parseFacts, shippedFacts } from '../../src/archive/known-mods/facts-file.ts';
import type { ModDecision } from '../../src/archive/report.ts';
import { ConfigError } from '../../src/config.ts';
import { type Evidence, mostProposals, proposeFacts } from '../../src/facts/candidates.ts';
import { runCandidates } from '../../src/facts/candidates-program.ts';
import { readListFolder } from '../../src/facts/list-evidence.ts';
import { findServiceEvidence } from '../../src/facts/service-evidence.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const today = '2026-12-01';
const evidence = (mod: string, more: Partial<Evidence> = {}): Evidence => ({
  mod,
  modloader: 'Forge',
  gameVersion: '1.20.1',
  verdict: 'CLIENT',
  kind: 'LIST',
  sentence: `A list names ${mod}.`,
  ...more,
});
const propose = (...said: Evidence[]) => proposeFacts(shippedFacts(), said, today);
const proposalsIn = ({ candidates }: ReturnType<typeof proposeFacts>) =>
  candidates.facts.filter((fact) => 'evidence' in fact);

describe('facts are proposed', () => {
  test('in the next file, which is refused until each is approved with a reason and a source', () => {
    const { candidates } = propose(evidence('zoomer'));
    expect(candidates).toMatchObject({ format: 1, number: shippedFacts().number + 1, date: today });
    expect(() => parseFacts(JSON.stringify(candidates))).toThrow(/facts/);
    const approved = candidates.facts.map((fact) => {
      if (!('evidence' in fact)) return fact;
      const { evidence: _evidence, ...proposal } = fact;
      return { ...proposal, reason: 'It stops the server.', source: 'https://mods.example/1' };
    });
    const { facts } = parseFacts(JSON.stringify({ ...candidates, facts: approved }));
    expect(facts).toHaveLength(shippedFacts().facts.length + 1);
    const lastMod = facts.findLastIndex((fact) => 'mod' in fact && fact.verdict === 'CLIENT');
    expect(facts[lastMod]).toMatchObject({ mod: 'zoomer', loaders: ['Forge'] });
  });

  test('for one modloader and game version, with all that is said of the mod there, the strongest first', () => {
    const proposals = proposalsIn(
      propose(
        evidence('a', { kind: 'USE', sentence: 'But it is used.' }),
        evidence('a'),
        evidence('a', { kind: 'CRASH', sentence: 'It crashed.' }),
        evidence('a'),
        evidence('a', { gameVersion: '1.21.1' }),
      ),
    );
    expect(proposals).toMatchObject([
      {
        mod: 'a',
        gameVersions: { from: '1.20.1', to: '1.20.1' },
        evidence: ['It crashed.', 'A list names a.', 'But it is used.'],
      },
      { mod: 'a', gameVersions: { from: '1.21.1', to: '1.21.1' } },
    ]);
  });

  test.each<[string, Evidence]>([
    ['what is known already', evidence('oculus')],
    ['that servers with it fare well', evidence('a', { kind: 'USE' })],
    ['an id that no fact can have', evidence('a b')],
    ['a game version that is none', evidence('a', { gameVersion: 'new' })],
  ])('not for %s', (_, said) => {
    expect(propose(said)).toMatchObject({ proposed: 0 });
  });

  test('up to a number, those with the strongest evidence', () => {
    const many = Array.from({ length: mostProposals }, (_, n) => evidence(`m${n}`));
    const all = propose(...many, evidence('crashing', { kind: 'CRASH' }));
    expect(all).toMatchObject({ proposed: mostProposals, excluded: 1 });
    expect(proposalsIn(all)).toContainEqual(expect.objectContaining({ mod: 'crashing' }));
  });
});

const crucial = {
  packs: { crucial: ['1.16.5', 'Forge', '36.2.39'] },
  mods: [
    { pack: 'crucial', ids: ['Extension'], truth: 'client', by: 'lists', crash: true, ruleX: true },
    { pack: 'crucial', ids: ['neat'], truth: 'client', by: 'lists' },
    { pack: 'crucial', ids: ['used'], truth: 'server', by: 'no sign' },
    { pack: 'crucial', truth: 'client', by: 'no descriptor' },
    { pack: 'crucial', ids: ['out'], kept: false, truth: 'client', by: 'descriptor' },
  ],
};
const lists = {
  'one-list (file-name prefixes)': ['Zoomer-', ''],
  'another (parts of file names)': ['zoom'],
  'third (project slugs)': ['zoom'],
};

async function folderOf(files: Readonly<Record<string, unknown>>): Promise<{ at: string } & AsyncDisposable> {
  const at = await mkdtemp(path.join(os.tmpdir(), 'lists-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(at, name), typeof content === 'string' ? content : JSON.stringify(content));
  return { at, [Symbol.asyncDispose]: () => rm(at, { recursive: true }) };
}

describe('a folder of public lists', () => {
  test('tells what lists name in modpacks, what somebody judged, and the entries for names of files', async () => {
    const listed = [
      { ids: ['Lamp'], listed: ['one-list'] },
      { ids: ['used'], listed: [] },
      { ids: ['out'], listed: ['one-list'], now: { kept: false } },
    ];
    await using folder = await folderOf({
      'fabric1201.json': { gameVersion: '1.20.1', modloader: 'Fabric', mods: listed },
      'lists.json': lists,
      'work.json': crucial,
      'README.md': 'no JSON',
    });
    const found = await readListFolder(folder.at);
    expect(found.evidence).toMatchObject([
      { mod: 'lamp', modloader: 'Fabric', kind: 'LIST', sentence: 'Listed: one-list.' },
      {
        mod: 'extension',
        gameVersion: '1.16.5',
        kind: 'CODE',
        sentence: 'Judged client-only by lists, making it reaches classes of the client, rule X names it.',
      },
      { mod: 'neat', kind: 'LIST', sentence: 'Judged client-only by lists.' },
    ]);
    expect(found.entries.map(({ matches, text }) => [matches, text])).toEqual([
      ['BEGIN', 'Zoomer-'],
      ['PART', 'zoom'],
    ]);
  });

  test.each([
    ['a file that is something else', '[1]', 'a.json is neither'],
    ['a file that is no JSON', '{', 'a.json is no JSON.'],
  ])('is refused with %s', async (_, content, fault) => {
    await using folder = await folderOf({ 'a.json': content });
    await expect(readListFolder(folder.at)).rejects.toThrow(fault);
  });
});

describe('this service', () => {
  const parts = new AsyncDisposableStack();
  let said: Evidence[];
  const by = (mod: string) =>
    said.filter((one) => one.mod === mod).map(({ kind, sentence }) => [kind, sentence]);

  const descriptorOf = (id: string, more: Partial<ModDescriptor> = {}): ModDescriptor => ({
    format: 'mods.toml',
    mods: [{ id, name: '', version: '' }],
    side: 'BOTH',
    certainty: 'INFERRED',
    evidence: '',
    requires: [],
    provides: [],
    ...more,
  });
  const out = { kept: false } as const;
  /** What is decided about each mod in the one server pack of each of three modpacks. */
  const decided: [id: string, decision: Partial<ModDecision>, descriptor?: Partial<ModDescriptor>][] = [
    ['Stopper', { ...out, reason: 'STOPS_SERVER', evidence: 'The constructor of Stopper needs it.' }],
    ['coder', { ...out, reason: 'CLIENT_CODE', evidence: 'Its classes are code of the client.' }],
    ['doubtful', { certainty: 'DOUBTFUL', evidence: 'But it reaches.' }, { certainty: 'DOUBTFUL' }],
    ['disputed', { certainty: 'DOUBTFUL', evidence: 'Platforms differ.' }],
    ['unwanted', { ...out, reason: 'CLIENT_MODS' }],
    ['wanted', { reason: 'WHITELISTED' }, { side: 'CLIENT' }],
    ['plain', { reason: 'WHITELISTED' }],
    ['zoomer', {}],
    ['dropped', { ...out, reason: 'CLIENT_ONLY' }],
    ['crashing', {}],
  ];

  beforeAll(async () => {
    const database = parts.use(await openScratchDatabase(databaseKind));
    const { db } = database;
    await insertFinishedRuns(db, { modPacks: 3, runs: 1 });
    await db.update(runConfigurations).set({ modloader: 'Forge', gameVersion: '1.20.1' });
    await db.update(serverPacks).set({ confirmedWorking: 0 });
    await db.delete(mods);
    await db.delete(modDecisions);
    const packs = await db.select().from(serverPacks).orderBy(serverPacks.id);
    for (const { id: serverPackId, modPackId } of packs) {
      const rows = decided.map(([id, , descriptor], position) => ({
        modPackId,
        position,
        file: `${id}-1.0.jar`,
        size: 1,
        descriptors: [descriptorOf(id, descriptor)],
        descriptorLength: 1,
      }));
      await db.insert(mods).values(rows);
      await db.insert(modDecisions).values(
        decided.map(([id, decision], position) => ({
          serverPackId,
          position,
          file: `${id}-1.0.jar`,
          kept: true,
          reason: 'SERVER_MOD' as const,
          certainty: 'INFERRED' as const,
          evidence: '',
          ...decision,
        })),
      );
    }
    const [first, second, third] = packs.map(({ id }) => id);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('there are three');
    await db.update(serverPacks).set({ confirmedWorking: 2 }).where(eq(serverPacks.id, first));
    const findings = [
      {
        cause: 'CLIENT_ONLY_MOD',
        message: 'A mod reaches for the client.',
        traces: [{ file: 'crashing-1.0.jar' }, { file: 'zoomer-1.0.jar' }],
        act: { kind: 'DROP_MOD' },
      },
      ...['dropped', 'never'].map((modId) => ({
        cause: 'MISSING_MOD',
        message: `${modId} is missing.`,
        traces: [],
        act: { kind: 'ADD_MOD', modId, version: null },
      })),
    ];
    await db.insert(boots).values([
      {
        serverPackId: second,
        caller: 'a',
        state: 'ENDED',
        outcome: 'FAILED',
        // It was repaired once, and then failed for the rest.
        result: JSON.stringify({
          findings: findings.slice(1),
          repairs: [{ finding: findings[0], dropped: ['crashing-1.0.jar'] }],
        }),
      },
      {
        serverPackId: third,
        caller: 'a',
        state: 'ENDED',
        outcome: 'STARTED',
        result: JSON.stringify({ findings }),
      },
    ]);
    const entries = [
      { list: 'one-list', matches: 'BEGIN' as const, text: 'Zoomer-' },
      { list: 'another', matches: 'PART' as const, text: 'crash' },
      { list: 'one-list', matches: 'BEGIN' as const, text: 'oomer' },
    ];
    said = await findServiceEvidence(database, entries);
  });
  afterAll(() => parts.disposeAsync());

  const used = ['USE', 'But kept in modpacks whose server pack works: 2.'];
  test.each<[string, string[][]]>([
    ['stopper', [['CODE', 'Left out for The constructor of Stopper needs it. Modpacks: 3.']]],
    ['coder', [['CODE', 'Left out for Its classes are code of the client. Modpacks: 3.']]],
    ['doubtful', [['CODE', 'Kept in doubt for But it reaches. Modpacks: 3.'], used]],
    ['disputed', [used]],
    ['unwanted', [['REQUEST', 'Named in clientMods of modpacks whose server pack works: 2.']]],
    ['wanted', [['REQUEST', 'Named in whitelistedMods of modpacks whose server pack works: 2.'], used]],
    ['plain', [used]],
    ['zoomer', [['LIST', 'Listed: one-list. Lists: 1.'], used]],
    [
      'crashing',
      [
        ['LIST', 'Listed: another. Lists: 1.'],
        used,
        ['CRASH', expect.stringMatching(/^As server pack \d+ was tried: A mod reaches for the client\.$/)],
      ],
    ],
    ['dropped', [['CRASH', expect.stringMatching(/tried: dropped is missing\. It had been left out\.$/)]]],
    ['never', []],
  ])('has seen of %s what its server packs show', (mod, sentences) => {
    expect(by(mod)).toEqual(sentences);
  });

  test('speaks for a server where it misses what was left out, or somebody put it in', () => {
    const forServers = said.filter(({ verdict }) => verdict === 'SERVER').map(({ mod }) => mod);
    expect(forServers.toSorted()).toEqual(['dropped', 'wanted']);
  });
});

describe('npm run facts:candidates', () => {
  test('writes proposals beside the facts in use, and never over a file', async () => {
    await using folder = await folderOf({ 'work.json': crucial });
    const data = path.join(folder.at, 'data');
    await mkdir(path.join(data, 'facts'), { recursive: true });
    const inUse = { ...shippedFacts(), number: 7, facts: [] };
    await writeFile(path.join(data, 'facts', 'facts.json'), JSON.stringify(inUse));
    const file = path.join(folder.at, 'out');
    const run = () => runCandidates(['--lists', folder.at, file], { DATA_DIR: data });
    expect(await run()).toMatchObject({ 0: `${file} proposes 2 facts beside 0 of number 7.` });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      number: 8,
      facts: [{ mod: 'extension' }, { mod: 'neat' }],
    });
    await expect(run()).rejects.toThrow(/EEXIST/);
  });

  test.each([[[]], [['out']], [['--service', 'a', 'b']], [['--else', 'out']]])(
    'says how it is used: %j',
    async (args) => {
      await expect(runCandidates(args, {})).rejects.toThrow(ConfigError);
    },
  );

  test('makes no database where there is none', async () => {
    await using folder = await folderOf({});
    const run = runCandidates(['--service', path.join(folder.at, 'out')], { DATA_DIR: folder.at });
    await expect(run).rejects.toThrow(/There is no database/);
  });
});
