import {
  countLineNews,
  type LineNewsFilter,
  type LineNews as LineNewsRow,
  listLineNews,
} from '../core/packs/line-news.ts';
import { demandLine } from '../core/packs/lines.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { hasColumns, Line, LineNews, LineNewsConnection, ModPack } from './objects.ts';

const KindEnum = builder.enumType('LineNewsKind', {
  description: 'What happened to a version of a line.',
  values: {
    WITHDRAWN: { description: 'Its platform offers it no more.' },
    OFFERED_AGAIN: { description: 'Its platform offers it again.' },
  },
});

builder.node(LineNews, {
  description:
    'What a look at the platform of a followed line has found of a version that the line had handed out. Ids increase in the order in which news came to be; they are kept for 30 days.',
  id: { resolve: (news) => news.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<LineNewsRow>('kind', 'lineId'),
  loadOne: (id, { loaders }) => loaders.lineNews.load(id),
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'What happened.',
      resolve: ({ kind }) => kind,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was found.' }),
    line: t.field({
      type: Line,
      description: 'The line.',
      resolve: async ({ lineId }, _args, { loaders }) => (await loaders.line.load(lineId)) ?? deleted(),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The version.',
      resolve: async ({ modPackId }, _args, { loaders }) =>
        (await loaders.modPack.load(modPackId)) ?? deleted(),
    }),
  }),
});

function deleted(): never {
  throw new AppError('NOT_FOUND', 'The line or the modpack of this news has been deleted meanwhile.');
}

/** Fails with NOT_FOUND for a line that does not exist. */
async function toFilter(database: { db: Queries }, line: string | null | undefined): Promise<LineNewsFilter> {
  return line == null ? {} : { lineId: (await demandLine(database, line)).id };
}

builder.queryField('lineNews', (t) =>
  t.connection(
    {
      type: LineNews,
      description: 'What happened to versions of lines beside their runs, the oldest first.',
      args: { line: t.arg.string({ description: 'Only news of the line with this name.' }) },
      async resolve(_root, { line, ...args }, { database, maxPageSize }) {
        const filter = await toFilter(database, line);
        const page = await listLineNews(database, filter, pageRequest(args, maxPageSize));
        return toConnection(page, () => countLineNews(database, filter));
      },
    },
    LineNewsConnection,
  ),
);

builder.subscriptionField('lineNews', (t) =>
  t.field({
    type: LineNews,
    description:
      'News of lines as they come, as `events` does for runs. With `after`, first those missed since: all once and in order.',
    args: {
      line: t.arg.string({ description: 'Only news of the line with this name.' }),
      after: t.arg.globalID({ description: 'The id of the last news that were received.' }),
      all: t.arg.boolean({
        description:
          'Without `after`, first all that are kept: for who has received none, of a service that knew of none.',
      }),
    },
    subscribe: async (_root, { line, after, all }, { lineNews, database }) => {
      const from = after ? databaseIdOf('after', 'LineNews', after) : all ? 0 : undefined;
      return lineNews.follow(await toFilter(database, line), from);
    },
    resolve: (news) => news,
  }),
);
