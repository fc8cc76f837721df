import {
  countLineNews,
  findLineNews,
  type LineNewsFilter,
  type LineNews as LineNewsRow,
  listLineNews,
} from '../core/lines/line-news.ts';
import { demandLine } from '../core/lines/lines.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { loaderById } from './loaders.ts';
import {
  hasColumns,
  Line,
  LineNews,
  LineNewsConnection,
  lineLoader,
  ModPack,
  modPackLoader,
} from './objects.ts';

const KindEnum = builder.enumType('LineNewsKind', {
  description: 'What happened to a version of a line.',
  values: {
    WITHDRAWN: { description: 'The platform has withdrawn the version.' },
    OFFERED_AGAIN: { description: 'The platform offers the version again.' },
  },
});

const lineNewsLoader = loaderById(findLineNews);

builder.node(LineNews, {
  description:
    'A platform has withdrawn a version of a followed line, or offers it again. News are kept for 30 ' +
    'days.',
  id: { resolve: (news) => news.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<LineNewsRow>('kind', 'lineId'),
  loadOne: (id, context) => lineNewsLoader(context).load(id),
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'What happened.',
      resolve: ({ kind }) => kind,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the change was found.' }),
    line: t.field({
      type: Line,
      description: 'The line.',
      resolve: async ({ lineId }, _args, context) => (await lineLoader(context).load(lineId)) ?? deleted(),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The version.',
      resolve: async ({ modPackId }, _args, context) =>
        (await modPackLoader(context).load(modPackId)) ?? deleted(),
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
      description: 'The news of lines, which belong to no run, the oldest first.',
      args: { line: t.arg.string({ description: 'Only news of the line with this name.' }) },
      async resolve(_root, { line, ...args }, { operation: { database, maxPageSize } }) {
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
    description: 'News of lines, each once and in order; with `after`, first those since that one.',
    args: {
      line: t.arg.string({ description: 'Only news of the line with this name.' }),
      after: t.arg.globalID({ description: 'The id of the last news received.' }),
      all: t.arg.boolean({
        description: 'Without `after`, first all news that are kept.',
      }),
    },
    subscribe: async (_root, { line, after, all }, { parts: { lineNews }, operation: { database } }) => {
      const from = after ? databaseIdOf('after', 'LineNews', after) : all ? 0 : undefined;
      return lineNews.subscribe(await toFilter(database, line), from);
    },
    resolve: (news) => news,
  }),
);
