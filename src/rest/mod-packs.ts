import { AppError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { formOf, idParameter, runConfigurationParts } from './description.ts';
import { operation } from './execute.ts';
import { fileOf, idOf, runConfigurationOf } from './form.ts';
import { graphql, type ModPackFieldsFragment } from './gql/graphql.ts';
import { modPackJson } from './legacy-json.ts';
import { databaseId, globalId } from './parameters.ts';
import { listRoute, objectRoute, type RestRoute } from './route.ts';
import { runRoute } from './run-route.ts';

graphql(`
  fragment RunResult on RunStarted {
    modPack {
      databaseId
      status
    }
    run {
      databaseId
    }
    archiveUrl
  }
`);

const upload = operation(
  graphql(`
    mutation UploadModPack($input: UploadModPackInput!) {
      uploadModPack(input: $input) {
        __typename
        ...RunResult
        ... on UserError {
          code
          message
          retryAfter
          existing {
            databaseId
          }
        }
      }
    }
  `),
);

const generate = operation(
  graphql(`
    mutation GenerateServerPack($input: GenerateServerPackInput!) {
      generateServerPack(input: $input) {
        __typename
        ...RunResult
        ... on UserError {
          code
          message
          retryAfter
        }
      }
    }
  `),
);

const one = operation(
  graphql(`
    query ModPack($databaseId: Int!, $serverPacks: Int!) {
      modPack(by: { databaseId: $databaseId }) {
        ...ModPackFields
      }
    }
  `),
);

const all = operation(
  graphql(`
    query ModPacks($first: Int!, $after: String, $before: String, $serverPacks: Int!) {
      modPacks(first: $first, after: $after, before: $before) {
        nodes {
          ...ModPackFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `),
);

const furtherServerPacks = operation(
  graphql(`
    query FurtherServerPacks($databaseId: Int!, $first: Int!, $after: String) {
      modPack(by: { databaseId: $databaseId }) {
        serverPacks(first: $first, after: $after) {
          ...NestedServerPacks
        }
      }
    }
  `),
);

/** Server packs selected with one modpack, and with each modpack of a list: the cost limit allows no more. */
const packsOfOne = 1_000;
const packsOfEach = 5;
/** Modpacks on one page: as many as a part of the list has. */
const pageSize = 256;

/** The contract has all server packs of a modpack, however many they are. */
async function withAllServerPacks(
  modPack: ModPackFieldsFragment,
  context: Context,
): Promise<ModPackFieldsFragment> {
  const { nodes, pageInfo } = modPack.serverPacks;
  const all = [...nodes];
  let { hasNextPage, endCursor: after } = pageInfo;
  while (hasNextPage) {
    const variables = { databaseId: modPack.id, first: packsOfOne, after };
    const { modPack: found } = await furtherServerPacks.run(variables, context);
    // The modpack may have been deleted meanwhile.
    if (!found) break;
    all.push(...found.serverPacks.nodes);
    ({ hasNextPage, endCursor: after } = found.serverPacks.pageInfo);
  }
  return { ...modPack, serverPacks: { nodes: all, pageInfo } };
}

export const modPackRoutes: readonly RestRoute[] = [
  runRoute({
    url: '/modpacks/upload',
    description: {
      operationId: 'uploadModPack',
      tag: 'Modpacks',
      summary: 'Uploads a modpack and queues a server pack for it',
      details:
        'The answer comes when the modpack is stored for good and its run is queued. Follow the run by the events of the modpack.',
      parameters: {},
      form: formOf(
        {
          file: {
            type: 'string',
            contentMediaType: 'application/zip',
            description: 'The modpack archive: a zip or an .mrpack.',
          },
          ...runConfigurationParts,
        },
        ['file'],
      ),
      success: {
        schema: 'AcceptedRun',
        description: 'The run is queued.',
        headers: {
          Link: {
            description: 'Where the sender gets the archive back for a while: a link with rel="enclosure".',
            schema: { type: 'string' },
            required: true,
          },
        },
      },
      refusalSchema: 'RefusedRun',
      refusals: {
        400: 'A part is missing or bad, or the file is empty or no zip archive.',
        408: 'The upload broke off or stood still.',
        409: 'The same content is stored already; modPackId names it.',
        413: 'The file or the other parts are too large.',
        415: 'The body is not multipart/form-data.',
        507: 'There is no room left.',
      },
    },
    maxFiles: 1,
    operation: upload,
    variables: ({ form }) => ({
      input: { archive: { file: fileOf(form, 'file') }, runConfiguration: runConfigurationOf(form) },
    }),
    result: ({ uploadModPack }) => uploadModPack,
    message: 'The file is being stored and queued for checks.',
  }),
  runRoute({
    url: '/modpacks/generate',
    description: {
      operationId: 'generateServerPack',
      tag: 'Modpacks',
      summary: 'Queues a further server pack of a stored modpack',
      parameters: {},
      form: formOf({ id: idParameter('modpack'), ...runConfigurationParts }, ['id']),
      success: { schema: 'AcceptedRun', description: 'The run is queued.' },
      refusalSchema: 'RefusedRun',
      refusals: {
        400: 'A part is missing or bad.',
        404: 'There is no such modpack.',
        410: 'Its check refused the archive, which is no longer stored: upload it again.',
        408: 'The request broke off or stood still.',
        413: 'The parts are too large.',
        415: 'The body is not multipart/form-data.',
        507: 'There is no room left.',
      },
    },
    maxFiles: 0,
    operation: generate,
    variables: ({ form }) => ({
      input: {
        modPack: globalId('ModPack', idOf(form, 'id')),
        runConfiguration: runConfigurationOf(form),
      },
    }),
    result: ({ generateServerPack }) => generateServerPack,
    message: 'Generation from an existing ModPack with a different configuration is queued.',
  }),
  objectRoute({
    url: '/modpacks/:id',
    description: {
      operationId: 'getModPack',
      tag: 'Modpacks',
      summary: 'One modpack',
      parameters: { id: idParameter('modpack') },
      success: { schema: 'ModPack', description: 'The modpack.' },
      refusals: { 400: 'The id is not a positive integer.', 404: 'There is no such modpack.' },
    },
    operation: one,
    variables: ({ params }) => ({ databaseId: databaseId('id', params.id), serverPacks: packsOfOne }),
    async json({ modPack }, { params }, context) {
      if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${params.id}.`);
      return modPackJson(await withAllServerPacks(modPack, context));
    },
  }),
  listRoute({
    url: '/modpacks/all',
    description: {
      operationId: 'listModPacks',
      tag: 'Modpacks',
      summary: 'All modpacks, newest first',
      parameters: {},
      success: { listOf: 'ModPack', description: 'All modpacks.', revised: true },
      refusals: {},
    },
    operation: all,
    pageSize,
    variables: (_request, page) => ({ ...page, serverPacks: packsOfEach }),
    page: ({ modPacks }) => modPacks,
    complete: withAllServerPacks,
    kept: { list: 'MOD_PACKS', orderBy: 'CREATED_AT_DESC' },
    json: modPackJson,
  }),
];
