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
    "\n  query Comparison($first: Int, $second: Int!) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      __typename\n      ... on ServerPackComparison {\n        markdown\n        first {\n          databaseId\n        }\n        settings {\n          setting\n          first\n          second\n        }\n        acts {\n          kind\n          message\n          java\n          mod\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ComparisonDocument,
    "\n  query ComparedMods($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        mods(first: 100, after: $after) {\n          nodes {\n            change\n            name\n            modId\n            first {\n              file\n              version\n            }\n            second {\n              file\n              version\n            }\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ComparedModsDocument,
    "\n  query ComparedFiles($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        files(first: 100, after: $after) {\n          nodes {\n            change\n            path\n            formerPath\n            firstSize\n            secondSize\n            text\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ComparedFilesDocument,
    "\n  query ServerPackFile($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      modPack {\n        name\n      }\n      runConfiguration {\n        format\n      }\n    }\n  }\n": typeof types.ServerPackFileDocument,
    "\n  query ModPackFile($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      name\n    }\n  }\n": typeof types.ModPackFileDocument,
    "\n  fragment Step on Event {\n    id\n    databaseId\n    status\n    isFinal\n    message\n    timestamp: createdAt\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n": typeof types.StepFragmentDoc,
    "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...Step\n      }\n    }\n  }\n": typeof types.StepsOfRunDocument,
    "\n  subscription LaterSteps($after: ID, $filter: EventFilter) {\n    events(after: $after, filter: $filter) {\n      ...Step\n    }\n  }\n": typeof types.LaterStepsDocument,
    "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      phase\n      bytesDone\n      bytesTotal\n    }\n  }\n": typeof types.ProgressOfDocument,
    "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      databaseId\n      size\n      sha256\n      keptCount\n      droppedCount\n      downloadUrl\n      modPack {\n        title\n        name\n        renamed\n      }\n      warnings {\n        code\n        error: message\n        entry\n      }\n    }\n  }\n": typeof types.FinishedServerPackDocument,
    "\n  query HostFiles($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      hostFiles {\n        kind\n        name\n        text\n        url\n      }\n    }\n  }\n": typeof types.HostFilesDocument,
    "\n  fragment LineRow on Line {\n    name\n    platform\n    projectID\n    modloader\n    downloads\n    confirmedWorking\n    createdAt\n    pinned {\n      databaseId\n    }\n    latest {\n      databaseId\n      runConfiguration {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n      modPack {\n        databaseId\n        title\n        name\n      }\n    }\n    following {\n      address\n      channel\n      held\n      lookedAt\n      nextLookAt\n      problem\n    }\n  }\n": typeof types.LineRowFragmentDoc,
    "\n  query Lines($first: Int!) {\n    lines(first: $first) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        ...LineRow\n      }\n    }\n  }\n": typeof types.LinesDocument,
    "\n  query LineByName($name: String!, $first: Int!) {\n    line(name: $name) {\n      ...LineRow\n      versions(first: $first) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          withdrawnAt\n          javaVersion\n          modPack {\n            databaseId\n            title\n            name\n            status\n            createdAt\n          }\n          serverPack {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.LineByNameDocument,
    "\n  mutation FollowLine($input: FollowLineInput!) {\n    followLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.FollowLineDocument,
    "\n  mutation ChangeLineFollowing($input: ChangeLineFollowingInput!) {\n    changeLineFollowing(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.ChangeLineFollowingDocument,
    "\n  mutation UnfollowLine($input: UnfollowLineInput!) {\n    unfollowLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.UnfollowLineDocument,
    "\n  mutation PinLine($input: PinLineInput!) {\n    pinLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.PinLineDocument,
    "\n  query ModPacks($first: Int!, $filter: ModPackFilter) {\n    modPacks(first: $first, filter: $filter) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        databaseId\n        name\n        title\n        status\n        size\n        sha256\n        source\n        dateCreated: createdAt\n        scan {\n          quarantined\n          findings {\n            entry\n            signature\n          }\n        }\n        serverPacks(last: 10) {\n          nodes {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.ModPacksDocument,
    "\n  query MissingFilesOf($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      waiting {\n        for\n        nextTry\n        until\n        files {\n          name\n          page\n        }\n      }\n    }\n  }\n": typeof types.MissingFilesOfDocument,
    "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.AddMissingFileDocument,
    "\n  mutation UpdateModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          databaseId\n          title\n          name\n          renamed\n          hidden\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.UpdateModPackDocument,
    "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.DeleteModPackDocument,
    "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackToPreviewDocument,
    "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $filter: ModDecisionFilter\n    $after: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        keptModBytes\n        fileCount\n        fileBytes\n        leftOutCount\n        leftOutBytes\n        javaVersion\n        newestJavaVersion\n        leftOut {\n          path\n          files\n          bytes\n          reason\n        }\n        warnings {\n          code\n          error: message\n          entry\n        }\n        decisions(filter: $filter, first: 100, after: $after) {\n          nodes {\n            file\n            kept\n            reason\n            certainty\n            evidence\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.PreviewDocument,
    "\n  mutation ReleaseModPack($modPack: ID!, $reason: String!) {\n    releaseModPack(input: { modPack: $modPack, reason: $reason }) {\n      __typename\n      ... on ModPackReleased {\n        modPack {\n          title\n          name\n          renamed\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.ReleaseModPackDocument,
    "\n  query Reach {\n    __typename\n  }\n": typeof types.ReachDocument,
    "\n  fragment RunOf on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      name\n      renamed\n    }\n    runConfiguration {\n      databaseId\n    }\n    ownerSecret\n  }\n": typeof types.RunOfFragmentDoc,
    "\n  fragment StartOfRun on RunResult {\n    __typename\n    ... on RunStarted {\n      ...RunOf\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": typeof types.StartOfRunFragmentDoc,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n": typeof types.UploadModPackDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n": typeof types.GenerateServerPackDocument,
    "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...RunOf\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": typeof types.ImportModPackDocument,
    "\n  query ModPackByNumber($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": typeof types.ModPackByNumberDocument,
    "\n  query NewestRun($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n      name\n      renamed\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n": typeof types.NewestRunDocument,
    "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": typeof types.NewestEventDocument,
    "\n  fragment WebhookRow on Webhook {\n    id\n    databaseId\n    url\n    format\n    statuses\n    enabled\n    dateCreated: createdAt\n  }\n": typeof types.WebhookRowFragmentDoc,
    "\n  fragment DeliveryRow on WebhookDelivery {\n    id\n    databaseId\n    webhook {\n      databaseId\n    }\n    messageId\n    type\n    state\n    attempts\n    lastAttempt: lastAttemptAt\n    responseStatus\n    failure\n    dateCreated: createdAt\n  }\n": typeof types.DeliveryRowFragmentDoc,
    "\n  query Webhooks($after: String) {\n    administration {\n      webhooks(first: 50, after: $after) {\n        nodes {\n          ...WebhookRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.WebhooksDocument,
    "\n  query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {\n    administration {\n      webhookDeliveries(first: $first, filter: $filter) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          ...DeliveryRow\n        }\n      }\n    }\n  }\n": typeof types.WebhookDeliveriesDocument,
    "\n  mutation RegisterWebhook($input: RegisterWebhookInput!) {\n    registerWebhook(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.RegisterWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on WebhookUpdated {\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.UpdateWebhookDocument,
    "\n  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n    rotateWebhookSecret(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.DeleteWebhookDocument,
    "\n  mutation TestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.TestWebhookDocument,
    "\n  mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) {\n    resendWebhookDelivery(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": typeof types.ResendWebhookDeliveryDocument,
};
const documents: Documents = {
    "\n  query Comparison($first: Int, $second: Int!) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      __typename\n      ... on ServerPackComparison {\n        markdown\n        first {\n          databaseId\n        }\n        settings {\n          setting\n          first\n          second\n        }\n        acts {\n          kind\n          message\n          java\n          mod\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.ComparisonDocument,
    "\n  query ComparedMods($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        mods(first: 100, after: $after) {\n          nodes {\n            change\n            name\n            modId\n            first {\n              file\n              version\n            }\n            second {\n              file\n              version\n            }\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.ComparedModsDocument,
    "\n  query ComparedFiles($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        files(first: 100, after: $after) {\n          nodes {\n            change\n            path\n            formerPath\n            firstSize\n            secondSize\n            text\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.ComparedFilesDocument,
    "\n  query ServerPackFile($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      modPack {\n        name\n      }\n      runConfiguration {\n        format\n      }\n    }\n  }\n": types.ServerPackFileDocument,
    "\n  query ModPackFile($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      name\n    }\n  }\n": types.ModPackFileDocument,
    "\n  fragment Step on Event {\n    id\n    databaseId\n    status\n    isFinal\n    message\n    timestamp: createdAt\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n": types.StepFragmentDoc,
    "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...Step\n      }\n    }\n  }\n": types.StepsOfRunDocument,
    "\n  subscription LaterSteps($after: ID, $filter: EventFilter) {\n    events(after: $after, filter: $filter) {\n      ...Step\n    }\n  }\n": types.LaterStepsDocument,
    "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      phase\n      bytesDone\n      bytesTotal\n    }\n  }\n": types.ProgressOfDocument,
    "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      databaseId\n      size\n      sha256\n      keptCount\n      droppedCount\n      downloadUrl\n      modPack {\n        title\n        name\n        renamed\n      }\n      warnings {\n        code\n        error: message\n        entry\n      }\n    }\n  }\n": types.FinishedServerPackDocument,
    "\n  query HostFiles($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      hostFiles {\n        kind\n        name\n        text\n        url\n      }\n    }\n  }\n": types.HostFilesDocument,
    "\n  fragment LineRow on Line {\n    name\n    platform\n    projectID\n    modloader\n    downloads\n    confirmedWorking\n    createdAt\n    pinned {\n      databaseId\n    }\n    latest {\n      databaseId\n      runConfiguration {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n      modPack {\n        databaseId\n        title\n        name\n      }\n    }\n    following {\n      address\n      channel\n      held\n      lookedAt\n      nextLookAt\n      problem\n    }\n  }\n": types.LineRowFragmentDoc,
    "\n  query Lines($first: Int!) {\n    lines(first: $first) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        ...LineRow\n      }\n    }\n  }\n": types.LinesDocument,
    "\n  query LineByName($name: String!, $first: Int!) {\n    line(name: $name) {\n      ...LineRow\n      versions(first: $first) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          withdrawnAt\n          javaVersion\n          modPack {\n            databaseId\n            title\n            name\n            status\n            createdAt\n          }\n          serverPack {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n": types.LineByNameDocument,
    "\n  mutation FollowLine($input: FollowLineInput!) {\n    followLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.FollowLineDocument,
    "\n  mutation ChangeLineFollowing($input: ChangeLineFollowingInput!) {\n    changeLineFollowing(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.ChangeLineFollowingDocument,
    "\n  mutation UnfollowLine($input: UnfollowLineInput!) {\n    unfollowLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.UnfollowLineDocument,
    "\n  mutation PinLine($input: PinLineInput!) {\n    pinLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.PinLineDocument,
    "\n  query ModPacks($first: Int!, $filter: ModPackFilter) {\n    modPacks(first: $first, filter: $filter) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        databaseId\n        name\n        title\n        status\n        size\n        sha256\n        source\n        dateCreated: createdAt\n        scan {\n          quarantined\n          findings {\n            entry\n            signature\n          }\n        }\n        serverPacks(last: 10) {\n          nodes {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n": types.ModPacksDocument,
    "\n  query MissingFilesOf($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      waiting {\n        for\n        nextTry\n        until\n        files {\n          name\n          page\n        }\n      }\n    }\n  }\n": types.MissingFilesOfDocument,
    "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.AddMissingFileDocument,
    "\n  mutation UpdateModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          databaseId\n          title\n          name\n          renamed\n          hidden\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.UpdateModPackDocument,
    "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.DeleteModPackDocument,
    "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackToPreviewDocument,
    "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $filter: ModDecisionFilter\n    $after: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        keptModBytes\n        fileCount\n        fileBytes\n        leftOutCount\n        leftOutBytes\n        javaVersion\n        newestJavaVersion\n        leftOut {\n          path\n          files\n          bytes\n          reason\n        }\n        warnings {\n          code\n          error: message\n          entry\n        }\n        decisions(filter: $filter, first: 100, after: $after) {\n          nodes {\n            file\n            kept\n            reason\n            certainty\n            evidence\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.PreviewDocument,
    "\n  mutation ReleaseModPack($modPack: ID!, $reason: String!) {\n    releaseModPack(input: { modPack: $modPack, reason: $reason }) {\n      __typename\n      ... on ModPackReleased {\n        modPack {\n          title\n          name\n          renamed\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.ReleaseModPackDocument,
    "\n  query Reach {\n    __typename\n  }\n": types.ReachDocument,
    "\n  fragment RunOf on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      name\n      renamed\n    }\n    runConfiguration {\n      databaseId\n    }\n    ownerSecret\n  }\n": types.RunOfFragmentDoc,
    "\n  fragment StartOfRun on RunResult {\n    __typename\n    ... on RunStarted {\n      ...RunOf\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n": types.StartOfRunFragmentDoc,
    "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n": types.UploadModPackDocument,
    "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n": types.GenerateServerPackDocument,
    "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...RunOf\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n": types.ImportModPackDocument,
    "\n  query ModPackByNumber($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n": types.ModPackByNumberDocument,
    "\n  query NewestRun($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n      name\n      renamed\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n": types.NewestRunDocument,
    "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n": types.NewestEventDocument,
    "\n  fragment WebhookRow on Webhook {\n    id\n    databaseId\n    url\n    format\n    statuses\n    enabled\n    dateCreated: createdAt\n  }\n": types.WebhookRowFragmentDoc,
    "\n  fragment DeliveryRow on WebhookDelivery {\n    id\n    databaseId\n    webhook {\n      databaseId\n    }\n    messageId\n    type\n    state\n    attempts\n    lastAttempt: lastAttemptAt\n    responseStatus\n    failure\n    dateCreated: createdAt\n  }\n": types.DeliveryRowFragmentDoc,
    "\n  query Webhooks($after: String) {\n    administration {\n      webhooks(first: 50, after: $after) {\n        nodes {\n          ...WebhookRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.WebhooksDocument,
    "\n  query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {\n    administration {\n      webhookDeliveries(first: $first, filter: $filter) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          ...DeliveryRow\n        }\n      }\n    }\n  }\n": types.WebhookDeliveriesDocument,
    "\n  mutation RegisterWebhook($input: RegisterWebhookInput!) {\n    registerWebhook(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.RegisterWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on WebhookUpdated {\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.UpdateWebhookDocument,
    "\n  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n    rotateWebhookSecret(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.RotateWebhookSecretDocument,
    "\n  mutation DeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.DeleteWebhookDocument,
    "\n  mutation TestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.TestWebhookDocument,
    "\n  mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) {\n    resendWebhookDelivery(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n": types.ResendWebhookDeliveryDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Comparison($first: Int, $second: Int!) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      __typename\n      ... on ServerPackComparison {\n        markdown\n        first {\n          databaseId\n        }\n        settings {\n          setting\n          first\n          second\n        }\n        acts {\n          kind\n          message\n          java\n          mod\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComparisonDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComparedMods($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        mods(first: 100, after: $after) {\n          nodes {\n            change\n            name\n            modId\n            first {\n              file\n              version\n            }\n            second {\n              file\n              version\n            }\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComparedModsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ComparedFiles($first: Int!, $second: Int!, $after: String) {\n    compareServerPacks(firstDatabaseId: $first, secondDatabaseId: $second) {\n      ... on ServerPackComparison {\n        files(first: 100, after: $after) {\n          nodes {\n            change\n            path\n            formerPath\n            firstSize\n            secondSize\n            text\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ComparedFilesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerPackFile($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      modPack {\n        name\n      }\n      runConfiguration {\n        format\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ServerPackFileDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackFile($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      downloadUrl\n      sha256\n      size\n      name\n    }\n  }\n"): typeof import('./graphql.ts').ModPackFileDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Step on Event {\n    id\n    databaseId\n    status\n    isFinal\n    message\n    timestamp: createdAt\n    modPackDatabaseId\n    serverPackDatabaseId\n    runConfiguration {\n      databaseId\n    }\n    errors {\n      code\n      error: message\n      entry\n    }\n  }\n"): typeof import('./graphql.ts').StepFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {\n    events(\n      filter: { modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration }\n      last: 20\n    ) {\n      nodes {\n        ...Step\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StepsOfRunDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LaterSteps($after: ID, $filter: EventFilter) {\n    events(after: $after, filter: $filter) {\n      ...Step\n    }\n  }\n"): typeof import('./graphql.ts').LaterStepsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ProgressOf($modPack: ID!) {\n    progress(modPack: $modPack) {\n      phase\n      bytesDone\n      bytesTotal\n    }\n  }\n"): typeof import('./graphql.ts').ProgressOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FinishedServerPack($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      databaseId\n      size\n      sha256\n      keptCount\n      droppedCount\n      downloadUrl\n      modPack {\n        title\n        name\n        renamed\n      }\n      warnings {\n        code\n        error: message\n        entry\n      }\n    }\n  }\n"): typeof import('./graphql.ts').FinishedServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query HostFiles($databaseId: Int!) {\n    serverPack(databaseId: $databaseId) {\n      hostFiles {\n        kind\n        name\n        text\n        url\n      }\n    }\n  }\n"): typeof import('./graphql.ts').HostFilesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment LineRow on Line {\n    name\n    platform\n    projectID\n    modloader\n    downloads\n    confirmedWorking\n    createdAt\n    pinned {\n      databaseId\n    }\n    latest {\n      databaseId\n      runConfiguration {\n        gameVersion\n        modloader\n        modloaderVersion\n      }\n      modPack {\n        databaseId\n        title\n        name\n      }\n    }\n    following {\n      address\n      channel\n      held\n      lookedAt\n      nextLookAt\n      problem\n    }\n  }\n"): typeof import('./graphql.ts').LineRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Lines($first: Int!) {\n    lines(first: $first) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        ...LineRow\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LinesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LineByName($name: String!, $first: Int!) {\n    line(name: $name) {\n      ...LineRow\n      versions(first: $first) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          withdrawnAt\n          javaVersion\n          modPack {\n            databaseId\n            title\n            name\n            status\n            createdAt\n          }\n          serverPack {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').LineByNameDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FollowLine($input: FollowLineInput!) {\n    followLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').FollowLineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeLineFollowing($input: ChangeLineFollowingInput!) {\n    changeLineFollowing(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ChangeLineFollowingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnfollowLine($input: UnfollowLineInput!) {\n    unfollowLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UnfollowLineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PinLine($input: PinLineInput!) {\n    pinLine(input: $input) {\n      __typename\n      ... on LineChanged {\n        line {\n          ...LineRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PinLineDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPacks($first: Int!, $filter: ModPackFilter) {\n    modPacks(first: $first, filter: $filter) {\n      totalCount\n      totalCountIsEstimated\n      nodes {\n        databaseId\n        name\n        title\n        status\n        size\n        sha256\n        source\n        dateCreated: createdAt\n        scan {\n          quarantined\n          findings {\n            entry\n            signature\n          }\n        }\n        serverPacks(last: 10) {\n          nodes {\n            databaseId\n            downloads\n            confirmedWorking\n            runConfiguration {\n              gameVersion\n              modloader\n              modloaderVersion\n            }\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ModPacksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query MissingFilesOf($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      waiting {\n        for\n        nextTry\n        until\n        files {\n          name\n          page\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').MissingFilesOfDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddMissingFile($input: AddMissingFilesInput!) {\n    addMissingFiles(input: $input) {\n      __typename\n      ... on MissingFilesAdded {\n        files {\n          name\n          path\n          refusal\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AddMissingFileDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateModPack($input: UpdateModPackInput!) {\n    updateModPack(input: $input) {\n      __typename\n      ... on ModPackUpdated {\n        modPack {\n          databaseId\n          title\n          name\n          renamed\n          hidden\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteModPack($input: DeleteModPackInput!) {\n    deleteModPack(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DeleteModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackToPreview($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ModPackToPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Preview(\n    $modPack: ID!\n    $runConfiguration: RunConfigurationInput!\n    $filter: ModDecisionFilter\n    $after: String\n  ) {\n    previewServerPack(modPack: $modPack, runConfiguration: $runConfiguration) {\n      __typename\n      ... on ServerPackPreview {\n        keptCount\n        droppedCount\n        keptModBytes\n        fileCount\n        fileBytes\n        leftOutCount\n        leftOutBytes\n        javaVersion\n        newestJavaVersion\n        leftOut {\n          path\n          files\n          bytes\n          reason\n        }\n        warnings {\n          code\n          error: message\n          entry\n        }\n        decisions(filter: $filter, first: 100, after: $after) {\n          nodes {\n            file\n            kept\n            reason\n            certainty\n            evidence\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').PreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReleaseModPack($modPack: ID!, $reason: String!) {\n    releaseModPack(input: { modPack: $modPack, reason: $reason }) {\n      __typename\n      ... on ModPackReleased {\n        modPack {\n          title\n          name\n          renamed\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ReleaseModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Reach {\n    __typename\n  }\n"): typeof import('./graphql.ts').ReachDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment RunOf on RunStarted {\n    modPack {\n      id\n      databaseId\n      title\n      name\n      renamed\n    }\n    runConfiguration {\n      databaseId\n    }\n    ownerSecret\n  }\n"): typeof import('./graphql.ts').RunOfFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment StartOfRun on RunResult {\n    __typename\n    ... on RunStarted {\n      ...RunOf\n    }\n    ... on DuplicateModPackError {\n      code\n      message\n      existing {\n        databaseId\n      }\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n"): typeof import('./graphql.ts').StartOfRunFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UploadModPack($input: UploadModPackInput!) {\n    uploadModPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n"): typeof import('./graphql.ts').UploadModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation GenerateServerPack($input: GenerateServerPackInput!) {\n    generateServerPack(input: $input) {\n      ...StartOfRun\n    }\n  }\n"): typeof import('./graphql.ts').GenerateServerPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportModPack($input: ImportModPackInput!) {\n    importModPack(input: $input) {\n      __typename\n      ... on RunStarted {\n        ...RunOf\n      }\n      ... on DuplicateModPackError {\n        code\n        message\n        existing {\n          databaseId\n        }\n      }\n      ... on Error {\n        code\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ImportModPackDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModPackByNumber($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n    }\n  }\n"): typeof import('./graphql.ts').ModPackByNumberDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestRun($databaseId: Int!) {\n    modPack(databaseId: $databaseId) {\n      id\n      databaseId\n      title\n      name\n      renamed\n      runConfigurations(last: 1) {\n        nodes {\n          databaseId\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NewestRunDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NewestEvent {\n    events(last: 1) {\n      nodes {\n        id\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NewestEventDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment WebhookRow on Webhook {\n    id\n    databaseId\n    url\n    format\n    statuses\n    enabled\n    dateCreated: createdAt\n  }\n"): typeof import('./graphql.ts').WebhookRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment DeliveryRow on WebhookDelivery {\n    id\n    databaseId\n    webhook {\n      databaseId\n    }\n    messageId\n    type\n    state\n    attempts\n    lastAttempt: lastAttemptAt\n    responseStatus\n    failure\n    dateCreated: createdAt\n  }\n"): typeof import('./graphql.ts').DeliveryRowFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhooks($after: String) {\n    administration {\n      webhooks(first: 50, after: $after) {\n        nodes {\n          ...WebhookRow\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WebhooksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {\n    administration {\n      webhookDeliveries(first: $first, filter: $filter) {\n        totalCount\n        totalCountIsEstimated\n        nodes {\n          ...DeliveryRow\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WebhookDeliveriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RegisterWebhook($input: RegisterWebhookInput!) {\n    registerWebhook(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RegisterWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) {\n      __typename\n      ... on WebhookUpdated {\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {\n    rotateWebhookSecret(input: $input) {\n      __typename\n      ... on WebhookWithSecret {\n        secret\n        webhook {\n          ...WebhookRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').RotateWebhookSecretDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebhook($input: DeleteWebhookInput!) {\n    deleteWebhook(input: $input) {\n      __typename\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DeleteWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestWebhook($input: TestWebhookInput!) {\n    testWebhook(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').TestWebhookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResendWebhookDelivery($input: ResendWebhookDeliveryInput!) {\n    resendWebhookDelivery(input: $input) {\n      __typename\n      ... on WebhookDeliveryQueued {\n        delivery {\n          ...DeliveryRow\n        }\n      }\n      ... on Error {\n        message\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ResendWebhookDeliveryDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
