import type { Source } from '../../drizzle/schema.ts';
import { lineCallerOf } from '../access/accounts.ts';
import type { LineWishes } from '../archive/run-configuration.ts';
import { mayChange, noWishes } from '../core/packs/line-rules.ts';
import {
  assignLine,
  changeUpdateLink,
  changeWishes,
  countLines,
  deleteLine,
  demandLine,
  findLine,
  type Line as LineRow,
  listLines,
} from '../core/packs/lines.ts';
import { AppError } from '../errors.ts';
import { javaVersionFor } from '../modloaders/java-version.ts';
import { builder } from './builder.ts';
import { type Deleted, DeleteResult } from './deletion.ts';
import { ForbiddenError, InvalidInputError, NotFoundError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { SourceEnum } from './mod-pack.ts';
import {
  hasColumns,
  Line,
  LineConnection,
  LineVersion,
  LineVersionConnection,
  ModPack,
  ServerPack,
} from './objects.ts';
import { ModloaderEnum } from './run-configuration.ts';

/** server.properties may have some tens of kilobytes. */
const weightOfWishes = 250;

const LineWishesType = builder.objectRef<LineWishes>('LineWishes').implement({
  description: 'What a version of a line is built for when its upload does not say it.',
  fields: (t) => ({
    clientMods: t.exposeStringList('clientMods', { description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.exposeStringList('whitelistedMods', {
      description: 'File name prefixes of mods to keep.',
    }),
    includeFiles: t.exposeStringList('includeFiles', { description: 'Patterns of files to include.' }),
    excludeFiles: t.exposeStringList('excludeFiles', { description: 'Patterns of files to leave out.' }),
    serverProperties: t.exposeString('serverProperties', {
      nullable: true,
      description: 'The text of server.properties; null: that of the pack, or a default.',
    }),
  }),
});

LineVersion.implement({
  description: 'A modpack as a version of its line.',
  fields: (t) => ({
    modPack: t.field({ type: ModPack, description: 'The modpack.', resolve: (version) => version }),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description:
        'What the line hands out of it: the newest server pack of it that those have asked for who may change the line, or, for a project of a platform, that is as the pack and the line say. Null until there is one.',
      resolve: ({ id }, _args, { loaders }) => loaders.latestOfVersion.load(id),
    }),
    withdrawnAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it was noticed that its platform offers it no more; the line does not hand it out then, unless it is pinned. Null otherwise.',
      resolve: ({ withdrawn }) => withdrawn,
    }),
    javaVersion: t.int({
      nullable: true,
      description:
        'The Java that the game version of its server pack is made for; null without one, or where that is not known.',
      resolve: async ({ id }, _args, { loaders }) => {
        const serverPack = await loaders.latestOfVersion.load(id);
        return serverPack && javaVersionFor(serverPack.runConfiguration.gameVersion);
      },
    }),
  }),
});

builder.node(Line, {
  description: 'The versions of one modpack.',
  id: { resolve: (line) => line.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<LineRow>('project'),
  loadOne: (id, { loaders }) => loaders.line.load(id),
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Stands in its addresses, `/lines/<name>/latest` and `/lines/<name>/latest/download`.',
    }),
    platform: t.field({
      type: SourceEnum,
      nullable: true,
      description:
        'The platform whose project it is: its versions are fetched from there. Null for a line that an uploader has named.',
      resolve: ({ project }) => (project === null ? null : platformOf(project)),
    }),
    projectID: t.string({
      nullable: true,
      description: "The platform's own id of that project.",
      resolve: ({ project }) => project?.slice(project.indexOf(':') + 1) ?? null,
    }),
    modloader: t.expose('modloader', {
      type: ModloaderEnum,
      nullable: true,
      description: 'That of all its versions; null for the project of a platform, which may have several.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When its first version came.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When its first version came.',
      deprecationReason: 'Use `createdAt`.',
    }),
    downloads: t.field({
      type: 'BigInt',
      description: 'How often the server packs of its versions were downloaded, all together.',
      resolve: async ({ id }, _args, { loaders }) => (await loaders.lineTotals.load(id))?.downloads ?? 0,
    }),
    confirmedWorking: t.field({
      type: 'BigInt',
      description:
        'How many votes say that the server packs of its versions work, minus those that say they fail; may be negative.',
      resolve: async ({ id }, _args, { loaders }) =>
        (await loaders.lineTotals.load(id))?.confirmedWorking ?? 0,
    }),
    wishes: t.field({
      type: LineWishesType,
      description: 'What its next version is built for when its upload does not say it.',
      extensions: { weight: weightOfWishes },
      resolve: async ({ id }, _args, { loaders }) => (await loaders.lineWishes.load(id)) ?? noWishes,
    }),
    updateUrl: t.string({
      nullable: true,
      description:
        'Where its servers look for what is newer; null for who may not change the line, without a link, and where the service does not know its own address.',
      resolve: (line, _args, { viewer, access }) =>
        mayChange(line, lineCallerOf(viewer, access.mode))
          ? (access.updateLinks.sourceOf(line)?.url ?? null)
          : null,
    }),
    mayChange: t.boolean({
      description: 'Whether whoever asks may add versions by its name and change its wishes.',
      resolve: (line, _args, { viewer, access }) => mayChange(line, lineCallerOf(viewer, access.mode)),
    }),
    latest: t.field({
      type: ServerPack,
      nullable: true,
      description:
        'The server pack of the newest version that has one and is not withdrawn, or that of the pinned version; null until then.',
      resolve: ({ id }, _args, { loaders }) => loaders.latestOfLine.load(id),
    }),
    versions: t.connection(
      {
        type: LineVersion,
        description: 'Its versions, the newest first: by when they came, on a platform by its own order.',
        async resolve({ id }, args, { loaders, maxPageSize }) {
          const page = await loaders.versionsOf.page(id, { request: pageRequest(args, maxPageSize) });
          return toConnection(page, () => loaders.versionsOf.count(id));
        },
      },
      LineVersionConnection,
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
    description: 'The line with this name, or null.',
    args: { name: t.arg.string({ required: true, description: 'Its name, as in its addresses.' }) },
    resolve: (_root, { name }, { database }) => findLine(database, name),
  }),
  lines: t.connection(
    {
      type: Line,
      description: 'All lines, the newest first.',
      async resolve(_root, args, { database, maxPageSize }) {
        const request = pageRequest(args, maxPageSize);
        return toConnection(await listLines(database, request), () => countLines(database));
      },
    },
    LineConnection,
  ),
}));

/** The answer of mutations that change a line. */
export const LineChanged = builder.objectRef<{ line: LineRow }>('LineChanged').implement({
  description: 'The line is changed.',
  fields: (t) => ({
    line: t.field({ type: Line, description: 'The line.', resolve: ({ line }) => line }),
  }),
});

const ChangeWishesResult = builder.unionType('ChangeLineWishesResult', {
  description: 'The line, or why its wishes stay.',
  types: [LineChanged, InvalidInputError, NotFoundError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'LineChanged'),
});

const UpdateLinkResult = builder.unionType('UpdateLinkResult', {
  description: 'The line, or why its update link stays.',
  types: [LineChanged, InvalidInputError, NotFoundError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'LineChanged'),
});

const UpdateLinkInput = builder.inputType('UpdateLinkInput', {
  description: 'A line.',
  fields: (t) => ({ line: t.string({ required: true, description: 'The name of the line.' }) }),
});

const ChangeWishesInput = builder.inputType('ChangeLineWishesInput', {
  description: 'A line and what changes of its wishes; an absent field stays.',
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    clientMods: t.stringList({ description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.stringList({ description: 'File name prefixes of mods to keep.' }),
    includeFiles: t.stringList({ description: 'Patterns of files to include.' }),
    excludeFiles: t.stringList({ description: 'Patterns of files to leave out.' }),
    serverProperties: t.string({
      description: 'The text of server.properties; an empty one: that of the pack, or a default.',
    }),
  }),
});

interface Assigned {
  modPackId: number;
}

const LineAssigned = builder.objectRef<Assigned>('LineAssigned').implement({
  description: 'The modpack is a version of the line, or of none.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      async resolve({ modPackId }, _args, { loaders }) {
        const modPack = await loaders.modPack.clear(modPackId).load(modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
        return modPack;
      },
    }),
  }),
});

const AssignResult = builder.unionType('AssignLineResult', {
  description: 'The modpack in its line, or why it is not there.',
  types: [LineAssigned, InvalidInputError, NotFoundError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'LineAssigned'),
});

const AssignInput = builder.inputType('AssignLineInput', {
  description: 'A modpack and the line that it is to be a version of.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    line: t.string({ description: 'The name of the line, which is made if there is none; absent: none.' }),
  }),
});

const DeleteLineInput = builder.inputType('DeleteLineInput', {
  description: 'A line.',
  fields: (t) => ({ line: t.string({ required: true, description: 'The name of the line.' }) }),
});

builder.mutationFields((t) => ({
  changeLineWishes: t.field({
    type: ChangeWishesResult,
    needs: 'publish',
    description:
      'Changes what the next versions of a line are built for. For who has named the line, and operators.',
    args: { input: t.arg({ type: ChangeWishesInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { line: name, ...wishes } }, context) =>
      orExpectedError<{ line: LineRow }>(async () => {
        const by = lineCallerOf(context.viewer, context.access.mode);
        return { line: await changeWishes(context, name, wishes, by) };
      }),
  }),
  makeUpdateLink: t.field({
    type: UpdateLinkResult,
    needs: 'publish',
    description:
      'Gives a line an update link, which goes into the server packs that are built for it from then on: their servers update themselves. Links before it work no more. For who has named the line, and operators.',
    args: { input: t.arg({ type: UpdateLinkInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { config, database, viewer, access }) =>
      orExpectedError<{ line: LineRow }>(async () => {
        if (config.publicUrl === null) {
          const message = 'The service does not know its own address: its operator has to set PUBLIC_URL.';
          throw new AppError('INVALID_INPUT', message, { field: 'line' });
        }
        const by = lineCallerOf(viewer, access.mode);
        return { line: await changeUpdateLink(database, { name: input.line, isWanted: true }, by) };
      }),
  }),
  withdrawUpdateLink: t.field({
    type: UpdateLinkResult,
    needs: 'publish',
    description:
      'Ends the update link of a line: its servers are told of nothing newer. For who has named the line, and operators.',
    args: { input: t.arg({ type: UpdateLinkInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { database, viewer, access }) =>
      orExpectedError<{ line: LineRow }>(async () => {
        const by = lineCallerOf(viewer, access.mode);
        return { line: await changeUpdateLink(database, { name: input.line, isWanted: false }, by) };
      }),
  }),
  assignLine: t.field({
    type: AssignResult,
    needs: 'publish',
    description:
      'Makes a modpack a version of a line, or of none; the line hands out what the modpack was first built for. For operators, and for the token that has both uploaded the modpack and named the line.',
    args: { input: t.arg({ type: AssignInput, required: true, description: 'The modpack and its line.' }) },
    resolve: (_root, { input }, { database, viewer, access }) =>
      orExpectedError<Assigned>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', input.modPack);
        const request = { modPackId, name: input.line ?? null };
        await assignLine(database, request, lineCallerOf(viewer, access.mode));
        return { modPackId };
      }),
  }),
  deleteLine: t.field({
    type: DeleteResult,
    needs: 'operate',
    description: 'Deletes a line; its versions stay, as modpacks of no line. For operators.',
    args: { input: t.arg({ type: DeleteLineInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { database }) =>
      orExpectedError<Deleted>(async () => {
        const { id: databaseId } = await demandLine(database, input.line);
        await deleteLine(database, databaseId);
        return { typename: 'Line', databaseId };
      }),
  }),
}));
