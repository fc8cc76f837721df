import { DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Gateway } from '../client/gateway/gateway.ts';
import { serverPackMessage } from './format/cards.ts';
import type { LinkTo } from './format/links.ts';
import { graphql } from './gql/gql.ts';
import type { LineNewsSubscription } from './gql/graphql.ts';
import { leaveLine } from './leave-line.ts';
import type { Log } from './log.ts';
import { noMentions } from './message.ts';
import { patiently } from './patience.ts';
import type { FollowingChannel, Store } from './store.ts';
import { watchOn } from './watch-on.ts';
import { wordsFor } from './words/index.ts';

const lineNews = graphql(`
  subscription LineNews($after: ID) {
    events(after: $after, filter: { status: [GENERATED] }) {
      id
      isFinal
      line {
        name
      }
      serverPack {
        ...ServerPackCard
      }
    }
  }
`);

const newestGenerated = graphql(`
  query NewestGenerated {
    events(filter: { status: [GENERATED] }, last: 1) {
      nodes {
        id
      }
    }
  }
`);

type News = LineNewsSubscription['events'];

/** Tells channels of the new versions of the lines that they follow. */
export interface LineNews {
  /** Begins, unless it has begun; what came while the bot was away is told first. */
  begin(): void;
}

interface Needs {
  gateway: Gateway;
  store: Store;
  log: Log;
  linkTo: LinkTo;
  mayVote: () => boolean;
  stopping: AbortSignal;
}

/** Reads a subscription of the gateway, and posts by the bot's own permissions. */
export function createLineNews(
  { gateway, store, log, linkTo, mayVote, stopping }: Needs,
  rest: REST,
): LineNews {
  let begun = false;

  async function listen(signal: AbortSignal): Promise<void> {
    let after = store.toldUpTo;
    if (after === null) {
      const { events } = await gateway.ask(newestGenerated, {}, signal);
      after = events.nodes.at(-1)?.id ?? null;
      if (after !== null) store.told(after);
    }
    let told: Promise<void> = Promise.resolve();
    try {
      await gateway.watch(
        lineNews,
        { after },
        ({ events: news }) => {
          told = told.then(() => (signal.aborted ? undefined : tell(news)));
        },
        signal,
      );
    } finally {
      await told;
    }
  }

  async function tell({ id, isFinal, line, serverPack }: News): Promise<void> {
    if (isFinal && line && serverPack)
      for (const channel of store.channelsOf(line.name))
        if (store.maySee(channel.guildId, serverPack.modPack.databaseId))
          await post(channel, serverPack).catch((error: unknown) => drop(channel, error));
    if (!stopping.aborted) store.told(id);
  }

  async function post(
    { channelId, line, language }: FollowingChannel,
    serverPack: NonNullable<News['serverPack']>,
  ): Promise<void> {
    const words = wordsFor(language);
    const card = serverPackMessage(serverPack, {
      words,
      linkTo,
      mayVote: mayVote(),
    });
    const body = { ...card, content: words.lines.news(line), allowed_mentions: noMentions };
    await patiently(() => rest.post(Routes.channelMessages(channelId), { body }), { signal: stopping });
  }

  async function drop({ channelId, line }: FollowingChannel, error: unknown): Promise<void> {
    if (stopping.aborted) return;
    const isGone =
      error instanceof DiscordAPIError &&
      (error.code === RESTJSONErrorCodes.UnknownChannel || error.code === RESTJSONErrorCodes.MissingAccess);
    log.warn(
      { err: error, channel: channelId, line, isGone },
      'A channel could not be told of a new version',
    );
    if (isGone) await leaveLine({ gateway, store, stopping }, channelId, line).catch(() => {});
  }

  return {
    begin() {
      if (begun) return;
      begun = true;
      watchOn({ stopping }, listen, stopping).catch((error: unknown) => {
        begun = false;
        if (!stopping.aborted)
          log.warn({ err: error }, 'The gateway tells of no new versions, so channels are told of none');
      });
    },
  };
}
