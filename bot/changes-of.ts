import { graphql, type ServerPackChangesFragment } from './gql/graphql.ts';
import type { Services } from './services.ts';

graphql(`
  fragment ServerPackChanges on ServerPackComparison {
    first {
      databaseId
    }
    modCounts {
      updated
      added
      removed
      renamed
    }
    fileCounts {
      updated
      added
      removed
      renamed
    }
    acts {
      kind
      java
      mod
    }
  }
`);

const changesSinceVersionBefore = graphql(`
  query ChangesSinceVersionBefore($databaseId: Int!) {
    compareServerPacks(second: { databaseId: $databaseId }) {
      __typename
      ... on ServerPackComparison {
        ...ServerPackChanges
      }
    }
  }
`);

/** The changes of a server pack since the version before in its line; null without one, or where the gateway cannot tell now. */
export async function changesOf(
  { gateway, log, stopping }: Pick<Services, 'gateway' | 'log' | 'stopping'>,
  databaseId: number,
): Promise<ServerPackChangesFragment | null> {
  try {
    const { compareServerPacks: found } = await gateway.ask(
      changesSinceVersionBefore,
      { databaseId },
      stopping,
    );
    return found.__typename === 'ServerPackComparison' ? found : null;
  } catch (error) {
    // The server pack is there all the same.
    if (!stopping.aborted)
      log.warn({ err: error }, 'The gateway does not tell what changed in a server pack');
    return null;
  }
}
