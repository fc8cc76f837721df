import { limitKey } from '../access/rate-limits.ts';
import {
  type Change,
  type ChangeCounts,
  type ComparedMod,
  changes,
  type FileDifference,
  type ModDifference,
  mostFiles,
  type OwnerAct,
  type OwnerActKind,
} from '../archive/compare-packs.ts';
import { type Comparison, findServerPackBefore } from '../core/packs/comparisons.ts';
import { refuseByScan } from '../core/packs/scans.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import {
  type ComparedSetting,
  type SettingDifference,
  settingDifferences,
} from '../core/packs/setting-differences.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { comparisonMarkdown, messageOf, rowsShown } from './comparison-markdown.ts';
import type { Context } from './context.ts';
import { ConflictError, InvalidInputError, NotFoundError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { ServerPack } from './objects.ts';

interface ComparisonRow {
  first: ServerPackRow;
  second: ServerPackRow;
  comparison: Comparison;
}

const described = (description: string) => ({ description });

const ChangeEnum = builder.enumType('Change', {
  description: 'What became of a mod or a file from the first server pack to the second.',
  values: {
    UPDATED: described('In both, with other bytes. Mods are known by their names, then by their ids.'),
    ADDED: described('Only in the second.'),
    REMOVED: described('Only in the first.'),
    RENAMED: described('In both with the same bytes, under another name.'),
  } satisfies Record<Change, { description: string }>,
});

const ComparedSettingEnum = builder.enumType('ComparedSetting', {
  description: 'What two server packs may be built for differently.',
  values: {
    GAME_VERSION: described('The version of the game.'),
    JAVA_VERSION: described('The Java that the game version is made for.'),
    MODLOADER: described('The modloader.'),
    MODLOADER_VERSION: described('Its version.'),
    START_ARGS: described('JVM arguments.'),
    CLIENT_MODS: described('Prefixes of mods to drop.'),
    WHITELISTED_MODS: described('Prefixes of mods to keep.'),
    AUTOMATIC_SIDES: described('Whether what is known of mods decides, too.'),
    INCLUDE_FILES: described('Patterns of files to include.'),
    EXCLUDE_FILES: described('Patterns of files to leave out.'),
    INCLUDE_WORLD: described('Whether worlds go in.'),
    SERVER_ICON: described('SHA-256 of the icon that was given.'),
    SERVER_PROPERTIES: described('SHA-256 of the server.properties that was given.'),
    NAME_ENCODING: described('The encoding of names in the archive that was given.'),
  } satisfies Record<ComparedSetting, { description: string }>,
});

const SettingDifferenceType = builder.objectRef<SettingDifference>('SettingDifference').implement({
  description: 'A setting that differs.',
  fields: (t) => ({
    setting: t.field({
      type: ComparedSettingEnum,
      description: 'Which one.',
      resolve: ({ setting }) => setting,
    }),
    first: t.exposeString('first', {
      description: 'In the first, at most 2,000 characters of it; empty where it is not set.',
    }),
    second: t.exposeString('second', { description: 'The same in the second.' }),
  }),
});

const OwnerActKindEnum = builder.enumType('OwnerActKind', {
  description: 'What somebody has to do who runs the first server pack and takes the second.',
  values: {
    USE_JAVA: described('Install the Java `java`.'),
    BACK_UP_WORLD: described('Back the world up, which the newer game converts.'),
    KEEP_OLD_WORLD: described('Take a world of the older game, which cannot load one of the newer.'),
    OTHER_MODLOADER: described('Back the world up, since the modloader is another one.'),
    MOD_IN_WORLD: described(
      'Back the world up, since `mod` is gone, which has blocks, terrain or dimensions that it may hold.',
    ),
  } satisfies Record<OwnerActKind, { description: string }>,
});

const OwnerActType = builder.objectRef<OwnerAct>('OwnerAct').implement({
  description: 'What somebody has to do who runs the first server pack and takes the second.',
  fields: (t) => ({
    kind: t.field({
      type: OwnerActKindEnum,
      description: 'What is to be done.',
      resolve: ({ kind }) => kind,
    }),
    message: t.string({ description: 'A sentence for people.', resolve: messageOf }),
    java: t.int({
      nullable: true,
      description: 'The version of Java.',
      resolve: (act) => ('java' in act ? act.java : null),
    }),
    mod: t.string({
      nullable: true,
      description: 'The name of the mod.',
      resolve: (act) => ('mod' in act ? act.mod : null),
    }),
  }),
});

const ComparedModType = builder.objectRef<ComparedMod>('ComparedMod').implement({
  description: 'A mod in one of the server packs.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'Path of the jar below mods/.' }),
    version: t.exposeString('version', {
      nullable: true,
      description: 'The version that the jar states.',
    }),
  }),
});

const ModDifferenceType = builder.objectRef<ModDifference>('ModDifference').implement({
  description: 'A mod that differs.',
  fields: (t) => ({
    change: t.field({ type: ChangeEnum, description: 'What became of it.', resolve: ({ change }) => change }),
    name: t.exposeString('name', { description: 'Its own name, else its file.' }),
    modId: t.exposeString('modId', { nullable: true, description: 'Its id, in lower case.' }),
    first: t.expose('first', {
      type: ComparedModType,
      nullable: true,
      description: 'As it is in the first; null where it was added.',
    }),
    second: t.expose('second', {
      type: ComparedModType,
      nullable: true,
      description: 'As it is in the second; null where it was removed.',
    }),
  }),
});

/** A text may have some kilobytes. */
const weightOfText = 100;

const FileDifferenceType = builder.objectRef<FileDifference>('FileDifference').implement({
  description: 'A file beside mods, scripts and descriptions that differs.',
  fields: (t) => ({
    change: t.field({ type: ChangeEnum, description: 'What became of it.', resolve: ({ change }) => change }),
    path: t.exposeString('path', { description: 'Its path; of a removed one, that in the first.' }),
    formerPath: t.exposeString('formerPath', {
      nullable: true,
      description: 'The path in the first, of a renamed one.',
    }),
    firstSize: t.expose('firstSize', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes in the first; null where it was added.',
    }),
    secondSize: t.expose('secondSize', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes in the second; null where it was removed.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      extensions: { weight: weightOfText },
      description:
        'The lines that differ, as `diff -u` writes them, at most 16 KiB; empty where only line ends do. Null for what was not updated, is no UTF-8 text of at most 256 KiB, or differs in too many lines.',
    }),
  }),
});

const ChangeCountsType = builder.objectRef<ChangeCounts>('ChangeCounts').implement({
  description: 'How many there are of each change.',
  fields: (t) => ({
    updated: t.exposeInt('UPDATED', { description: 'Updated ones.' }),
    added: t.exposeInt('ADDED', { description: 'Added ones.' }),
    removed: t.exposeInt('REMOVED', { description: 'Removed ones.' }),
    renamed: t.exposeInt('RENAMED', { description: 'Renamed ones.' }),
  }),
});

function totalOf(counts: ChangeCounts): number {
  return changes.reduce((total, change) => total + counts[change], 0);
}

const edge = (name: string) => ({
  name: `${name}Edge`,
  description: 'A node of the list and its place in it.',
});
const ModDifferenceConnection = builder.connectionObject(
  { type: ModDifferenceType, name: 'ModDifferenceConnection', description: 'A page of mods that differ.' },
  edge('ModDifference'),
);
const FileDifferenceConnection = builder.connectionObject(
  { type: FileDifferenceType, name: 'FileDifferenceConnection', description: 'A page of files that differ.' },
  edge('FileDifference'),
);

async function markdownOf(
  { first, second, comparison }: ComparisonRow,
  { loaders }: Context,
): Promise<string> {
  const request = { limit: rowsShown, after: null, before: null, fromEnd: false };
  const { mods, files, acts } = await comparison.sum();
  const titleOf = async ({ id, modPackId }: ServerPackRow) => {
    const modPack = await loaders.modPack.load(modPackId);
    return `${modPack?.name ?? ''} (server pack ${id})`;
  };
  return comparisonMarkdown({
    first: await titleOf(first),
    second: await titleOf(second),
    settings: settingDifferences(first.runConfiguration, second.runConfiguration),
    acts: acts.map(messageOf),
    mods: { counts: mods, shown: (await comparison.mods(request)).rows },
    files: { counts: files, shown: (await comparison.files(request)).rows },
  });
}

const ServerPackComparison = builder.objectRef<ComparisonRow>('ServerPackComparison').implement({
  description: 'What changed from one server pack to another.',
  fields: (t) => ({
    first: t.field({ type: ServerPack, description: 'The one before.', resolve: ({ first }) => first }),
    second: t.field({ type: ServerPack, description: 'The one after.', resolve: ({ second }) => second }),
    settings: t.field({
      type: [SettingDifferenceType],
      description: 'What they are built for differently.',
      resolve: ({ first, second }) => settingDifferences(first.runConfiguration, second.runConfiguration),
    }),
    acts: t.field({
      type: [OwnerActType],
      description: 'What somebody has to do who runs the first and takes the second; at most 104.',
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
        async resolve({ comparison }, args, { maxPageSize }) {
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
        description: `The files beside mods that differ, without what every server pack gets, such as scripts: updated, added, removed, then renamed ones, by path; at most ${mostFiles}.`,
        async resolve({ comparison }, args, { maxPageSize }) {
          const page = await comparison.files(pageRequest(args, maxPageSize));
          return toConnection(page, async () => Math.min(mostFiles, totalOf((await comparison.sum()).files)));
        },
      },
      FileDifferenceConnection,
    ),
    markdown: t.string({
      extensions: { weight: 1_000 },
      description: `The same as a page of Markdown, in English, with at most ${rowsShown} mods and files.`,
      resolve: (row, _args, context) => markdownOf(row, context),
    }),
  }),
});

/** Fails with INVALID_INPUT for an .mrpack: it holds files of clients, and names others only. */
function demandZip({ id, runConfiguration }: ServerPackRow, field: string): void {
  if (runConfiguration.format === 'ZIP') return;
  const message = `Server pack ${id} is an .mrpack; only server packs that are zips are compared.`;
  throw new AppError('INVALID_INPUT', message, { field });
}

/** The cost of a comparison, kept or not: it reads two inventories in a thread. */
const weight = 5_000;

const CompareResult = builder.unionType('CompareServerPacksResult', {
  description: 'What changed, or why that cannot be told.',
  types: [ServerPackComparison, NotFoundError, InvalidInputError, ConflictError, UnavailableError],
  resolveType: (value) => resultType(value, 'ServerPackComparison'),
});

builder.queryField('compareServerPacks', (t) =>
  t.field({
    type: CompareResult,
    extensions: { weight },
    description:
      'What changed from one server pack to another, of one modpack or of two. INVALID_INPUT for one that is an .mrpack, GONE for one whose modpack is in quarantine.',
    args: {
      firstDatabaseId: t.arg.int({
        description:
          'The number of the one before. Left out: of the version before in the line of the second, the newest for its modloader; NOT_FOUND where there is none.',
      }),
      secondDatabaseId: t.arg.int({ required: true, description: 'The number of the one after.' }),
    },
    resolve: (_root, { firstDatabaseId, secondDatabaseId }, context) =>
      orExpectedError<ComparisonRow>(async () => {
        const { comparisons, database, loaders, viewer, work, aside } = context;
        const load = async (id: number) => {
          const serverPack = await loaders.serverPack.load(id);
          if (serverPack) return serverPack;
          throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
        };
        const second = await load(secondDatabaseId);
        demandZip(second, 'secondDatabaseId');
        const first =
          firstDatabaseId == null
            ? await findServerPackBefore(database, second)
            : await load(firstDatabaseId);
        if (first === null) {
          const message = `Server pack ${second.id} is of no version that follows another in a line.`;
          throw new AppError('NOT_FOUND', message);
        }
        demandZip(first, 'firstDatabaseId');
        // A comparison shows lines of their files.
        for (const { modPackId } of [second, first]) refuseByScan(await loaders.scan.load(modPackId));
        const signal = work?.signal ?? new AbortController().signal;
        const wanted = { first, second, signal, caller: limitKey(viewer), aside };
        return { first, second, comparison: comparisons.open(wanted) };
      }),
  }),
);
