import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Total } from '../core/figures/totals.ts';
import { AppError } from '../errors.ts';
import type { UploadedFile } from '../storage/storage.ts';
import type { Context } from './context.ts';
import { demandNodeIds } from './global-id.ts';
import './execution/permission-plugin.ts';

/** The one schema builder; a file for each type adds to it. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Connection: { total: () => Promise<Total> };
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: Date; Output: Date };
    BigInt: { Input: number; Output: number };
    Upload: { Input: UploadedFile; Output: never };
  };
}>({
  // Permissions come first, so that no other code sees a request without the right.
  plugins: ['permissions', RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodesOnConnection: { description: 'The nodes of this page, for clients that need no cursors.' },
    edgesFieldOptions: { description: 'The nodes of this page with their cursors.' },
    cursorFieldOptions: { description: 'The place of this node, for `after` and `before`.' },
    nodeFieldOptions: { description: 'The node.' },
    pageInfoFieldOptions: { description: 'Where this page lies in the list.' },
    nodeQueryOptions: {
      description: 'The object with this global id, or null when there is none.',
      args: { id: { description: 'The global id.' } },
      resolve(_root, { id }, _context, { schema }, resolveNode) {
        demandNodeIds(schema, 'id', [id]);
        return resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description: 'The objects with these global ids, in their order; null where there is none.',
      args: { ids: { description: 'The global ids, at most as many as one page has nodes.' } },
      resolve(_root, { ids }, { maxPageSize }, { schema }, resolveNodes) {
        if (ids.length > maxPageSize) {
          const message = `nodes takes at most ${maxPageSize} ids, not ${ids.length}. Ask for them in parts.`;
          throw new AppError('INVALID_INPUT', message, { field: 'ids' });
        }
        demandNodeIds(schema, 'ids', ids);
        return resolveNodes(ids);
      },
    },
    idFieldOptions: { description: 'Its id among all objects.' },
    nodeTypeOptions: { description: 'An object that has an id of its own among all objects.' },
    pageInfoTypeOptions: { description: 'Where a page of a connection lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether the list goes on after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list begins before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first node; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last node; null on an empty page.' },
    firstArgOptions: {
      description: 'How many nodes from the beginning, or from `after` on. The default is 20.',
    },
    lastArgOptions: { description: 'How many nodes from the end, or up to `before`.' },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
  },
});

builder.queryType({ description: 'What can be read.', needs: 'read' });
builder.mutationType({
  description: 'What can be changed. Expected failures are answered as types, not as errors.',
});
builder.subscriptionType({
  description: 'What can be followed live, over WebSocket or server-sent events.',
  needs: 'read',
});

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description:
      'How many nodes the whole list has. Counted only when it is asked for, and estimated where `totalCountIsEstimated` says so.',
    resolve: async ({ total }) => (await total()).count,
  }),
  totalCountIsEstimated: t.boolean({
    description:
      'Whether `totalCount` is what the database expects rather than what it has counted. Lists by part of a name or by a span of dates are counted up to a limit of the service (10,000 unless its operator says otherwise), those by several filters where that takes little reading; what is on one page is always counted. An estimate is never less than was counted or is shown.',
    resolve: async ({ total }) => (await total()).isEstimated,
  }),
}));
