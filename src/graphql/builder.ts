import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { largestPageSize } from '../config.ts';
import type { Total } from '../core/figures/totals.ts';
import { AppError } from '../errors.ts';
import type { UploadedFile } from '../storage/storage.ts';
import type { Context } from './context.ts';
import { demandNodeIds } from './global-id.ts';
import './execution/permission-plugin.ts';

/** The one schema builder; each type's file adds to it. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Connection: { total: () => Promise<Total> };
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date };
    CalendarDate: { Input: Date; Output: Date };
    BigInt: { Input: number; Output: number };
    Upload: { Input: UploadedFile; Output: never };
  };
}>({
  // The permissions plugin comes first, so no other plugin handles a request that lacks the right.
  plugins: ['permissions', RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    clientMutationId: 'omit',
    cursorType: 'String',
    nodesOnConnection: { description: 'The nodes of this page.' },
    edgesFieldOptions: { description: 'The nodes with their cursors.' },
    cursorFieldOptions: { description: 'For `after` and `before`.' },
    nodeFieldOptions: { description: 'The node.' },
    pageInfoFieldOptions: { description: 'Where the page lies in the list.' },
    nodeQueryOptions: {
      description: 'The object with this global id. Null where there is none.',
      args: { id: { description: 'The global id.' } },
      resolve(_root, { id }, _context, { schema }, resolveNode) {
        demandNodeIds(schema, 'id', [id]);
        return resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description: 'The objects with these global ids, in their order. Null where there is none.',
      args: {
        ids: {
          description: 'The global ids, at most as many as one page has nodes.',
          extensions: { most: largestPageSize },
        },
      },
      resolve(_root, { ids }, { operation: { maxPageSize } }, { schema }, resolveNodes) {
        if (ids.length > maxPageSize) {
          const message = `nodes takes at most ${maxPageSize} ids, not ${ids.length}. Ask for them in parts.`;
          throw new AppError('INVALID_INPUT', message, { field: 'ids' });
        }
        demandNodeIds(schema, 'ids', ids);
        return resolveNodes(ids);
      },
    },
    idFieldOptions: { description: 'The global id.' },
    nodeTypeOptions: { description: 'An object with a global id.' },
    pageInfoTypeOptions: { description: 'Where a page of a connection lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether the list goes on after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list begins before this page.' },
    startCursorFieldOptions: { description: 'Null where the page is empty.' },
    endCursorFieldOptions: { description: 'Null where the page is empty.' },
    firstArgOptions: { description: 'From the beginning; 20 unless given.' },
    lastArgOptions: { description: 'From the end.' },
    afterArgOptions: { description: 'After this cursor.' },
    beforeArgOptions: { description: 'Before this cursor.' },
  },
});

builder.queryType({ description: 'Everything that can be read.', needs: 'read' });
builder.mutationType({
  description: 'Everything that can be changed. Expected failures are answers, not errors.',
});
builder.subscriptionType({
  description: 'Everything that can be followed live, over WebSocket or server-sent events.',
  needs: 'read',
});

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description: 'How many nodes the list has.',
    resolve: async ({ total }) => (await total()).count,
  }),
  totalCountIsEstimated: t.boolean({
    description: 'True for some long lists with a filter.',
    resolve: async ({ total }) => (await total()).isEstimated,
  }),
}));
