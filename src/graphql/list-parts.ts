import type { ListName } from '../../drizzle/schema.ts';
import { countListParts, findListParts } from '../core/list-parts.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection, writeCursor } from './connection.ts';
import { OrderDirection } from './order.ts';

const ListNameEnum = builder.enumType('ListName', {
  description: 'The lists that are kept in parts.',
  values: {
    MOD_PACKS: { description: '`modPacks`, each with its server packs.' },
    SERVER_PACKS: { description: '`serverPacks`.' },
    RUN_CONFIGURATIONS: { description: '`runConfigurations`.' },
    EVENTS: { description: '`events`.' },
  } satisfies Record<ListName, object>,
});

/** What a list's cursors call its order by date. */
const orderNames: Record<ListName, string> = {
  MOD_PACKS: 'DATE_CREATED',
  SERVER_PACKS: 'DATE_CREATED',
  RUN_CONFIGURATIONS: 'id',
  EVENTS: 'id',
};

const largestId = 2_147_483_647;

/** A part as a client of one list and one direction sees it. */
interface PartBetween {
  id: number;
  revision: string;
  after: string;
  before: string;
}

const ListPart = builder.objectRef<PartBetween>('ListPart').implement({
  description: 'A part of a list: what lies between two cursors of it.',
  fields: (t) => ({
    revision: t.exposeString('revision', {
      description:
        'Opaque; new after every change to what the part shows, so equal values mean an unchanged part.',
    }),
    after: t.exposeString('after', { description: "For the list's `after`." }),
    before: t.exposeString('before', { description: "For the list's `before`." }),
  }),
});

const ListPartConnection = builder.connectionObject(
  { type: ListPart, name: 'ListPartConnection', description: 'A page of parts of a list.' },
  { name: 'ListPartEdge', description: 'A node of the list and its place in it.' },
);

builder.queryField('listParts', (t) =>
  t.connection(
    {
      type: ListPart,
      description:
        'The parts that a list by date, without a filter, is made of, for caches: after a change only the parts with new revisions need to be read again. All parts in their order are the whole list.',
      args: {
        list: t.arg({ type: ListNameEnum, required: true, description: 'Which list.' }),
        direction: t.arg({ type: OrderDirection, required: true, description: 'Its order by date.' }),
      },
      async resolve(_root, { list, direction, ...args }, { database, maxPageSize }) {
        const descending = direction === 'DESC';
        const page = await findListParts(database, list, {
          request: pageRequest(args, maxPageSize),
          descending,
        });
        const rows = page.rows.map(({ id, lastId, revision }) => {
          const below = cursorAt(list, id - 1);
          const above = cursorAt(list, Math.min(lastId + 1, largestId));
          const [after, before] = descending ? [above, below] : [below, above];
          return { id, revision, after, before };
        });
        return toConnection({ ...page, rows }, () => countListParts(database, list));
      },
    },
    ListPartConnection,
  ),
);

function cursorAt(list: ListName, id: number): string {
  return writeCursor({ order: orderNames[list], value: id, id });
}
