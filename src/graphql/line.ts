import type { Source } from '../../drizzle/schema.ts';
import { lineCallerOf } from '../access/accounts.ts';
import type { LineOverrides } from '../archive/run-configuration.ts';
import { mayChange, noOverrides } from '../core/lines/line-rules.ts';
import {
  assignLine,
  changeOverrides,
  changeUpdateLink,
  countLines,
  deleteLine,
  demandLine,
  findLatest,
  findLine,
  findLineOverrides,
  findLineTotals,
  type Line as LineRow,
  listLines,
} from '../core/lines/lines.ts';
import { countVersionsOf, listVersionsOf } from '../core/packs/mod-packs.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { type Deleted, DeleteResult } from './deletion.ts';
import { ownRules } from './execution/value-sizes.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { LineInput } from './inputs.ts';
import { LineBy } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { loaderById, loaderOf, pageLoader, valueLoader } from './loaders.ts';
import { SourceEnum } from './mod-pack.ts';
import {
  hasColumns,
  Line,
  LineConnection,
  lineLoader,
  ModPack,
  ModPackConnection,
  ServerPack,
} from './objects.ts';
import { changedModPack, LineResult, ModPackResult } from './results.ts';
import { ModloaderEnum } from './run-configuration.ts';

/** The server.properties in overrides may have some tens of kilobytes. */
const weightOfOverrides = 250;

const LineOverridesType = builder.objectRef<LineOverrides>('LineOverrides').implement({
  description: 'The overrides for a version of a line whose upload sets none.',
  fields: (t) => ({
    clientMods: t.exposeStringList('clientMods', { description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.exposeStringList('whitelistedMods', {
      description: 'File name prefixes of mods to keep.',
    }),
    addedMods: t.exposeStringList('addedMods', {
      description: 'Mods to add to those of the pack, as in a run configuration.',
    }),
    includeFiles: t.exposeStringList('includeFiles', { description: 'Patterns of files to include.' }),
    excludeFiles: t.exposeStringList('excludeFiles', { description: 'Patterns of files to exclude.' }),
    serverProperties: t.exposeString('serverProperties', {
      nullable: true,
      description: "The text of server.properties. Null where it is the pack's file or the default.",
    }),
  }),
});

const latestOf = (of: 'line' | 'version') =>
  valueLoader(
    (database, ids: readonly number[]) => findLatest(database, { of, ids }),
    (latest) => latest.of,
    ({ serverPack }) => serverPack,
  );
/** The newest server pack that a line offers, by the server pack's number. */
const latestOfLineLoader = latestOf('line');
/** The server pack that a line offers for one version, by the number of its modpack. */
const latestOfVersionLoader = latestOf('version');
const lineTotalsLoader = loaderById(findLineTotals);
const lineOverridesLoader = valueLoader(
  findLineOverrides,
  ({ id }) => id,
  ({ overrides }) => overrides,
);
const versionPages = pageLoader(listVersionsOf);
const versionCounts = loaderOf(countVersionsOf);

builder.objectFields(ModPack, (t) => ({
  offeredServerPack: t.field({
    type: ServerPack,
    nullable: true,
    description:
      'The server pack that the line offers for this version. Null until it is built, and without a line.',
    resolve: ({ id }, _args, context) => latestOfVersionLoader(context).load(id),
  }),
  withdrawnAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the platform was found to have withdrawn the version. Null where it has not.',
    resolve: ({ withdrawn }) => withdrawn,
  }),
}));

builder.node(Line, {
  description: 'The versions of one modpack.',
  id: { resolve: (line) => line.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<LineRow>('project'),
  loadOne: (id, context) => lineLoader(context).load(id),
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name, as in the address `/lines/<name>/latest`.',
    }),
    platform: t.field({
      type: SourceEnum,
      nullable: true,
      description: 'The platform whose project the line follows. Null where an uploader has named the line.',
      resolve: ({ project }) => (project === null ? null : platformOf(project)),
    }),
    projectID: t.string({
      nullable: true,
      description: "The platform's own id of the project. Null where `platform` is null.",
      resolve: ({ project }) => project?.slice(project.indexOf(':') + 1) ?? null,
    }),
    modloader: t.expose('modloader', {
      type: ModloaderEnum,
      nullable: true,
      description: "The modloader of all versions. Null where the line follows a platform's project.",
    }),
    createdAt: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When the first version was added.',
    }),
    downloads: t.field({
      type: 'BigInt',
      description: 'How often the server packs of all versions were downloaded, in total.',
      resolve: async ({ id }, _args, context) => (await lineTotalsLoader(context).load(id))?.downloads ?? 0,
    }),
    confirmedWorking: t.field({
      type: 'BigInt',
      description: 'Votes that the server packs of the versions work, minus votes that they fail.',
      resolve: async ({ id }, _args, context) =>
        (await lineTotalsLoader(context).load(id))?.confirmedWorking ?? 0,
    }),
    overrides: t.field({
      type: LineOverridesType,
      description: 'The overrides for a next version whose upload sets none.',
      extensions: { weight: weightOfOverrides },
      resolve: async ({ id }, _args, context) => (await lineOverridesLoader(context).load(id)) ?? noOverrides,
    }),
    updateUrl: t.string({
      nullable: true,
      description:
        "The address where the line's servers check for updates. Null where there is none, or the caller may " +
        'not change the line.',
      resolve: (line, _args, { parts: { access }, viewer }) =>
        mayChange(line, lineCallerOf(viewer, access.mode))
          ? (access.updateLinks.sourceOf(line)?.url ?? null)
          : null,
    }),
    mayChange: t.boolean({
      description: 'Whether the caller may add versions and change the overrides.',
      resolve: (line, _args, { parts: { access }, viewer }) =>
        mayChange(line, lineCallerOf(viewer, access.mode)),
    }),
    latest: t.field({
      type: ServerPack,
      nullable: true,
      description:
        'The server pack of the pinned version, or of the newest that is not withdrawn. Null until one is ' +
        'built.',
      resolve: ({ id }, _args, context) => latestOfLineLoader(context).load(id),
    }),
    versions: t.connection(
      {
        type: ModPack,
        description: 'The versions, the newest first, on a platform in its own order.',
        async resolve({ id }, args, context) {
          const page = await versionPages(context).load(id, {
            request: pageRequest(args, context.operation.maxPageSize),
          });
          return toConnection(page, () => versionCounts(context).load(id));
        },
      },
      ModPackConnection,
    ),
  }),
});

function platformOf(project: string): Source | null {
  const platforms: Source[] = ['MODRINTH', 'CURSEFORGE', 'FTB'];
  return platforms.find((platform) => project.startsWith(`${platform}:`)) ?? null;
}

builder.queryFields((t) => ({
  line: t.field({
    type: Line,
    nullable: true,
    description: 'Null where there is none.',
    args: { by: t.arg({ type: LineBy, required: true, description: 'The key of the line.' }) },
    resolve: (_root, { by: { id, name } }, context) =>
      id
        ? lineLoader(context).load(databaseIdOf('by', 'Line', id))
        : findLine(context.operation.database, name ?? ''),
  }),
  lines: t.connection(
    {
      type: Line,
      description: 'All lines, the newest first.',
      async resolve(_root, args, { operation: { database, maxPageSize } }) {
        const request = pageRequest(args, maxPageSize);
        return toConnection(await listLines(database, request), () => countLines(database));
      },
    },
    LineConnection,
  ),
}));

const ChangeOverridesInput = builder.inputType('UpdateLineOverridesInput', {
  description: 'A line and the changes to its overrides; an absent field stays.',
  extensions: ownRules,
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    clientMods: t.stringList({ description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.stringList({ description: 'File name prefixes of mods to keep.' }),
    addedMods: t.stringList({ description: 'Mods to add to those of the pack, as in a run configuration.' }),
    includeFiles: t.stringList({ description: 'Patterns of files to include.' }),
    excludeFiles: t.stringList({ description: 'Patterns of files to exclude.' }),
    serverProperties: t.string({
      description: 'The text of server.properties; empty: the file in the pack, or the default.',
    }),
  }),
});

const AssignInput = builder.inputType('AssignLineInput', {
  description: 'A modpack and the line to assign it to.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    line: t.string({
      description: 'The name of the line, which is created if there is none; absent: no line.',
    }),
  }),
});

builder.mutationFields((t) => ({
  updateLineOverrides: t.field({
    type: LineResult,
    needs: 'publish',
    description:
      'Changes the overrides for the next versions of a line. For the token that has named the line, and ' +
      'operators.',
    args: { input: t.arg({ type: ChangeOverridesInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { line: name, ...overrides } }, context) =>
      orExpectedError(async () => {
        const by = lineCallerOf(context.viewer, context.parts.access.mode);
        return await changeOverrides(context.parts, name, overrides, by);
      }),
  }),
  createUpdateLink: t.field({
    type: LineResult,
    needs: 'publish',
    description:
      'Gives a line a new update link, with which servers of later server packs update themselves. Earlier ' +
      'links stop working. For the token that has named the line, and operators.',
    args: { input: t.arg({ type: LineInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { parts: { config, access }, viewer, operation: { database } }) =>
      orExpectedError(async () => {
        if (config.publicUrl === null) {
          const message = 'The service does not know its own address: its operator has to set PUBLIC_URL.';
          throw new AppError('INVALID_INPUT', message, { field: 'line' });
        }
        const by = lineCallerOf(viewer, access.mode);
        return await changeUpdateLink(database, { name: input.line, isWanted: true }, by);
      }),
  }),
  deleteUpdateLink: t.field({
    type: LineResult,
    needs: 'publish',
    description: 'Revokes the update link of a line. For the token that has named the line, and operators.',
    args: { input: t.arg({ type: LineInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError(async () => {
        const by = lineCallerOf(viewer, access.mode);
        return await changeUpdateLink(database, { name: input.line, isWanted: false }, by);
      }),
  }),
  assignLine: t.field({
    type: ModPackResult,
    needs: 'publish',
    description:
      'Makes a modpack a version of a line, or of none. For operators, and the token that has uploaded the ' +
      'modpack and named the line.',
    args: { input: t.arg({ type: AssignInput, required: true, description: 'The modpack and its line.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const { parts, viewer, operation } = context;
        const modPackId = databaseIdOf('modPack', 'ModPack', input.modPack);
        const request = { modPackId, name: input.line ?? null };
        await assignLine(operation.database, request, lineCallerOf(viewer, parts.access.mode));
        return changedModPack(context, modPackId);
      }),
  }),
  deleteLine: t.field({
    type: DeleteResult,
    needs: 'operate',
    description: 'Deletes a line, but not its versions. For operators.',
    args: { input: t.arg({ type: LineInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError<Deleted>(async () => {
        const { id: databaseId } = await demandLine(database, input.line);
        await deleteLine(database, databaseId);
        return { typename: 'Line', databaseId };
      }),
  }),
}));
