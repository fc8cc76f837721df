import { settingsButton, startButton } from './buttons/ids.ts';
import { droppedMessage } from './format/dropped.ts';
import { graphql } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import { refusedRequest } from './refused-request.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import './format/cards.ts';

graphql(`
  fragment DroppedPage on ModDecisionConnection {
    nodes {
      file
      reason
      evidence
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
`);

const droppedMods = graphql(`
  query DroppedMods($databaseId: Int!, $first: Int, $after: String, $last: Int, $before: String) {
    serverPack(by: { databaseId: $databaseId }) {
      keptCount
      droppedCount
      modPack {
        databaseId
        title
      }
      decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {
        ...DroppedPage
      }
    }
  }
`);

const modPackToPreview = graphql(`
  query ModPackToPreview($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
    }
  }
`);

const preview = graphql(`
  query Preview(
    $modPack: ID!
    $runConfiguration: RunConfigurationInput!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    previewServerPack(modPack: { id: $modPack }, runConfiguration: $runConfiguration) {
      __typename
      ... on ServerPackPreview {
        keptCount
        droppedCount
        javaVersion
        newestJavaVersion
        warnings {
          ...ProblemLine
        }
        modPack {
          title
        }
        decisions(filter: { kept: false }, first: $first, after: $after, last: $last, before: $before) {
          ...DroppedPage
        }
      }
      ... on UserError {
        code
        message
        field
      }
    }
  }
`);

/** A page of a list, by the words of a button: its direction and its cursor. */
export interface PagePlace {
  direction: 'after' | 'before';
  cursor: string;
}

export function isDirection(word: string | undefined): word is PagePlace['direction'] {
  return word === 'after' || word === 'before';
}

/** Mods on a page. */
const pageSize = 8;

function variablesOf(place: PagePlace | null) {
  const nowhere = { first: null, after: null, last: null, before: null };
  if (place?.direction === 'before') return { ...nowhere, last: pageSize, before: place.cursor };
  return { ...nowhere, first: pageSize, after: place?.cursor ?? null };
}

/** Shows a page of the mods that a server pack lacks, and why. */
export async function showDropped(
  { gateway, store, stopping }: Services,
  databaseId: number,
  place: PagePlace | null,
  reply: Reply,
): Promise<void> {
  const { serverPack } = await gateway.ask(droppedMods, { databaseId, ...variablesOf(place) }, stopping);
  if (serverPack === null || !store.maySee(reply.place.guildId, serverPack.modPack.databaseId))
    throw new Refusal(({ refused }) => refused.noServerPack(databaseId));
  const { words } = reply;
  reply.show(
    droppedMessage(
      {
        ...serverPack,
        name: serverPack.modPack.title,
        page: serverPack.decisions,
        warnings: [],
        javaVersion: null,
        newestJavaVersion: null,
      },
      { words, title: words.dropped.title, pageId: `dropped-page:${databaseId}`, further: [] },
    ),
  );
}

/** Shows a page of the mods that a server pack would lack for remembered settings, with a button that builds it. */
export async function showPreview(
  services: Services,
  id: string,
  place: PagePlace | null,
  reply: Reply,
): Promise<void> {
  const { gateway, stopping, remembered, store } = services;
  const asked = remembered.find(id);
  if (!asked?.source || !('modPack' in asked.source)) throw new Refusal(({ refused }) => refused.forgotten);
  const { runConfiguration } = asked;
  const { modPack: databaseId } = asked.source;
  const unknown = new Refusal(({ refused }) => refused.noModPack(databaseId));
  if (!store.maySee(reply.place.guildId, databaseId)) throw unknown;
  const { modPack } = await gateway.ask(modPackToPreview, { databaseId }, stopping);
  if (modPack === null) throw unknown;
  const { previewServerPack: found } = await gateway.ask(
    preview,
    { modPack: modPack.id, runConfiguration, ...variablesOf(place) },
    stopping,
  );
  if (found.__typename !== 'ServerPackPreview')
    throw refusedRequest(services, found, { asked, goal: 'preview' });
  const { words } = reply;
  reply.show(
    droppedMessage(
      { ...found, name: found.modPack.title, page: found.decisions },
      {
        words,
        title: words.dropped.preview,
        pageId: `preview-page:${id}`,
        further: [startButton(id, words.buttons.build), settingsButton({ goal: 'preview', id }, words)],
      },
    ),
  );
}
