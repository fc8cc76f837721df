import { DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import { wordsFor } from '../texts/bot.ts';
import { escaped } from '../texts/text.ts';
import { cardOf } from './card-of.ts';
import { graphql, type LineNewsSubscription, type LineWithdrawalsSubscription } from './gql/graphql.ts';
import { leaveLine } from './leave-line.ts';
import { noMentions } from './message.ts';
import { patiently } from './patience.ts';
import type { Services } from './services.ts';
import type { FollowingChannel } from './store.ts';
import { passDeleted, watchOn } from './watch-on.ts';

const lineNews = graphql(`
  subscription LineNews($after: ID) {
    events(after: $after, filter: { status: [GENERATED, ERROR] }) {
      id
      isFinal
      line {
        name
      }
      serverPack {
        modPack {
          hidden
        }
        ...ServerPackCard
      }
      errors {
        code
        message
      }
      modPack {
        databaseId
        title
        scan {
          quarantined
        }
        serverPacks(first: 1) {
          nodes {
            databaseId
          }
        }
      }
    }
  }
`);

const newestEnd = graphql(`
  query NewestEnd {
    events(filter: { status: [GENERATED, ERROR] }, last: 1) {
      nodes {
        id
      }
    }
  }
`);

const withdrawals = graphql(`
  subscription LineWithdrawals($after: ID, $all: Boolean) {
    lineNews(after: $after, all: $all) {
      id
      kind
      line {
        name
      }
      modPack {
        databaseId
        title
      }
    }
  }
`);

const newestWithdrawal = graphql(`
  query NewestWithdrawal {
    lineNews(last: 1) {
      nodes {
        id
      }
    }
  }
`);

type News = LineNewsSubscription['events'];
type Withdrawal = LineWithdrawalsSubscription['lineNews'];

/** Findings that are kept in mind; beyond, one may be told twice. */
const mostFindings = 1_000;

/** Tells channels of the new versions of the lines that they follow, of those that are withdrawn, and of malware in those that were handed out. */
export interface LineNews {
  /** Begins, unless it has begun; what came while the bot was away is told first. */
  begin(): void;
}

type Needs = Pick<Services, 'gateway' | 'store' | 'log' | 'linkTo' | 'mayVote' | 'offers' | 'stopping'>;

/** Reads a subscription of the gateway, and posts by the bot's own permissions. */
export function createLineNews(services: Needs, rest: REST): LineNews {
  const { gateway, store, log, stopping } = services;
  const begun = new Set<(signal: AbortSignal) => Promise<void>>();
  /** Each run of a modpack in quarantine ends by the same findings, which are told once. */
  const toldFindings = new Set<string>();

  async function listen(signal: AbortSignal): Promise<void> {
    let after = store.toldUpTo;
    if (after === null) {
      const { events } = await gateway.ask(newestEnd, {}, signal);
      after = events.nodes.at(-1)?.id ?? null;
      if (after !== null) store.told(after);
    }
    const news = inTurn(signal, tell);
    const variables = {
      get after() {
        return after;
      },
    };
    const take = ({ events }: LineNewsSubscription) => {
      after = events.id;
      news.take(events);
    };
    await gateway.watch(lineNews, variables, take, signal).catch(passDeleted).finally(news.taken);
  }

  async function listenForWithdrawals(signal: AbortSignal): Promise<void> {
    let after = store.toldNewsUpTo;
    if (after === null) {
      const { lineNews: known } = await gateway.ask(newestWithdrawal, {}, signal);
      after = known.nodes.at(-1)?.id ?? '';
      store.toldNews(after);
    }
    const news = inTurn(signal, tellWithdrawal);
    const variables = {
      // Read again wherever the connection is made again: nothing is taken twice.
      get after() {
        return after === '' ? null : after;
      },
      // Of a gateway that knew of none there is no id to go on from: all have come since.
      all: true,
    };
    const take = ({ lineNews: one }: LineWithdrawalsSubscription) => {
      after = one.id;
      news.take(one);
    };
    await gateway.watch(withdrawals, variables, take, signal).catch(passDeleted).finally(news.taken);
  }

  async function tellWithdrawal({ id, kind, line, modPack }: Withdrawal): Promise<void> {
    for (const channel of store.channelsOf(line.name))
      if (store.maySee(channel.guildId, modPack.databaseId)) {
        const { lines } = wordsFor(channel.language);
        const words = kind === 'WITHDRAWN' ? lines.withdrawn : lines.offeredAgain;
        const content = words(line.name, escaped(modPack.title, 100));
        await send(channel, { content }).catch((error: unknown) => drop(channel, error));
      }
    if (!stopping.aborted) store.toldNews(id);
  }

  async function tell(news: News): Promise<void> {
    const { id, isFinal, line, serverPack, modPack } = news;
    const isFound = holdsNewFinding(news);
    // Of a hidden modpack, the line hands out nothing that is new.
    const isNew = serverPack !== null && !serverPack.modPack.hidden;
    if (isFinal && line && (isNew || isFound))
      for (const channel of store.channelsOf(line.name))
        if (store.maySee(channel.guildId, modPack.databaseId)) {
          const posted = isFound ? warn(channel, modPack.title) : serverPack && post(channel, serverPack);
          await posted?.catch((error: unknown) => drop(channel, error));
        }
    if (!stopping.aborted) store.told(id);
  }

  /** Whether malware was found in a version that had been handed out, and this was not told before. */
  function holdsNewFinding({ line, errors, modPack }: News): boolean {
    const found = errors.filter(({ code }) => code === 'MALWARE_FOUND');
    const wasBuilt = modPack.serverPacks.nodes.length > 0;
    if (found.length === 0 || !wasBuilt || !modPack.scan?.quarantined) return false;
    if (line === null || store.channelsOf(line.name).length === 0) return false;
    const finding = JSON.stringify([modPack.databaseId, found]);
    if (toldFindings.has(finding)) return false;
    if (toldFindings.size >= mostFindings) toldFindings.clear();
    toldFindings.add(finding);
    return true;
  }

  async function warn(channel: FollowingChannel, title: string): Promise<void> {
    const { lines } = wordsFor(channel.language);
    await send(channel, { content: lines.quarantined(channel.line, escaped(title, 100)) });
  }

  async function post(channel: FollowingChannel, serverPack: NonNullable<News['serverPack']>): Promise<void> {
    const words = wordsFor(channel.language);
    const card = cardOf(services, serverPack, words);
    await send(channel, { ...card, content: words.lines.news(channel.line) });
  }

  async function send({ channelId }: FollowingChannel, message: { content: string }): Promise<void> {
    const body = { ...message, allowed_mentions: noMentions };
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
      for (const watch of [listen, listenForWithdrawals]) {
        if (begun.has(watch)) continue;
        begun.add(watch);
        watchOn({ stopping }, watch, stopping).catch((error: unknown) => {
          begun.delete(watch);
          if (!stopping.aborted)
            log.warn({ err: error }, 'The gateway tells of no new versions, so channels are told of none');
        });
      }
    },
  };
}

/** Tells one after the other, as they come. */
function inTurn<News>(
  signal: AbortSignal,
  tell: (news: News) => Promise<void>,
): { take(news: News): void; taken(): Promise<void> } {
  let told: Promise<void> = Promise.resolve();
  return {
    take(news) {
      told = told.then(() => (signal.aborted ? undefined : tell(news)));
    },
    taken: () => told,
  };
}
