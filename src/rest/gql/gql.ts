/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n    query Events($filter: EventFilter, $direction: OrderDirection!, $first: Int!, $after: String, $before: String) {\n      events(filter: $filter, orderBy: { field: DATE_CREATED, direction: $direction }, first: $first, after: $after, before: $before) {\n        nodes {\n          ...EventFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": typeof types.EventsDocument,
    "\n  fragment RunConfigurationFields on RunConfiguration {\n    id: databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n  }\n": typeof types.RunConfigurationFieldsFragmentDoc,
    "\n  fragment ServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n": typeof types.ServerPackFieldsFragmentDoc,
    "\n  fragment NestedServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    fileID: fileDatabaseId\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n": typeof types.NestedServerPackFieldsFragmentDoc,
    "\n  fragment NestedServerPacks on ServerPackConnection {\n    nodes {\n      ...NestedServerPackFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n": typeof types.NestedServerPacksFragmentDoc,
    "\n  fragment ModPackFields on ModPack {\n    id: databaseId\n    source\n    name\n    size\n    status\n    serverPacks(first: $serverPacks) {\n      ...NestedServerPacks\n    }\n    sha256\n    versionID\n    projectID\n    dateCreated: createdAt\n  }\n": typeof types.ModPackFieldsFragmentDoc,
    "\n  fragment EventFields on Event {\n    databaseId\n    modPackDatabaseId\n    serverPackDatabaseId\n    status\n    message\n    timestamp: createdAt\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n": typeof types.EventFieldsFragmentDoc,
    "\n  fragment RunResult on RunStarted {\n    modPack {\n      databaseId\n      status\n    }\n    runConfiguration {\n      databaseId\n    }\n  }\n": typeof types.RunResultFragmentDoc,
    "\n    mutation UploadModPack($input: UploadModPackInput!) {\n      uploadModPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n        ... on DuplicateModPackError {\n          existing {\n            databaseId\n          }\n        }\n      }\n    }\n  ": typeof types.UploadModPackDocument,
    "\n    mutation GenerateServerPack($input: GenerateServerPackInput!) {\n      generateServerPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  ": typeof types.GenerateServerPackDocument,
    "\n    query ModPack($databaseId: Int!, $serverPacks: Int!) {\n      modPack(databaseId: $databaseId) {\n        ...ModPackFields\n      }\n    }\n  ": typeof types.ModPackDocument,
    "\n    query ModPacks($first: Int!, $after: String, $before: String, $serverPacks: Int!) {\n      modPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ModPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": typeof types.ModPacksDocument,
    "\n    query FurtherServerPacks($databaseId: Int!, $first: Int!, $after: String) {\n      modPack(databaseId: $databaseId) {\n        serverPacks(first: $first, after: $after) {\n          ...NestedServerPacks\n        }\n      }\n    }\n  ": typeof types.FurtherServerPacksDocument,
    "\n    query RunConfiguration($databaseId: Int!) {\n      runConfiguration(databaseId: $databaseId) {\n        ...RunConfigurationFields\n      }\n    }\n  ": typeof types.RunConfigurationDocument,
    "\n    query RunConfigurations($first: Int!, $after: String, $before: String) {\n      runConfigurations(first: $first, after: $after, before: $before, orderBy: { field: DATE_CREATED, direction: ASC }) {\n        nodes {\n          ...RunConfigurationFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": typeof types.RunConfigurationsDocument,
    "\n    query ServerPack($databaseId: Int!) {\n      serverPack(databaseId: $databaseId) {\n        ...ServerPackFields\n      }\n    }\n  ": typeof types.ServerPackDocument,
    "\n    query ServerPacks($first: Int!, $after: String, $before: String) {\n      serverPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ServerPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": typeof types.ServerPacksDocument,
    "\n    mutation VoteServerPack($input: VoteServerPackInput!) {\n      voteServerPack(input: $input) {\n        __typename\n        ... on VoteCounted {\n          serverPack {\n            ...ServerPackFields\n          }\n        }\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  ": typeof types.VoteServerPackDocument,
};
const documents: Documents = {
    "\n    query Events($filter: EventFilter, $direction: OrderDirection!, $first: Int!, $after: String, $before: String) {\n      events(filter: $filter, orderBy: { field: DATE_CREATED, direction: $direction }, first: $first, after: $after, before: $before) {\n        nodes {\n          ...EventFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": types.EventsDocument,
    "\n  fragment RunConfigurationFields on RunConfiguration {\n    id: databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n  }\n": types.RunConfigurationFieldsFragmentDoc,
    "\n  fragment ServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n": types.ServerPackFieldsFragmentDoc,
    "\n  fragment NestedServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    fileID: fileDatabaseId\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n": types.NestedServerPackFieldsFragmentDoc,
    "\n  fragment NestedServerPacks on ServerPackConnection {\n    nodes {\n      ...NestedServerPackFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n": types.NestedServerPacksFragmentDoc,
    "\n  fragment ModPackFields on ModPack {\n    id: databaseId\n    source\n    name\n    size\n    status\n    serverPacks(first: $serverPacks) {\n      ...NestedServerPacks\n    }\n    sha256\n    versionID\n    projectID\n    dateCreated: createdAt\n  }\n": types.ModPackFieldsFragmentDoc,
    "\n  fragment EventFields on Event {\n    databaseId\n    modPackDatabaseId\n    serverPackDatabaseId\n    status\n    message\n    timestamp: createdAt\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n": types.EventFieldsFragmentDoc,
    "\n  fragment RunResult on RunStarted {\n    modPack {\n      databaseId\n      status\n    }\n    runConfiguration {\n      databaseId\n    }\n  }\n": types.RunResultFragmentDoc,
    "\n    mutation UploadModPack($input: UploadModPackInput!) {\n      uploadModPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n        ... on DuplicateModPackError {\n          existing {\n            databaseId\n          }\n        }\n      }\n    }\n  ": types.UploadModPackDocument,
    "\n    mutation GenerateServerPack($input: GenerateServerPackInput!) {\n      generateServerPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  ": types.GenerateServerPackDocument,
    "\n    query ModPack($databaseId: Int!, $serverPacks: Int!) {\n      modPack(databaseId: $databaseId) {\n        ...ModPackFields\n      }\n    }\n  ": types.ModPackDocument,
    "\n    query ModPacks($first: Int!, $after: String, $before: String, $serverPacks: Int!) {\n      modPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ModPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": types.ModPacksDocument,
    "\n    query FurtherServerPacks($databaseId: Int!, $first: Int!, $after: String) {\n      modPack(databaseId: $databaseId) {\n        serverPacks(first: $first, after: $after) {\n          ...NestedServerPacks\n        }\n      }\n    }\n  ": types.FurtherServerPacksDocument,
    "\n    query RunConfiguration($databaseId: Int!) {\n      runConfiguration(databaseId: $databaseId) {\n        ...RunConfigurationFields\n      }\n    }\n  ": types.RunConfigurationDocument,
    "\n    query RunConfigurations($first: Int!, $after: String, $before: String) {\n      runConfigurations(first: $first, after: $after, before: $before, orderBy: { field: DATE_CREATED, direction: ASC }) {\n        nodes {\n          ...RunConfigurationFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": types.RunConfigurationsDocument,
    "\n    query ServerPack($databaseId: Int!) {\n      serverPack(databaseId: $databaseId) {\n        ...ServerPackFields\n      }\n    }\n  ": types.ServerPackDocument,
    "\n    query ServerPacks($first: Int!, $after: String, $before: String) {\n      serverPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ServerPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  ": types.ServerPacksDocument,
    "\n    mutation VoteServerPack($input: VoteServerPackInput!) {\n      voteServerPack(input: $input) {\n        __typename\n        ... on VoteCounted {\n          serverPack {\n            ...ServerPackFields\n          }\n        }\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  ": types.VoteServerPackDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query Events($filter: EventFilter, $direction: OrderDirection!, $first: Int!, $after: String, $before: String) {\n      events(filter: $filter, orderBy: { field: DATE_CREATED, direction: $direction }, first: $first, after: $after, before: $before) {\n        nodes {\n          ...EventFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').EventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunConfigurationFields on RunConfiguration {\n    id: databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n  }\n"): typeof import('./graphql.ts').RunConfigurationFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NestedServerPackFields on ServerPack {\n    id: databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated: createdAt\n    fileID: fileDatabaseId\n    sha256\n    runConfiguration {\n      ...RunConfigurationFields\n    }\n  }\n"): typeof import('./graphql.ts').NestedServerPackFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NestedServerPacks on ServerPackConnection {\n    nodes {\n      ...NestedServerPackFields\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n"): typeof import('./graphql.ts').NestedServerPacksFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModPackFields on ModPack {\n    id: databaseId\n    source\n    name\n    size\n    status\n    serverPacks(first: $serverPacks) {\n      ...NestedServerPacks\n    }\n    sha256\n    versionID\n    projectID\n    dateCreated: createdAt\n  }\n"): typeof import('./graphql.ts').ModPackFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EventFields on Event {\n    databaseId\n    modPackDatabaseId\n    serverPackDatabaseId\n    status\n    message\n    timestamp: createdAt\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n"): typeof import('./graphql.ts').EventFieldsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunResult on RunStarted {\n    modPack {\n      databaseId\n      status\n    }\n    runConfiguration {\n      databaseId\n    }\n  }\n"): typeof import('./graphql.ts').RunResultFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    mutation UploadModPack($input: UploadModPackInput!) {\n      uploadModPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n        ... on DuplicateModPackError {\n          existing {\n            databaseId\n          }\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').UploadModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    mutation GenerateServerPack($input: GenerateServerPackInput!) {\n      generateServerPack(input: $input) {\n        __typename\n        ...RunResult\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').GenerateServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query ModPack($databaseId: Int!, $serverPacks: Int!) {\n      modPack(databaseId: $databaseId) {\n        ...ModPackFields\n      }\n    }\n  "): typeof import('./graphql.ts').ModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query ModPacks($first: Int!, $after: String, $before: String, $serverPacks: Int!) {\n      modPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ModPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').ModPacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query FurtherServerPacks($databaseId: Int!, $first: Int!, $after: String) {\n      modPack(databaseId: $databaseId) {\n        serverPacks(first: $first, after: $after) {\n          ...NestedServerPacks\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').FurtherServerPacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query RunConfiguration($databaseId: Int!) {\n      runConfiguration(databaseId: $databaseId) {\n        ...RunConfigurationFields\n      }\n    }\n  "): typeof import('./graphql.ts').RunConfigurationDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query RunConfigurations($first: Int!, $after: String, $before: String) {\n      runConfigurations(first: $first, after: $after, before: $before, orderBy: { field: DATE_CREATED, direction: ASC }) {\n        nodes {\n          ...RunConfigurationFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').RunConfigurationsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query ServerPack($databaseId: Int!) {\n      serverPack(databaseId: $databaseId) {\n        ...ServerPackFields\n      }\n    }\n  "): typeof import('./graphql.ts').ServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    query ServerPacks($first: Int!, $after: String, $before: String) {\n      serverPacks(first: $first, after: $after, before: $before) {\n        nodes {\n          ...ServerPackFields\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').ServerPacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n    mutation VoteServerPack($input: VoteServerPackInput!) {\n      voteServerPack(input: $input) {\n        __typename\n        ... on VoteCounted {\n          serverPack {\n            ...ServerPackFields\n          }\n        }\n        ... on Error {\n          code\n          message\n        }\n        ... on UnavailableError {\n          retryAfter\n        }\n      }\n    }\n  "): typeof import('./graphql.ts').VoteServerPackDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
