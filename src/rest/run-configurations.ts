import { AppError } from '../errors.ts';
import { idParameter } from './description.ts';
import { operation } from './execute.ts';
import { graphql } from './gql/graphql.ts';
import { runConfigurationJson } from './legacy-json.ts';
import { databaseId } from './parameters.ts';
import { listRoute, objectRoute, type RestRoute } from './route.ts';

const one = operation(
  graphql(`
    query RunConfiguration($databaseId: Int!) {
      run(by: { databaseId: $databaseId }) {
        ...RunConfigurationFields
      }
    }
  `),
);

const all = operation(
  graphql(`
    query RunConfigurations($first: Int!, $after: String, $before: String) {
      runs(first: $first, after: $after, before: $before, orderBy: CREATED_AT_ASC) {
        nodes {
          ...RunConfigurationFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `),
);

export const runConfigurationRoutes: readonly RestRoute[] = [
  objectRoute({
    url: '/runconfigs/:id',
    description: {
      operationId: 'getRunConfiguration',
      tag: 'Run configurations',
      summary: 'One run configuration',
      parameters: { id: idParameter('run configuration') },
      success: { schema: 'RunConfiguration', description: 'The run configuration.' },
      refusals: { 400: 'The id is not a positive integer.', 404: 'There is no such run configuration.' },
    },
    operation: one,
    variables: ({ params }) => ({ databaseId: databaseId('id', params.id) }),
    json({ run }, { params }) {
      if (!run) throw new AppError('NOT_FOUND', `There is no run configuration ${params.id}.`);
      return runConfigurationJson(run);
    },
  }),
  listRoute({
    url: '/runconfigs/all',
    description: {
      operationId: 'listRunConfigurations',
      tag: 'Run configurations',
      summary: 'All run configurations, oldest first',
      parameters: {},
      success: { listOf: 'RunConfiguration', description: 'All run configurations.', revised: true },
      refusals: {},
    },
    operation: all,
    variables: (_request, page) => page,
    page: ({ runs }) => runs,
    kept: { list: 'RUN_CONFIGURATIONS', orderBy: 'CREATED_AT_ASC' },
    json: runConfigurationJson,
  }),
];
