/** What a Relay app would ask of the service: its compiler judges the schema by it, and is not run. */
import { graphql } from 'relay-runtime';

export const query = graphql`
  query PackListQuery($first: Int!) {
    ...PackList_packs @arguments(first: $first)
    viewer {
      name
    }
  }
`;

export const packs = graphql`
  fragment PackList_packs on Query
  @refetchable(queryName: "PackListPageQuery")
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" }) {
    modPacks(first: $first, after: $after) @connection(key: "PackList_modPacks") {
      edges {
        node {
          ...PackList_pack
        }
      }
    }
  }
`;

export const pack = graphql`
  fragment PackList_pack on ModPack
  @refetchable(queryName: "PackListPackQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 5 }, after: { type: "String" }) {
    name
    size
    status
    serverPacks(first: $first, after: $after) @connection(key: "PackList_serverPacks") {
      edges {
        node {
          size
          downloadUrl
        }
      }
    }
  }
`;

export const remove = graphql`
  mutation PackListDeleteMutation($input: DeleteModPackInput!, $connections: [ID!]!) {
    deleteModPack(input: $input) {
      ... on Deleted {
        deletedId @deleteEdge(connections: $connections)
      }
      ... on UserError {
        code
        message
      }
    }
  }
`;

export const events = graphql`
  subscription PackListEventsSubscription($after: ID) {
    events(after: $after) {
      id
      status
      modPack {
        ...PackList_pack
      }
    }
  }
`;
