import { AppError } from '../errors.ts';
import { idParameter } from './description.ts';
import { operation } from './execute.ts';
import { failureOf } from './failure.ts';
import { graphql } from './gql/graphql.ts';
import { serverPackJson } from './legacy-json.ts';
import { databaseId, globalId, oneOf } from './parameters.ts';
import { listRoute, objectRoute, type RestRoute } from './route.ts';

const one = operation(
  graphql(`
    query ServerPack($databaseId: Int!) {
      serverPack(by: { databaseId: $databaseId }) {
        ...ServerPackFields
      }
    }
  `),
);

const all = operation(
  graphql(`
    query ServerPacks($first: Int!, $after: String, $before: String) {
      serverPacks(first: $first, after: $after, before: $before) {
        nodes {
          ...ServerPackFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `),
);

const vote = operation(
  graphql(`
    mutation VoteServerPack($input: VoteServerPackInput!) {
      voteServerPack(input: $input) {
        __typename
        ... on ServerPack {
          ...ServerPackFields
        }
        ... on UserError {
          code
          message
          retryAfter
        }
      }
    }
  `),
);

export const serverPackRoutes: readonly RestRoute[] = [
  objectRoute({
    url: '/serverpacks/:id',
    description: {
      operationId: 'getServerPack',
      tag: 'Server packs',
      summary: 'One server pack',
      parameters: { id: idParameter('server pack') },
      success: { schema: 'ServerPack', description: 'The server pack.' },
      refusals: { 400: 'The id is not a positive integer.', 404: 'There is no such server pack.' },
    },
    operation: one,
    variables: ({ params }) => ({ databaseId: databaseId('id', params.id) }),
    json({ serverPack }, { params }) {
      if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${params.id}.`);
      return serverPackJson(serverPack);
    },
  }),
  objectRoute({
    // The contract votes by GET. HEAD must not vote, and no cache may keep the answer.
    url: '/serverpacks/vote/:id(^[^&]*)&:vote',
    description: {
      operationId: 'voteServerPack',
      tag: 'Server packs',
      summary: 'Says whether a server pack works',
      details:
        'Moves confirmedWorking up or down by one. HEAD is not answered here, and no cache may keep the answer.',
      parameters: {
        id: idParameter('server pack'),
        vote: {
          type: 'string',
          pattern: '^([uU][pP]|[dD][oO][wW][nN])$',
          description: 'up or down, in any case.',
        },
      },
      success: { schema: 'ServerPack', description: 'The server pack as it now is.' },
      refusals: {
        400: 'The id is not a positive integer, or the vote is another word.',
        403: 'A browser asks for a page of another site, or before anybody has followed the link.',
        404: 'There is no such server pack.',
      },
    },
    head: false,
    changes: true,
    headers: { 'cache-control': 'no-store' },
    operation: vote,
    variables: ({ params }) => ({
      input: {
        serverPack: globalId('ServerPack', databaseId('id', params.id)),
        vote: oneOf('vote', params.vote, ['UP', 'DOWN'], 'any case'),
      },
    }),
    json({ voteServerPack }) {
      if (voteServerPack.__typename === 'ServerPack') return serverPackJson(voteServerPack);
      throw failureOf(voteServerPack);
    },
  }),
  listRoute({
    url: '/serverpacks/all',
    description: {
      operationId: 'listServerPacks',
      tag: 'Server packs',
      summary: 'All server packs, newest first',
      parameters: {},
      success: { listOf: 'ServerPack', description: 'All server packs.', revised: true },
      refusals: {},
    },
    operation: all,
    variables: (_request, page) => page,
    page: ({ serverPacks }) => serverPacks,
    kept: { list: 'SERVER_PACKS', orderBy: 'CREATED_AT_DESC' },
    json: serverPackJson,
  }),
];
