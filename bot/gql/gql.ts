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
    "\n  fragment BuiltFrom on ServerPack {\n    modPack {\n      databaseId\n    }\n    runConfiguration {\n      ...WholeRun\n    }\n  }\n": typeof types.BuiltFromFragmentDoc,
    "\n  query RunToFollow($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      id\n      databaseId\n      title\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n": typeof types.RunToFollowDocument,
    "\n  query TicketToWaitFor($id: ID!) {\n    uploadTicket(id: $id) {\n      id\n      expiresAt\n    }\n  }\n": typeof types.TicketToWaitForDocument,
    "\n  query FilesForHosts($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      hostFiles {\n        kind\n        name\n        text\n      }\n      modPack {\n        title\n      }\n    }\n  }\n": typeof types.FilesForHostsDocument,
    "\n  query RunConfigurationByNumber($databaseId: Int!) {\n    runConfiguration(databaseId: $databaseId) {\n      ...WholeRun\n    }\n  }\n": typeof types.RunConfigurationByNumberDocument,
    "\n  query ServerPackToVoteFor($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ServerPackToVoteForDocument,
    "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          ...ServerPackCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.VoteServerPackDocument,
    "\n  fragment ServerPackChanges on ServerPackComparison {\n    first {\n      databaseId\n    }\n    modCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    fileCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    acts {\n      kind\n      java\n      mod\n    }\n  }\n": typeof types.ServerPackChangesFragmentDoc,
    "\n  query ChangesSinceVersionBefore($databaseId: Int!) {\n    compareServerPacks(secondDatabaseId: $databaseId) {\n      __typename\n      ... on ServerPackComparison {\n        ...ServerPackChanges\n      }\n    }\n  }\n": typeof types.ChangesSinceVersionBeforeDocument,
    "\n  query ModPackThatWaits($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackThatWaitsDocument,
    "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n        modPack {\n          waiting {\n            ...RunWaiting\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AddMissingFileDocument,
    "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    title\n  }\n": typeof types.ModPackChoiceFragmentDoc,
    "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      databaseId\n      title\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": typeof types.ServerPackChoiceFragmentDoc,
    "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n": typeof types.ModPacksLikeDocument,
    "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n": typeof types.ServerPacksLikeDocument,
    "\n  query OwnModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on ModPack {\n        ...ModPackChoice\n        serverPacks(last: 5) {\n          nodes {\n            ...ServerPackChoice\n          }\n        }\n      }\n    }\n  }\n": typeof types.OwnModPacksDocument,
    "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": typeof types.ServerPacksOfDocument,
    "\n  mutation AnalyzeLog($input: AnalyzeLogInput!) {\n    analyzeLog(input: $input) {\n      __typename\n      ... on LogAnalysis {\n        findings {\n          ...LogFindingLine\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AnalyzeLogDocument,
    "\n  query ServerPackOfLog($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...BuiltFrom\n      modPack {\n        databaseId\n      }\n    }\n  }\n": typeof types.ServerPackOfLogDocument,
    "\n  query ServerPackByNumber($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...ServerPackCard\n    }\n  }\n": typeof types.ServerPackByNumberDocument,
    "\n  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {\n    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {\n      ...ServerPackCard\n    }\n  }\n": typeof types.ServerPackOfRunDocument,
    "\n  query LineToFollow($name: String!) {\n    line(name: $name) {\n      name\n    }\n  }\n": typeof types.LineToFollowDocument,
    "\n  query LineNames {\n    lines(first: 100) {\n      nodes {\n        name\n        latest {\n          modPack {\n            title\n          }\n        }\n      }\n    }\n  }\n": typeof types.LineNamesDocument,
    "\n  mutation FollowPack($input: FollowLineInput!) {\n    followLine(input: $input) {\n      ... on LineChanged {\n        line {\n          name\n          following {\n            mayChange\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.FollowPackDocument,
    "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...StartedRun\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ImportModPackDocument,
    "\n  query SentModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on ModPack {\n        databaseId\n        title\n        name\n        renamed\n        createdAt\n      }\n    }\n  }\n": typeof types.SentModPacksDocument,
    "\n  query ModPackStatus($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      ...ModPackCard\n    }\n    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {\n      nodes {\n        errors {\n          ...ProblemLine\n        }\n      }\n    }\n  }\n": typeof types.ModPackStatusDocument,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...RunStart\n    }\n  }\n": typeof types.UploadModPackDocument,
    "\n  query VersionsToPropose(\n    $modPack: Int!\n    $hasModPack: Boolean!\n    $modloader: Modloader!\n    $hasModloader: Boolean!\n    $gameVersion: String\n  ) {\n    modPack(databaseId: $modPack) @include(if: $hasModPack) {\n      manifest {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n    }\n    gameVersions\n    listedVersions(modloader: $modloader, gameVersion: $gameVersion) @include(if: $hasModloader) {\n      gameVersions\n      modloaderVersions\n    }\n  }\n": typeof types.VersionsToProposeDocument,
    "\n  fragment DroppedPage on ModDecisionConnection {\n    nodes {\n      file\n      reason\n      evidence\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n": typeof types.DroppedPageFragmentDoc,
    "\n  query DroppedMods($databaseId: Int!, $first: Int, $after: String, $last: Int, $before: String) {\n    serverPack(databaseId: $databaseId) {\n      keptCount\n      droppedCount\n      modPack {\n        databaseId\n        title\n      }\n      decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n        ...DroppedPage\n      }\n    }\n  }\n": typeof types.DroppedModsDocument,
    "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackToPreviewDocument,
    "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        javaVersion\n        newestJavaVersion\n        warnings {\n          ...ProblemLine\n        }\n        modPack {\n          title\n        }\n        decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n          ...DroppedPage\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.PreviewDocument,
    "\n  mutation RequestBoot($serverPack: ID!) {\n    bootServerPack(input: { serverPack: $serverPack, repair: true }) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.RequestBootDocument,
    "\n  subscription BootProgressOf($serverPack: ID!) {\n    bootProgress(serverPack: $serverPack) {\n      ...BootLine\n    }\n  }\n": typeof types.BootProgressOfDocument,
    "\n  query BuiltFromOf($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...BuiltFrom\n    }\n  }\n": typeof types.BuiltFromOfDocument,
    "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...ServerPackCard\n    }\n  }\n": typeof types.FinishedServerPackDocument,
    "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    format\n  }\n": typeof types.RunConfigurationLineFragmentDoc,
    "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    votes {\n      up\n      down\n    }\n    createdAt\n    downloadUrl\n    keptCount\n    droppedCount\n    boot {\n      ...BootLine\n    }\n    warnings {\n      ...ProblemLine\n    }\n    modPack {\n      databaseId\n      title\n      scan {\n        quarantined\n      }\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": typeof types.ServerPackCardFragmentDoc,
    "\n  fragment BootLine on Boot {\n    state\n    phase\n    outcome\n    java\n    seconds\n    peakMemory\n    repairs {\n      dropped\n    }\n  }\n": typeof types.BootLineFragmentDoc,
    "\n  fragment ModPackCard on ModPack {\n    databaseId\n    title\n    size\n    status\n    createdAt\n    waiting {\n      ...RunWaiting\n    }\n    scan {\n      quarantined\n    }\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        votes {\n          up\n          down\n        }\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": typeof types.ModPackCardFragmentDoc,
    "\n  fragment ProblemLine on Problem {\n    code\n    message\n    entry\n    tellsOfLeftOut\n  }\n": typeof types.ProblemLineFragmentDoc,
    "\n  fragment LogFindingLine on LogFinding {\n    cause\n    message\n    lines {\n      number\n      text\n    }\n    suspects {\n      file\n      modId\n      className\n    }\n    act {\n      kind\n      modId\n      version\n      java\n      files\n    }\n  }\n": typeof types.LogFindingLineFragmentDoc,
    "\n  fragment RunWaiting on Waiting {\n    for\n    nextTry\n    until\n    files {\n      name\n      page\n    }\n  }\n": typeof types.RunWaitingFragmentDoc,
    "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n": typeof types.ViewerPermissionsDocument,
    "\n  mutation UnfollowPack($line: String!) {\n    unfollowLine(input: { line: $line }) {\n      __typename\n    }\n  }\n": typeof types.UnfollowPackDocument,
    "\n  subscription LineNews($after: ID) {\n    events(after: $after, filter: { status: [GENERATED, ERROR] }) {\n      id\n      isFinal\n      line {\n        name\n      }\n      serverPack {\n        modPack {\n          hidden\n        }\n        ...ServerPackCard\n      }\n      errors {\n        code\n        message\n      }\n      modPack {\n        databaseId\n        title\n        scan {\n          quarantined\n        }\n        serverPacks(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n": typeof types.LineNewsDocument,
    "\n  query NewestEnd {\n    events(filter: { status: [GENERATED, ERROR] }, last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.NewestEndDocument,
    "\n  subscription LineWithdrawals($after: ID, $all: Boolean) {\n    lineNews(after: $after, all: $all) {\n      id\n      kind\n      line {\n        name\n      }\n      modPack {\n        databaseId\n        title\n      }\n    }\n  }\n": typeof types.LineWithdrawalsDocument,
    "\n  query NewestWithdrawal {\n    lineNews(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.NewestWithdrawalDocument,
    "\n  query SentModPack($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      title\n      name\n      renamed\n      createdAt\n    }\n  }\n": typeof types.SentModPackDocument,
    "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.DeleteModPackDocument,
    "\n  mutation RenameModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          title\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.RenameModPackDocument,
    "\n  fragment ProgressNews on Progress {\n    phase\n    bytesDone\n    bytesTotal\n  }\n": typeof types.ProgressNewsFragmentDoc,
    "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      ...ProgressNews\n    }\n  }\n": typeof types.ProgressOfDocument,
    "\n  query PlaceInLine($runConfiguration: Int!) {\n    runConfiguration(databaseId: $runConfiguration) {\n      queuePlace {\n        place\n        waiting\n      }\n    }\n  }\n": typeof types.PlaceInLineDocument,
    "\n  query WaitedFor($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      waiting {\n        ...RunWaiting\n      }\n    }\n  }\n": typeof types.WaitedForDocument,
    "\n  fragment RunStep on Event {\n    id\n    databaseId\n    status\n    isFinal\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n  }\n": typeof types.RunStepFragmentDoc,
    "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.NewestEventDocument,
    "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...RunStep\n      }\n    }\n  }\n": typeof types.StepsOfRunDocument,
    "\n  subscription LaterSteps($after: ID) {\n    events(after: $after) {\n      ...RunStep\n    }\n  }\n": typeof types.LaterStepsDocument,
    "\n  fragment WholeRun on RunConfiguration {\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n    automaticSides\n    includeFiles\n    excludeFiles\n    includeWorld\n    nameEncoding\n    format\n    serverIcon {\n      content\n    }\n    serverProperties {\n      content\n    }\n  }\n": typeof types.WholeRunFragmentDoc,
    "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      ...StartedRun\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": typeof types.RunStartFragmentDoc,
    "\n  fragment StartedRun on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n    }\n    ownerSecret\n    runConfiguration {\n      databaseId\n    }\n  }\n": typeof types.StartedRunFragmentDoc,
    "\n  query ModPackId($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackIdDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...RunStart\n    }\n  }\n": typeof types.GenerateServerPackDocument,
    "\n  query ModPackToTakeUp($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n    }\n  }\n": typeof types.ModPackToTakeUpDocument,
    "\n  fragment TicketNews on UploadTicket {\n    id\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n      runConfigurations(first: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n    refusal {\n      code\n      message\n      modPack {\n        databaseId\n      }\n    }\n  }\n": typeof types.TicketNewsFragmentDoc,
    "\n  subscription UploadTickets {\n    uploadTickets {\n      ...TicketNews\n    }\n  }\n": typeof types.UploadTicketsDocument,
    "\n  query TicketNow($id: ID!) {\n    uploadTicket(id: $id) {\n      ...TicketNews\n    }\n  }\n": typeof types.TicketNowDocument,
    "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expiresAt\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.CreateUploadTicketDocument,
};
const documents: Documents = {
    "\n  fragment BuiltFrom on ServerPack {\n    modPack {\n      databaseId\n    }\n    runConfiguration {\n      ...WholeRun\n    }\n  }\n": types.BuiltFromFragmentDoc,
    "\n  query RunToFollow($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      id\n      databaseId\n      title\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n": types.RunToFollowDocument,
    "\n  query TicketToWaitFor($id: ID!) {\n    uploadTicket(id: $id) {\n      id\n      expiresAt\n    }\n  }\n": types.TicketToWaitForDocument,
    "\n  query FilesForHosts($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      hostFiles {\n        kind\n        name\n        text\n      }\n      modPack {\n        title\n      }\n    }\n  }\n": types.FilesForHostsDocument,
    "\n  query RunConfigurationByNumber($databaseId: Int!) {\n    runConfiguration(databaseId: $databaseId) {\n      ...WholeRun\n    }\n  }\n": types.RunConfigurationByNumberDocument,
    "\n  query ServerPackToVoteFor($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ServerPackToVoteForDocument,
    "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          ...ServerPackCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.VoteServerPackDocument,
    "\n  fragment ServerPackChanges on ServerPackComparison {\n    first {\n      databaseId\n    }\n    modCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    fileCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    acts {\n      kind\n      java\n      mod\n    }\n  }\n": types.ServerPackChangesFragmentDoc,
    "\n  query ChangesSinceVersionBefore($databaseId: Int!) {\n    compareServerPacks(secondDatabaseId: $databaseId) {\n      __typename\n      ... on ServerPackComparison {\n        ...ServerPackChanges\n      }\n    }\n  }\n": types.ChangesSinceVersionBeforeDocument,
    "\n  query ModPackThatWaits($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackThatWaitsDocument,
    "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n        modPack {\n          waiting {\n            ...RunWaiting\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.AddMissingFileDocument,
    "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    title\n  }\n": types.ModPackChoiceFragmentDoc,
    "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      databaseId\n      title\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": types.ServerPackChoiceFragmentDoc,
    "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n": types.ModPacksLikeDocument,
    "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n": types.ServerPacksLikeDocument,
    "\n  query OwnModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on ModPack {\n        ...ModPackChoice\n        serverPacks(last: 5) {\n          nodes {\n            ...ServerPackChoice\n          }\n        }\n      }\n    }\n  }\n": types.OwnModPacksDocument,
    "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": types.ServerPacksOfDocument,
    "\n  mutation AnalyzeLog($input: AnalyzeLogInput!) {\n    analyzeLog(input: $input) {\n      __typename\n      ... on LogAnalysis {\n        findings {\n          ...LogFindingLine\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.AnalyzeLogDocument,
    "\n  query ServerPackOfLog($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...BuiltFrom\n      modPack {\n        databaseId\n      }\n    }\n  }\n": types.ServerPackOfLogDocument,
    "\n  query ServerPackByNumber($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...ServerPackCard\n    }\n  }\n": types.ServerPackByNumberDocument,
    "\n  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {\n    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {\n      ...ServerPackCard\n    }\n  }\n": types.ServerPackOfRunDocument,
    "\n  query LineToFollow($name: String!) {\n    line(name: $name) {\n      name\n    }\n  }\n": types.LineToFollowDocument,
    "\n  query LineNames {\n    lines(first: 100) {\n      nodes {\n        name\n        latest {\n          modPack {\n            title\n          }\n        }\n      }\n    }\n  }\n": types.LineNamesDocument,
    "\n  mutation FollowPack($input: FollowLineInput!) {\n    followLine(input: $input) {\n      ... on LineChanged {\n        line {\n          name\n          following {\n            mayChange\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.FollowPackDocument,
    "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...StartedRun\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.ImportModPackDocument,
    "\n  query SentModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on ModPack {\n        databaseId\n        title\n        name\n        renamed\n        createdAt\n      }\n    }\n  }\n": types.SentModPacksDocument,
    "\n  query ModPackStatus($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      ...ModPackCard\n    }\n    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {\n      nodes {\n        errors {\n          ...ProblemLine\n        }\n      }\n    }\n  }\n": types.ModPackStatusDocument,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...RunStart\n    }\n  }\n": types.UploadModPackDocument,
    "\n  query VersionsToPropose(\n    $modPack: Int!\n    $hasModPack: Boolean!\n    $modloader: Modloader!\n    $hasModloader: Boolean!\n    $gameVersion: String\n  ) {\n    modPack(databaseId: $modPack) @include(if: $hasModPack) {\n      manifest {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n    }\n    gameVersions\n    listedVersions(modloader: $modloader, gameVersion: $gameVersion) @include(if: $hasModloader) {\n      gameVersions\n      modloaderVersions\n    }\n  }\n": types.VersionsToProposeDocument,
    "\n  fragment DroppedPage on ModDecisionConnection {\n    nodes {\n      file\n      reason\n      evidence\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n": types.DroppedPageFragmentDoc,
    "\n  query DroppedMods($databaseId: Int!, $first: Int, $after: String, $last: Int, $before: String) {\n    serverPack(databaseId: $databaseId) {\n      keptCount\n      droppedCount\n      modPack {\n        databaseId\n        title\n      }\n      decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n        ...DroppedPage\n      }\n    }\n  }\n": types.DroppedModsDocument,
    "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackToPreviewDocument,
    "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        javaVersion\n        newestJavaVersion\n        warnings {\n          ...ProblemLine\n        }\n        modPack {\n          title\n        }\n        decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n          ...DroppedPage\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.PreviewDocument,
    "\n  mutation RequestBoot($serverPack: ID!) {\n    bootServerPack(input: { serverPack: $serverPack, repair: true }) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.RequestBootDocument,
    "\n  subscription BootProgressOf($serverPack: ID!) {\n    bootProgress(serverPack: $serverPack) {\n      ...BootLine\n    }\n  }\n": types.BootProgressOfDocument,
    "\n  query BuiltFromOf($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...BuiltFrom\n    }\n  }\n": types.BuiltFromOfDocument,
    "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...ServerPackCard\n    }\n  }\n": types.FinishedServerPackDocument,
    "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    format\n  }\n": types.RunConfigurationLineFragmentDoc,
    "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    votes {\n      up\n      down\n    }\n    createdAt\n    downloadUrl\n    keptCount\n    droppedCount\n    boot {\n      ...BootLine\n    }\n    warnings {\n      ...ProblemLine\n    }\n    modPack {\n      databaseId\n      title\n      scan {\n        quarantined\n      }\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n": types.ServerPackCardFragmentDoc,
    "\n  fragment BootLine on Boot {\n    state\n    phase\n    outcome\n    java\n    seconds\n    peakMemory\n    repairs {\n      dropped\n    }\n  }\n": types.BootLineFragmentDoc,
    "\n  fragment ModPackCard on ModPack {\n    databaseId\n    title\n    size\n    status\n    createdAt\n    waiting {\n      ...RunWaiting\n    }\n    scan {\n      quarantined\n    }\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        votes {\n          up\n          down\n        }\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n": types.ModPackCardFragmentDoc,
    "\n  fragment ProblemLine on Problem {\n    code\n    message\n    entry\n    tellsOfLeftOut\n  }\n": types.ProblemLineFragmentDoc,
    "\n  fragment LogFindingLine on LogFinding {\n    cause\n    message\n    lines {\n      number\n      text\n    }\n    suspects {\n      file\n      modId\n      className\n    }\n    act {\n      kind\n      modId\n      version\n      java\n      files\n    }\n  }\n": types.LogFindingLineFragmentDoc,
    "\n  fragment RunWaiting on Waiting {\n    for\n    nextTry\n    until\n    files {\n      name\n      page\n    }\n  }\n": types.RunWaitingFragmentDoc,
    "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n": types.ViewerPermissionsDocument,
    "\n  mutation UnfollowPack($line: String!) {\n    unfollowLine(input: { line: $line }) {\n      __typename\n    }\n  }\n": types.UnfollowPackDocument,
    "\n  subscription LineNews($after: ID) {\n    events(after: $after, filter: { status: [GENERATED, ERROR] }) {\n      id\n      isFinal\n      line {\n        name\n      }\n      serverPack {\n        modPack {\n          hidden\n        }\n        ...ServerPackCard\n      }\n      errors {\n        code\n        message\n      }\n      modPack {\n        databaseId\n        title\n        scan {\n          quarantined\n        }\n        serverPacks(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n": types.LineNewsDocument,
    "\n  query NewestEnd {\n    events(filter: { status: [GENERATED, ERROR] }, last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.NewestEndDocument,
    "\n  subscription LineWithdrawals($after: ID, $all: Boolean) {\n    lineNews(after: $after, all: $all) {\n      id\n      kind\n      line {\n        name\n      }\n      modPack {\n        databaseId\n        title\n      }\n    }\n  }\n": types.LineWithdrawalsDocument,
    "\n  query NewestWithdrawal {\n    lineNews(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.NewestWithdrawalDocument,
    "\n  query SentModPack($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      title\n      name\n      renamed\n      createdAt\n    }\n  }\n": types.SentModPackDocument,
    "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.DeleteModPackDocument,
    "\n  mutation RenameModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          title\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.RenameModPackDocument,
    "\n  fragment ProgressNews on Progress {\n    phase\n    bytesDone\n    bytesTotal\n  }\n": types.ProgressNewsFragmentDoc,
    "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      ...ProgressNews\n    }\n  }\n": types.ProgressOfDocument,
    "\n  query PlaceInLine($runConfiguration: Int!) {\n    runConfiguration(databaseId: $runConfiguration) {\n      queuePlace {\n        place\n        waiting\n      }\n    }\n  }\n": types.PlaceInLineDocument,
    "\n  query WaitedFor($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      waiting {\n        ...RunWaiting\n      }\n    }\n  }\n": types.WaitedForDocument,
    "\n  fragment RunStep on Event {\n    id\n    databaseId\n    status\n    isFinal\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n  }\n": types.RunStepFragmentDoc,
    "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.NewestEventDocument,
    "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...RunStep\n      }\n    }\n  }\n": types.StepsOfRunDocument,
    "\n  subscription LaterSteps($after: ID) {\n    events(after: $after) {\n      ...RunStep\n    }\n  }\n": types.LaterStepsDocument,
    "\n  fragment WholeRun on RunConfiguration {\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n    automaticSides\n    includeFiles\n    excludeFiles\n    includeWorld\n    nameEncoding\n    format\n    serverIcon {\n      content\n    }\n    serverProperties {\n      content\n    }\n  }\n": types.WholeRunFragmentDoc,
    "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      ...StartedRun\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": types.RunStartFragmentDoc,
    "\n  fragment StartedRun on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n    }\n    ownerSecret\n    runConfiguration {\n      databaseId\n    }\n  }\n": types.StartedRunFragmentDoc,
    "\n  query ModPackId($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackIdDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...RunStart\n    }\n  }\n": types.GenerateServerPackDocument,
    "\n  query ModPackToTakeUp($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n    }\n  }\n": types.ModPackToTakeUpDocument,
    "\n  fragment TicketNews on UploadTicket {\n    id\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n      runConfigurations(first: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n    refusal {\n      code\n      message\n      modPack {\n        databaseId\n      }\n    }\n  }\n": types.TicketNewsFragmentDoc,
    "\n  subscription UploadTickets {\n    uploadTickets {\n      ...TicketNews\n    }\n  }\n": types.UploadTicketsDocument,
    "\n  query TicketNow($id: ID!) {\n    uploadTicket(id: $id) {\n      ...TicketNews\n    }\n  }\n": types.TicketNowDocument,
    "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expiresAt\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.CreateUploadTicketDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BuiltFrom on ServerPack {\n    modPack {\n      databaseId\n    }\n    runConfiguration {\n      ...WholeRun\n    }\n  }\n"): typeof import('./graphql.ts').BuiltFromFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RunToFollow($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      id\n      databaseId\n      title\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RunToFollowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TicketToWaitFor($id: ID!) {\n    uploadTicket(id: $id) {\n      id\n      expiresAt\n    }\n  }\n"): typeof import('./graphql.ts').TicketToWaitForDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FilesForHosts($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      hostFiles {\n        kind\n        name\n        text\n      }\n      modPack {\n        title\n      }\n    }\n  }\n"): typeof import('./graphql.ts').FilesForHostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RunConfigurationByNumber($databaseId: Int!) {\n    runConfiguration(databaseId: $databaseId) {\n      ...WholeRun\n    }\n  }\n"): typeof import('./graphql.ts').RunConfigurationByNumberDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackToVoteFor($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackToVoteForDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation VoteServerPack($input: VoteServerPackInput!) {\n    voteServerPack(input: $input) {\n      __typename\n      ... on VoteCounted {\n        serverPack {\n          ...ServerPackCard\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').VoteServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackChanges on ServerPackComparison {\n    first {\n      databaseId\n    }\n    modCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    fileCounts {\n      updated\n      added\n      removed\n      renamed\n    }\n    acts {\n      kind\n      java\n      mod\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackChangesFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChangesSinceVersionBefore($databaseId: Int!) {\n    compareServerPacks(secondDatabaseId: $databaseId) {\n      __typename\n      ... on ServerPackComparison {\n        ...ServerPackChanges\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ChangesSinceVersionBeforeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackThatWaits($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ModPackThatWaitsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n        modPack {\n          waiting {\n            ...RunWaiting\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AddMissingFileDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModPackChoice on ModPack {\n    databaseId\n    title\n  }\n"): typeof import('./graphql.ts').ModPackChoiceFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackChoice on ServerPack {\n    databaseId\n    modPack {\n      databaseId\n      title\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackChoiceFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    modPack(databaseId: $number) @include(if: $isNumber) {\n      ...ModPackChoice\n    }\n    modPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ModPackChoice\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPacksLikeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {\n    serverPack(databaseId: $number) @include(if: $isNumber) {\n      ...ServerPackChoice\n    }\n    serverPacks(filter: { nameContains: $name }, first: $first) {\n      nodes {\n        ...ServerPackChoice\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPacksLikeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      ... on ModPack {\n        ...ModPackChoice\n        serverPacks(last: 5) {\n          nodes {\n            ...ServerPackChoice\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').OwnModPacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPacksOf($modPack: Int!) {\n    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {\n      nodes {\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPacksOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AnalyzeLog($input: AnalyzeLogInput!) {\n    analyzeLog(input: $input) {\n      __typename\n      ... on LogAnalysis {\n        findings {\n          ...LogFindingLine\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AnalyzeLogDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackOfLog($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...BuiltFrom\n      modPack {\n        databaseId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackOfLogDocument;
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
export function graphql(source: "\n  query LineToFollow($name: String!) {\n    line(name: $name) {\n      name\n    }\n  }\n"): typeof import('./graphql.ts').LineToFollowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LineNames {\n    lines(first: 100) {\n      nodes {\n        name\n        latest {\n          modPack {\n            title\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LineNamesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FollowPack($input: FollowLineInput!) {\n    followLine(input: $input) {\n      ... on LineChanged {\n        line {\n          name\n          following {\n            mayChange\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').FollowPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...StartedRun\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SentModPacks($ids: [ID!]!) {\n    nodes(ids: $ids) {\n      __typename\n      ... on ModPack {\n        databaseId\n        title\n        name\n        renamed\n        createdAt\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SentModPacksDocument;
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
export function graphql(source: "\n  query VersionsToPropose(\n    $modPack: Int!\n    $hasModPack: Boolean!\n    $modloader: Modloader!\n    $hasModloader: Boolean!\n    $gameVersion: String\n  ) {\n    modPack(databaseId: $modPack) @include(if: $hasModPack) {\n      manifest {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n    }\n    gameVersions\n    listedVersions(modloader: $modloader, gameVersion: $gameVersion) @include(if: $hasModloader) {\n      gameVersions\n      modloaderVersions\n    }\n  }\n"): typeof import('./graphql.ts').VersionsToProposeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DroppedPage on ModDecisionConnection {\n    nodes {\n      file\n      reason\n      evidence\n    }\n    pageInfo {\n      hasNextPage\n      hasPreviousPage\n      startCursor\n      endCursor\n    }\n  }\n"): typeof import('./graphql.ts').DroppedPageFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DroppedMods($databaseId: Int!, $first: Int, $after: String, $last: Int, $before: String) {\n    serverPack(databaseId: $databaseId) {\n      keptCount\n      droppedCount\n      modPack {\n        databaseId\n        title\n      }\n      decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n        ...DroppedPage\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DroppedModsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ModPackToPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        javaVersion\n        newestJavaVersion\n        warnings {\n          ...ProblemLine\n        }\n        modPack {\n          title\n        }\n        decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {\n          ...DroppedPage\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RequestBoot($serverPack: ID!) {\n    bootServerPack(input: { serverPack: $serverPack, repair: true }) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RequestBootDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription BootProgressOf($serverPack: ID!) {\n    bootProgress(serverPack: $serverPack) {\n      ...BootLine\n    }\n  }\n"): typeof import('./graphql.ts').BootProgressOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BuiltFromOf($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      ...BuiltFrom\n    }\n  }\n"): typeof import('./graphql.ts').BuiltFromOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      id\n      ...ServerPackCard\n    }\n  }\n"): typeof import('./graphql.ts').FinishedServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunConfigurationLine on RunConfiguration {\n    databaseId\n    gameVersion\n    modloader\n    modloaderVersion\n    format\n  }\n"): typeof import('./graphql.ts').RunConfigurationLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ServerPackCard on ServerPack {\n    databaseId\n    size\n    downloads\n    votes {\n      up\n      down\n    }\n    createdAt\n    downloadUrl\n    keptCount\n    droppedCount\n    boot {\n      ...BootLine\n    }\n    warnings {\n      ...ProblemLine\n    }\n    modPack {\n      databaseId\n      title\n      scan {\n        quarantined\n      }\n    }\n    runConfiguration {\n      ...RunConfigurationLine\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackCardFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment BootLine on Boot {\n    state\n    phase\n    outcome\n    java\n    seconds\n    peakMemory\n    repairs {\n      dropped\n    }\n  }\n"): typeof import('./graphql.ts').BootLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ModPackCard on ModPack {\n    databaseId\n    title\n    size\n    status\n    createdAt\n    waiting {\n      ...RunWaiting\n    }\n    scan {\n      quarantined\n    }\n    serverPacks(last: 10) {\n      totalCount\n      nodes {\n        databaseId\n        size\n        downloads\n        votes {\n          up\n          down\n        }\n        runConfiguration {\n          ...RunConfigurationLine\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPackCardFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ProblemLine on Problem {\n    code\n    message\n    entry\n    tellsOfLeftOut\n  }\n"): typeof import('./graphql.ts').ProblemLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LogFindingLine on LogFinding {\n    cause\n    message\n    lines {\n      number\n      text\n    }\n    suspects {\n      file\n      modId\n      className\n    }\n    act {\n      kind\n      modId\n      version\n      java\n      files\n    }\n  }\n"): typeof import('./graphql.ts').LogFindingLineFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunWaiting on Waiting {\n    for\n    nextTry\n    until\n    files {\n      name\n      page\n    }\n  }\n"): typeof import('./graphql.ts').RunWaitingFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ViewerPermissions {\n    viewer {\n      permissions\n    }\n  }\n"): typeof import('./graphql.ts').ViewerPermissionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnfollowPack($line: String!) {\n    unfollowLine(input: { line: $line }) {\n      __typename\n    }\n  }\n"): typeof import('./graphql.ts').UnfollowPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LineNews($after: ID) {\n    events(after: $after, filter: { status: [GENERATED, ERROR] }) {\n      id\n      isFinal\n      line {\n        name\n      }\n      serverPack {\n        modPack {\n          hidden\n        }\n        ...ServerPackCard\n      }\n      errors {\n        code\n        message\n      }\n      modPack {\n        databaseId\n        title\n        scan {\n          quarantined\n        }\n        serverPacks(first: 1) {\n          nodes {\n            databaseId\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LineNewsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestEnd {\n    events(filter: { status: [GENERATED, ERROR] }, last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NewestEndDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LineWithdrawals($after: ID, $all: Boolean) {\n    lineNews(after: $after, all: $all) {\n      id\n      kind\n      line {\n        name\n      }\n      modPack {\n        databaseId\n        title\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LineWithdrawalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestWithdrawal {\n    lineNews(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NewestWithdrawalDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SentModPack($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      title\n      name\n      renamed\n      createdAt\n    }\n  }\n"): typeof import('./graphql.ts').SentModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DeleteModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenameModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          title\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RenameModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ProgressNews on Progress {\n    phase\n    bytesDone\n    bytesTotal\n  }\n"): typeof import('./graphql.ts').ProgressNewsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      ...ProgressNews\n    }\n  }\n"): typeof import('./graphql.ts').ProgressOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlaceInLine($runConfiguration: Int!) {\n    runConfiguration(databaseId: $runConfiguration) {\n      queuePlace {\n        place\n        waiting\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PlaceInLineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WaitedFor($modPack: Int!) {\n    modPack(databaseId: $modPack) {\n      waiting {\n        ...RunWaiting\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WaitedForDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunStep on Event {\n    id\n    databaseId\n    status\n    isFinal\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      ...ProblemLine\n    }\n  }\n"): typeof import('./graphql.ts').RunStepFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NewestEventDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...RunStep\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StepsOfRunDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LaterSteps($after: ID) {\n    events(after: $after) {\n      ...RunStep\n    }\n  }\n"): typeof import('./graphql.ts').LaterStepsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WholeRun on RunConfiguration {\n    gameVersion\n    modloader\n    modloaderVersion\n    startArgs\n    clientMods\n    whitelistedMods\n    automaticSides\n    includeFiles\n    excludeFiles\n    includeWorld\n    nameEncoding\n    format\n    serverIcon {\n      content\n    }\n    serverProperties {\n      content\n    }\n  }\n"): typeof import('./graphql.ts').WholeRunFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunStart on RunResult {\n    __typename\n    ... on RunStarted {\n      ...StartedRun\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n"): typeof import('./graphql.ts').RunStartFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StartedRun on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n    }\n    ownerSecret\n    runConfiguration {\n      databaseId\n    }\n  }\n"): typeof import('./graphql.ts').StartedRunFragmentDoc;
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
export function graphql(source: "\n  query ModPackToTakeUp($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n    }\n  }\n"): typeof import('./graphql.ts').ModPackToTakeUpDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TicketNews on UploadTicket {\n    id\n    modPack {\n      id\n      databaseId\n      title\n      createdAt\n      runConfigurations(first: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n    refusal {\n      code\n      message\n      modPack {\n        databaseId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TicketNewsFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription UploadTickets {\n    uploadTickets {\n      ...TicketNews\n    }\n  }\n"): typeof import('./graphql.ts').UploadTicketsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TicketNow($id: ID!) {\n    uploadTicket(id: $id) {\n      ...TicketNews\n    }\n  }\n"): typeof import('./graphql.ts').TicketNowDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {\n    createUploadTicket(input: $input) {\n      __typename\n      ... on UploadTicketCreated {\n        url\n        uploadTicket {\n          id\n          expiresAt\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CreateUploadTicketDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
