import {
  type Change,
  type ChangeCounts,
  changes,
  type FileDifference,
  type ModDifference,
  mostFiles,
  type OwnerAct,
  type OwnerActKind,
} from '../archive/build/compare-packs.ts';
import { refuseByScan } from '../core/packs/scans.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import { type Comparison, findServerPackBefore } from '../core/previews/comparisons.ts';
import { type SettingDifference, settingDifferences } from '../core/previews/setting-differences.ts';
import { AppError } from '../errors.ts';
import { limitKey } from '../limits/rate-limits.ts';
import { builder } from './builder.ts';
import { comparisonMarkdown, messageOf, rowsShown } from './comparison-markdown.ts';
import type { Context } from './context.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { noSuch, ServerPackBy, serverPackNumber } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { modPackLoader, ServerPack, serverPackLoader } from './objects.ts';
import { scanLoader } from './scan.ts';

interface ComparisonRow {
  first: ServerPackRow;
  second: ServerPackRow;
  comparison: Comparison;
}

const described = (description: string) => ({ description });

const ChangeEnum = builder.enumType('Change', {
  description: 'What happened to a mod or a file between the first server pack and the second.',
  values: {
    UPDATED: described('In both, with other bytes.'),
    ADDED: described('Only in the second.'),
    REMOVED: described('Only in the first.'),
    RENAMED: described('In both with the same bytes, under another name.'),
  } satisfies Record<Change, { description: string }>,
});

const SettingDifferenceType = builder.objectRef<SettingDifference>('SettingDifference').implement({
  description: 'A setting that differs.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'The name of its field in RunConfiguration, such as `gameVersion`; `javaVersion` is the Java that the ' +
        'game version is made for.',
    }),
    first: t.exposeString('first', {
      description:
        'The value in the first server pack, of a file its SHA-256: at most 2,000 characters; empty where it ' +
        'is not set.',
    }),
    second: t.exposeString('second', { description: 'The value in the second server pack.' }),
  }),
});

const OwnerActKindEnum = builder.enumType('OwnerActKind', {
  description: 'What to do when updating a server from the first server pack to the second.',
  values: {
    USE_JAVA: described('Install the version of Java in `java`.'),
    BACK_UP_WORLD: described('Back up the world, since the newer game version converts it.'),
    KEEP_OLD_WORLD: described('Keep a world of the older game version, which cannot load one of the newer.'),
    OTHER_MODLOADER: described('Back up the world, since the modloader changes.'),
    MOD_IN_WORLD: described(
      'Back up the world, since `mod` is removed and its blocks, terrain or dimensions may be in the world.',
    ),
  } satisfies Record<OwnerActKind, { description: string }>,
});

const OwnerActType = builder.objectRef<OwnerAct>('OwnerAct').implement({
  description: 'What to do when updating a server from the first server pack to the second.',
  fields: (t) => ({
    kind: t.field({
      type: OwnerActKindEnum,
      description: 'The kind of act.',
      resolve: ({ kind }) => kind,
    }),
    message: t.string({ description: 'The act as a sentence for people.', resolve: messageOf }),
    java: t.int({
      nullable: true,
      description: 'The version of Java. Null where it is not about Java.',
      resolve: (act) => ('java' in act ? act.java : null),
    }),
    mod: t.string({
      nullable: true,
      description: 'The name of the mod. Null where it is not about one.',
      resolve: (act) => ('mod' in act ? act.mod : null),
    }),
  }),
});

const ModDifferenceType = builder.objectRef<ModDifference>('ModDifference').implement({
  description: 'A mod that differs.',
  fields: (t) => ({
    change: t.field({
      type: ChangeEnum,
      description: 'What happened to the mod.',
      resolve: ({ change }) => change,
    }),
    name: t.exposeString('name', { description: 'The name of the mod, else its file name.' }),
    modId: t.exposeString('modId', {
      nullable: true,
      description: 'The id of the mod, in lower case. Null where unknown.',
    }),
    isByRequest: t.exposeBoolean('isByRequest', {
      description:
        'Whether `addedMods` of the run, and not the modpack, has the mod in the second server pack; of a ' +
        'removed mod, in the first.',
    }),
    firstFile: t.string({
      nullable: true,
      description: 'Path of the jar below mods/ in the first server pack. Null where the mod was added.',
      resolve: ({ first }) => first?.file,
    }),
    firstVersion: t.string({
      nullable: true,
      description: 'The version of this jar. Null where it declares none.',
      resolve: ({ first }) => first?.version,
    }),
    secondFile: t.string({
      nullable: true,
      description: 'Path of the jar below mods/ in the second server pack. Null where the mod was removed.',
      resolve: ({ second }) => second?.file,
    }),
    secondVersion: t.string({
      nullable: true,
      description: 'The version of this jar. Null where it declares none.',
      resolve: ({ second }) => second?.version,
    }),
  }),
});

/** A difference may have some kilobytes of text. */
const weightOfText = 100;

const FileDifferenceType = builder.objectRef<FileDifference>('FileDifference').implement({
  description: 'A file that differs and is neither a mod, a script nor a description.',
  fields: (t) => ({
    change: t.field({
      type: ChangeEnum,
      description: 'What happened to the file.',
      resolve: ({ change }) => change,
    }),
    path: t.exposeString('path', {
      description: 'The path in the second server pack; of a removed file, in the first.',
    }),
    formerPath: t.exposeString('formerPath', {
      nullable: true,
      description: 'The path in the first server pack. Null where the file was not renamed.',
    }),
    firstSize: t.expose('firstSize', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes in the first server pack. Null where the file was added.',
    }),
    secondSize: t.expose('secondSize', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes in the second server pack. Null where the file was removed.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      extensions: { weight: weightOfText },
      description:
        'The lines that differ, as `diff -u` writes them, at most 16 KiB; empty where only line ends differ. ' +
        'Null where the file was not updated, is not UTF-8 text of at most 256 KiB, or differs in too many ' +
        'lines.',
    }),
  }),
});

const ChangeCountsType = builder.objectRef<ChangeCounts>('ChangeCounts').implement({
  description: 'The number of differences of each kind.',
  fields: (t) => ({
    updated: t.exposeInt('UPDATED', { description: 'The number of updated ones.' }),
    added: t.exposeInt('ADDED', { description: 'The number of added ones.' }),
    removed: t.exposeInt('REMOVED', { description: 'The number of removed ones.' }),
    renamed: t.exposeInt('RENAMED', { description: 'The number of renamed ones.' }),
  }),
});

function totalOf(counts: ChangeCounts): number {
  return changes.reduce((total, change) => total + counts[change], 0);
}

const edge = (name: string) => ({
  name: `${name}Edge`,
  description: 'A node and its cursor.',
});
const ModDifferenceConnection = builder.connectionObject(
  { type: ModDifferenceType, name: 'ModDifferenceConnection', description: 'A page of mods that differ.' },
  edge('ModDifference'),
);
const FileDifferenceConnection = builder.connectionObject(
  { type: FileDifferenceType, name: 'FileDifferenceConnection', description: 'A page of files that differ.' },
  edge('FileDifference'),
);

async function markdownOf({ first, second, comparison }: ComparisonRow, context: Context): Promise<string> {
  const request = { limit: rowsShown, after: null, before: null, fromEnd: false };
  const { mods, files, acts } = await comparison.sum();
  const titleOf = async ({ id, modPackId }: ServerPackRow) => {
    const modPack = await modPackLoader(context).load(modPackId);
    return `${modPack?.name ?? ''} (server pack ${id})`;
  };
  return comparisonMarkdown({
    first: await titleOf(first),
    second: await titleOf(second),
    settings: settingDifferences(first, second),
    acts: acts.map(messageOf),
    mods: { counts: mods, shown: (await comparison.mods(request)).rows },
    files: { counts: files, shown: (await comparison.files(request)).rows },
  });
}

const ServerPackComparison = builder.objectRef<ComparisonRow>('ServerPackComparison').implement({
  description: 'What changed from one server pack to another.',
  fields: (t) => ({
    first: t.field({
      type: ServerPack,
      description: 'The server pack before.',
      resolve: ({ first }) => first,
    }),
    second: t.field({
      type: ServerPack,
      description: 'The server pack after.',
      resolve: ({ second }) => second,
    }),
    settings: t.field({
      type: [SettingDifferenceType],
      description: 'The settings that differ.',
      resolve: ({ first, second }) => settingDifferences(first, second),
    }),
    acts: t.field({
      type: [OwnerActType],
      description:
        'What to do when updating a server from the first server pack to the second; at most 104 acts.',
      resolve: async ({ comparison }) => (await comparison.sum()).acts,
    }),
    modCounts: t.field({
      type: ChangeCountsType,
      description: 'How many mods differ.',
      resolve: async ({ comparison }) => (await comparison.sum()).mods,
    }),
    mods: t.connection(
      {
        type: ModDifferenceType,
        description: 'The mods that differ: updated, added, removed, then renamed ones, by name.',
        async resolve({ comparison }, args, { operation: { maxPageSize } }) {
          const page = await comparison.mods(pageRequest(args, maxPageSize));
          return toConnection(page, async () => totalOf((await comparison.sum()).mods));
        },
      },
      ModDifferenceConnection,
    ),
    fileCounts: t.field({
      type: ChangeCountsType,
      description: 'How many other files differ.',
      resolve: async ({ comparison }) => (await comparison.sum()).files,
    }),
    files: t.connection(
      {
        type: FileDifferenceType,
        description: `The other files that differ, except scripts: updated, added, removed, then renamed ones, by path; at most ${mostFiles}.`,
        async resolve({ comparison }, args, { operation: { maxPageSize } }) {
          const page = await comparison.files(pageRequest(args, maxPageSize));
          return toConnection(page, async () => Math.min(mostFiles, totalOf((await comparison.sum()).files)));
        },
      },
      FileDifferenceConnection,
    ),
    markdown: t.string({
      extensions: { weight: 1_000 },
      description: `The comparison as a page of Markdown, in English, with at most ${rowsShown} mods and files.`,
      resolve: (row, _args, context) => markdownOf(row, context),
    }),
  }),
});

/** Fails with INVALID_INPUT for an .mrpack: it holds files of clients and only names the others. */
function demandZip({ id, runConfiguration }: ServerPackRow, field: string): void {
  if (runConfiguration.format === 'ZIP') return;
  const message = `Server pack ${id} is an .mrpack; only server packs that are zips are compared.`;
  throw new AppError('INVALID_INPUT', message, { field });
}

/** The cost of a comparison, whether cached or not: comparing reads two inventories in a thread. */
const weight = 5_000;

const CompareResult = resultOf(ServerPackComparison, 'What changed, or why the two cannot be compared.');

builder.queryField('compareServerPacks', (t) =>
  t.field({
    type: CompareResult,
    extensions: { weight },
    description:
      'What changed from one server pack to another. INVALID_INPUT for an .mrpack, GONE for a modpack in ' +
      'quarantine.',
    args: {
      first: t.arg({
        type: ServerPackBy,
        description:
          'The server pack before. Default: the newest for the same modloader of the version before in its ' +
          'line, else NOT_FOUND.',
      }),
      second: t.arg({ type: ServerPackBy, required: true, description: 'The server pack after.' }),
    },
    resolve: (_root, given, context) =>
      orExpectedError<ComparisonRow>(async () => {
        const { viewer } = context;
        const { comparisons } = context.parts;
        const { database, work, aside } = context.operation;
        const load = async (field: string, by: typeof ServerPackBy.$inferInput) => {
          const id = await serverPackNumber(database, field, by);
          const serverPack = await serverPackLoader(context).load(id);
          if (serverPack) return serverPack;
          throw noSuch('server pack', id);
        };
        const second = await load('second', given.second);
        demandZip(second, 'second');
        const first = given.first
          ? await load('first', given.first)
          : await findServerPackBefore(database, second);
        if (first === null) {
          const message = `Server pack ${second.id} is of no version that follows another in a line.`;
          throw new AppError('NOT_FOUND', message);
        }
        demandZip(first, 'first');
        // A comparison shows lines of the packs' files, so neither pack may be in quarantine.
        for (const { modPackId } of [second, first]) refuseByScan(await scanLoader(context).load(modPackId));
        const signal = work?.signal ?? new AbortController().signal;
        const wanted = { first, second, signal, caller: limitKey(viewer), aside };
        return { first, second, comparison: comparisons.open(wanted) };
      }),
  }),
);
