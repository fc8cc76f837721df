import { graphql, type StoredModPackFragment } from '../gql/graphql.ts';

graphql(`
  fragment StoredModPack on ModPack {
    id
    databaseId
    scan {
      quarantined
    }
    serverPacks(first: 1, orderBy: CREATED_AT_DESC) {
      nodes {
        id
        downloadUrl
      }
    }
  }
`);

/** A modpack that the service had before it was sent again. */
export type StoredModPack = StoredModPackFragment;
