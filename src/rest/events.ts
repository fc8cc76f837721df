import type { DateOrder, PackEventFilter } from '../../client/gql/schema.ts';
import { idParameter, type RouteDescription } from './description.ts';
import { operation } from './execute.ts';
import { graphql } from './gql/graphql.ts';
import { statusWords } from './json-schemas.ts';
import { eventJson } from './legacy-json.ts';
import { databaseId, oneOf } from './parameters.ts';
import { listRoute, type RestRequest, type RestRoute } from './route.ts';

const events = operation(
  graphql(`
    query Events($filter: PackEventFilter, $orderBy: DateOrder!, $first: Int!, $after: String, $before: String) {
      events(filter: $filter, orderBy: $orderBy, first: $first, after: $after, before: $before) {
        nodes {
          ...EventFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `),
);

/** A list of events: which ones, and in which order. */
function eventsRoute(row: {
  url: string;
  description: Omit<RouteDescription, 'tag' | 'success'>;
  orderBy: DateOrder;
  filter: (request: RestRequest) => PackEventFilter;
  /** Whether clients may cache the list. */
  revised: boolean;
}): RestRoute {
  const { revised } = row;
  return listRoute({
    url: row.url,
    description: {
      ...row.description,
      tag: 'Events',
      success: { listOf: 'Event', description: 'The events.', revised },
    },
    operation: events,
    variables: (request, page) => ({ ...page, orderBy: row.orderBy, filter: row.filter(request) }),
    page: (data) => data.events,
    json: eventJson,
    ...(revised ? { kept: { list: 'EVENTS', orderBy: row.orderBy } } : {}),
  });
}

export const eventRoutes: readonly RestRoute[] = [
  eventsRoute({
    url: '/events/status/:status',
    description: {
      operationId: 'listEventsByStatus',
      summary: 'The events with a status, oldest first',
      parameters: {
        status: { type: 'string', enum: statusWords, description: 'The status, exactly spelt.' },
      },
      refusals: { 400: 'The word is no status.' },
    },
    orderBy: 'CREATED_AT_ASC',
    filter: ({ params }) => ({ status: [oneOf('status', params.status, statusWords, 'exact')] }),
    revised: false,
  }),
  eventsRoute({
    url: '/events/serverpack/:id',
    description: {
      operationId: 'listEventsOfServerPack',
      summary: 'The events of a server pack, oldest first',
      details: 'An empty list for an id that nothing has.',
      parameters: { id: idParameter('server pack') },
      refusals: { 400: 'The id is not a positive integer.' },
    },
    orderBy: 'CREATED_AT_ASC',
    filter: ({ params }) => ({ serverPack: { databaseId: databaseId('id', params.id) } }),
    revised: false,
  }),
  eventsRoute({
    url: '/events/modpack/:id',
    description: {
      operationId: 'listEventsOfModPack',
      summary: 'The events of a modpack, oldest first',
      details:
        'They cover its whole life, later server packs included. An empty list for an id that nothing has.',
      parameters: { id: idParameter('modpack') },
      refusals: { 400: 'The id is not a positive integer.' },
    },
    orderBy: 'CREATED_AT_ASC',
    filter: ({ params }) => ({ modPack: { databaseId: databaseId('id', params.id) } }),
    revised: false,
  }),
  eventsRoute({
    url: '/events/all',
    description: {
      operationId: 'listEvents',
      summary: 'All events, newest first',
      parameters: {},
      refusals: {},
    },
    orderBy: 'CREATED_AT_DESC',
    filter: () => ({}),
    revised: true,
  }),
];
