import { lineCallerOf } from '../access/accounts.ts';
import {
  countDropLists,
  countVersionsOfLists,
  type DropList as DropListRow,
  type DropListVersion as DropListVersionRow,
  deleteDropList,
  findDropList,
  findDropLists,
  findDropListVersion,
  findPrefixes,
  listDropLists,
  listVersionsOfLists,
  mayChangeList,
  saveDropList,
  setDefaultDropList,
} from '../core/drop-lists/drop-lists.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { type Deleted, DeleteResult } from './deletion.ts';
import { resultOf } from './errors.ts';
import { ownRules } from './execution/value-sizes.ts';
import { orExpectedError } from './failure.ts';
import { parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { loaderById, loaderOf, pageLoader } from './loaders.ts';
import { hasColumns } from './objects.ts';

/** The prefixes of a version may have some hundred kilobytes. */
const weightOfPrefixes = 250;
const prefixesLoader = loaderOf(findPrefixes, { maxBatchSize: 10 });

async function prefixesOf({ id }: DropListVersionRow, context: Context) {
  const found = await prefixesLoader(context).load(id);
  if (!found) throw new AppError('NOT_FOUND', 'This version has been deleted meanwhile.');
  return found;
}

const DropListVersion = builder.objectRef<DropListVersionRow>('DropListVersion').implement({
  description: 'A version of a drop list, which never changes.',
  fields: (t) => ({
    number: t.exposeInt('version', { description: 'The number of the version, from 1 on.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was saved.' }),
    savedBy: t.string({
      nullable: true,
      description:
        'The name of the token or sign-in that saved it. Null where the caller may not change the list.',
      resolve: async ({ dropListId, savedBy }, _args, context) => {
        const list = await dropListLoader(context).load(dropListId);
        const by = lineCallerOf(context.viewer, context.parts.access.mode);
        return list && mayChangeList(list, by) ? savedBy : null;
      },
    }),
    clientOnly: t.stringList({
      description: 'File name prefixes of mods to drop, sorted.',
      extensions: { weight: weightOfPrefixes },
      resolve: async (version, _args, context) => (await prefixesOf(version, context)).clientOnly,
    }),
    keep: t.stringList({
      description: 'File name prefixes of mods to keep, sorted.',
      extensions: { weight: weightOfPrefixes },
      resolve: async (version, _args, context) => (await prefixesOf(version, context)).keep,
    }),
  }),
});

const DropListVersionConnection = builder.connectionObject(
  {
    type: DropListVersion,
    name: 'DropListVersionConnection',
    description: 'A page of the versions of a drop list.',
  },
  { name: 'DropListVersionEdge', description: 'A node and its cursor.' },
);

const dropListLoader = loaderById(findDropLists);
const versionPages = pageLoader(listVersionsOfLists);
const versionCounts = loaderOf(countVersionsOfLists);

const DropList = builder.objectRef<DropListRow>('DropList');

const DropListConnection = builder.connectionObject(
  { type: DropList, name: 'DropListConnection', description: 'A page of drop lists.' },
  { name: 'DropListEdge', description: 'A node and its cursor.' },
);

builder.node(DropList, {
  description: 'Mods to drop and to keep, by prefixes of their file names, for all packs.',
  id: { resolve: (list) => list.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<DropListRow>('isDefault'),
  loadOne: (id, context) => dropListLoader(context).load(id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name, as in the address `/lists/<name>`.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether runs that name no lists use it.' }),
    createdAt: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When the first version was saved.',
    }),
    mayChange: t.boolean({
      description: 'Whether the caller may save versions of it and delete it.',
      resolve: (list, _args, { parts: { access }, viewer }) =>
        mayChangeList(list, lineCallerOf(viewer, access.mode)),
    }),
    version: t.field({
      type: DropListVersion,
      nullable: true,
      description: 'A version. Null where there is none with this number.',
      args: { number: t.arg.int({ description: 'The number of the version. Default: the newest.' }) },
      resolve: ({ id: dropListId }, { number }, { operation: { database } }) =>
        findDropListVersion(database, { dropListId, version: number ?? null }),
    }),
    versions: t.connection(
      {
        type: DropListVersion,
        description: 'The versions, the newest first.',
        async resolve({ id }, args, context) {
          const page = await versionPages(context).load(id, {
            request: pageRequest(args, context.operation.maxPageSize),
          });
          return toConnection(page, () => versionCounts(context).load(id));
        },
      },
      DropListVersionConnection,
    ),
  }),
});

builder.queryFields((t) => ({
  dropList: t.field({
    type: DropList,
    nullable: true,
    description: 'Null where there is none.',
    args: { name: t.arg.string({ required: true, description: 'The name of the drop list.' }) },
    resolve: (_root, { name }, { operation: { database } }) => findDropList(database, name),
  }),
  dropLists: t.connection(
    {
      type: DropList,
      description: 'All drop lists, the newest first.',
      async resolve(_root, args, { operation: { database, maxPageSize } }) {
        const request = pageRequest(args, maxPageSize);
        return toConnection(await listDropLists(database, request), () => countDropLists(database));
      },
    },
    DropListConnection,
  ),
}));

const SaveDropListInput = builder.inputType('SaveDropListInput', {
  description: 'The content of a drop list.',
  extensions: ownRules,
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The name: small letters, digits and hyphens between them.',
    }),
    clientOnly: t.stringList({
      required: true,
      defaultValue: [],
      description: 'Case-sensitive file name prefixes of mods to drop. Empty ones are ignored.',
    }),
    keep: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Case-sensitive file name prefixes of mods to keep, whatever drop lists or other rules say. Empty ' +
        'ones are ignored.',
    }),
  }),
});

const DropListInput = builder.inputType('DropListInput', {
  description: 'A drop list.',
  fields: (t) => ({ name: t.string({ required: true, description: 'The name of the drop list.' }) }),
});

const SetDefaultInput = builder.inputType('SetDefaultDropListInput', {
  description: 'A drop list, and whether runs that name none use it.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the drop list.' }),
    isDefault: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether it is the default. Another default list no longer is.',
    }),
  }),
});

const DropListResult = resultOf(DropList, 'The drop list, or why it was not changed.');

builder.mutationFields((t) => ({
  saveDropList: t.field({
    type: DropListResult,
    needs: 'publish',
    description:
      'Saves a new version of a drop list, unless the newest has the same content. Whoever saves the first ' +
      'version owns the list, which needs a token; later ones are for the owner, and operators.',
    args: { input: t.arg({ type: SaveDropListInput, required: true, description: 'The content.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError(() => saveDropList(database, input, lineCallerOf(viewer, access.mode))),
  }),
  deleteDropList: t.field({
    type: DeleteResult,
    needs: 'publish',
    description: 'Deletes a drop list; runs keep what they used. For its owner, and operators.',
    args: { input: t.arg({ type: DropListInput, required: true, description: 'The drop list.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError<Deleted>(async () => {
        const by = lineCallerOf(viewer, access.mode);
        return { typename: 'DropList', databaseId: await deleteDropList(database, input.name, by) };
      }),
  }),
  setDefaultDropList: t.field({
    type: DropListResult,
    needs: 'operate',
    description: 'Makes runs that name no drop lists use this one, or no longer. For operators.',
    args: { input: t.arg({ type: SetDefaultInput, required: true, description: 'The drop list.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(() => setDefaultDropList(database, input)),
  }),
}));
