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
    "\n  query ServerPackId($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ServerPackIdDocument,
    "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          confirmedWorking\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.VoteServerPackDocument,
    "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    name\n  }\n": typeof types.ModPackChoiceFragmentDoc,
    "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": typeof types.ServerPackChoiceFragmentDoc,
    "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n": typeof types.ModPacksLikeDocument,
    "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n": typeof types.ServerPacksLikeDocument,
    "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": typeof types.ServerPacksOfDocument,
    "\n  query ServerPackByNumber($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...ServerPackCard\n    }\n  }\n": typeof types.ServerPackByNumberDocument,
    "\n  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {\n    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {\n      ...ServerPackCard\n    }\n  }\n": typeof types.ServerPackOfRunDocument,
    "\n  query ModPackId($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackIdDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...RunStart\n    }\n  }\n": typeof types.GenerateServerPackDocument,
    "\n  query ModPackStatus($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      ...ModPackCard\n    }\n    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {\n      nodes {\n        errors {\n          ...ProblemLine\n        }\n      }\n    }\n  }\n": typeof types.ModPackStatusDocument,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...RunStart\n    }\n  }\n": typeof types.UploadModPackDocument,
    "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      modPack {\n        databaseId\n        name\n      }\n      runConfiguration {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": typeof types.RunStartFragmentDoc,
    "\n  fragment RunEvent on Event {\n    id\n    status\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n    serverPack {\n      ...ServerPackCard\n    }\n  }\n": typeof types.RunEventFragmentDoc,
    "\n  query LatestEvents($modPack: Int!) {\n    events(filter: { modPackDatabaseId: $modPack }, last: 50) {\n      nodes {\n        ...RunEvent\n      }\n    }\n  }\n": typeof types.LatestEventsDocument,
    "\n  subscription LaterEvents($after: ID, $modPack: Int!) {\n    events(after: $after, filter: { modPackDatabaseId: $modPack }) {\n      ...RunEvent\n    }\n  }\n": typeof types.LaterEventsDocument,
    "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n  }\n": typeof types.RunConfigurationLineFragmentDoc,
    "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated\n    downloadUrl\n    keptCount\n    droppedCount\n    modPack {\n      databaseId\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": typeof types.ServerPackCardFragmentDoc,
    "\n  fragment ModPackCard on ModPack {\n    databaseId\n    name\n    size\n    status\n    dateCreated\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        confirmedWorking\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": typeof types.ModPackCardFragmentDoc,
    "\n  fragment ProblemLine on Problem {\n    error\n    entry\n  }\n": typeof types.ProblemLineFragmentDoc,
    "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n": typeof types.ViewerPermissionsDocument,
    "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expires\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CreateUploadTicketDocument,
    "\n  subscription UsedTicket($id: ID!) {\n    uploadTicket(id: $id) {\n      modPack {\n        databaseId\n        name\n        runConfigurations(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n": typeof types.UsedTicketDocument,
};
const documents: Documents = {
    "\n  query ServerPackId($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ServerPackIdDocument,
    "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          confirmedWorking\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.VoteServerPackDocument,
    "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    name\n  }\n": types.ModPackChoiceFragmentDoc,
    "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": types.ServerPackChoiceFragmentDoc,
    "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n": types.ModPacksLikeDocument,
    "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n": types.ServerPacksLikeDocument,
    "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": types.ServerPacksOfDocument,
    "\n  query ServerPackByNumber($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...ServerPackCard\n    }\n  }\n": types.ServerPackByNumberDocument,
    "\n  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {\n    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {\n      ...ServerPackCard\n    }\n  }\n": types.ServerPackOfRunDocument,
    "\n  query ModPackId($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackIdDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...RunStart\n    }\n  }\n": types.GenerateServerPackDocument,
    "\n  query ModPackStatus($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      ...ModPackCard\n    }\n    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {\n      nodes {\n        errors {\n          ...ProblemLine\n        }\n      }\n    }\n  }\n": types.ModPackStatusDocument,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...RunStart\n    }\n  }\n": types.UploadModPackDocument,
    "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      modPack {\n        databaseId\n        name\n      }\n      runConfiguration {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": types.RunStartFragmentDoc,
    "\n  fragment RunEvent on Event {\n    id\n    status\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n    serverPack {\n      ...ServerPackCard\n    }\n  }\n": types.RunEventFragmentDoc,
    "\n  query LatestEvents($modPack: Int!) {\n    events(filter: { modPackDatabaseId: $modPack }, last: 50) {\n      nodes {\n        ...RunEvent\n      }\n    }\n  }\n": types.LatestEventsDocument,
    "\n  subscription LaterEvents($after: ID, $modPack: Int!) {\n    events(after: $after, filter: { modPackDatabaseId: $modPack }) {\n      ...RunEvent\n    }\n  }\n": types.LaterEventsDocument,
    "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n  }\n": types.RunConfigurationLineFragmentDoc,
    "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated\n    downloadUrl\n    keptCount\n    droppedCount\n    modPack {\n      databaseId\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": types.ServerPackCardFragmentDoc,
    "\n  fragment ModPackCard on ModPack {\n    databaseId\n    name\n    size\n    status\n    dateCreated\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        confirmedWorking\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": types.ModPackCardFragmentDoc,
    "\n  fragment ProblemLine on Problem {\n    error\n    entry\n  }\n": types.ProblemLineFragmentDoc,
    "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n": types.ViewerPermissionsDocument,
    "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expires\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CreateUploadTicketDocument,
    "\n  subscription UsedTicket($id: ID!) {\n    uploadTicket(id: $id) {\n      modPack {\n        databaseId\n        name\n        runConfigurations(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n": types.UsedTicketDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackId($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          confirmedWorking\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').VoteServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    name\n  }\n"): typeof import('./graphql.ts').ModPackChoiceFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackChoiceFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPacksLikeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: 25) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPacksLikeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPacksOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackByNumber($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...ServerPackCard\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackByNumberDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {\n    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {\n      ...ServerPackCard\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackOfRunDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackId($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ModPackIdDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...RunStart\n    }\n  }\n"): typeof import('./graphql.ts').GenerateServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackStatus($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      ...ModPackCard\n    }\n    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {\n      nodes {\n        errors {\n          ...ProblemLine\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPackStatusDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...RunStart\n    }\n  }\n"): typeof import('./graphql.ts').UploadModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      modPack {\n        databaseId\n        name\n      }\n      runConfiguration {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n"): typeof import('./graphql.ts').RunStartFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunEvent on Event {\n    id\n    status\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n    serverPack {\n      ...ServerPackCard\n    }\n  }\n"): typeof import('./graphql.ts').RunEventFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LatestEvents($modPack: Int!) {\n    events(filter: { modPackDatabaseId: $modPack }, last: 50) {\n      nodes {\n        ...RunEvent\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LatestEventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LaterEvents($after: ID, $modPack: Int!) {\n    events(after: $after, filter: { modPackDatabaseId: $modPack }) {\n      ...RunEvent\n    }\n  }\n"): typeof import('./graphql.ts').LaterEventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n  }\n"): typeof import('./graphql.ts').RunConfigurationLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    confirmedWorking\n    dateCreated\n    downloadUrl\n    keptCount\n    droppedCount\n    modPack {\n      databaseId\n      name\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackCardFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModPackCard on ModPack {\n    databaseId\n    name\n    size\n    status\n    dateCreated\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        confirmedWorking\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPackCardFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ProblemLine on Problem {\n    error\n    entry\n  }\n"): typeof import('./graphql.ts').ProblemLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n"): typeof import('./graphql.ts').ViewerPermissionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expires\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CreateUploadTicketDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription UsedTicket($id: ID!) {\n    uploadTicket(id: $id) {\n      modPack {\n        databaseId\n        name\n        runConfigurations(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UsedTicketDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
