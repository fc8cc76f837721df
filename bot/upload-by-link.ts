import type { APIButtonComponent } from 'discord.js';
import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { RunConfigurationInput } from '../client/gql/schema.ts';
import type { Words } from '../texts/bot.ts';
import { settingsButton, startButton, waitButton } from './buttons/ids.ts';
import { followRun, type Run } from './follow-run.ts';
import { uploadLinkMessage } from './format/cards.ts';
import { underWayMessage } from './format/under-way.ts';
import { graphql, type TicketNewsFragment } from './gql/graphql.ts';
import { problemText } from './plain-words.ts';
import { Refusal } from './refusal.ts';
import { refusedRequest } from './refused-request.ts';
import type { Reply } from './reply.ts';
import { sentBy } from './senders.ts';
import type { Services } from './services.ts';
import { duplicate } from './started-run.ts';

const createUploadTicket = graphql(`
  mutation CreateUploadTicket($input: CreateUploadTicketInput!) {
    createUploadTicket(input: $input) {
      __typename
      ... on UploadTicketCreated {
        url
        uploadTicket {
          id
          expiresAt
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

/** An upload link that waits to be used. */
export interface Ticket {
  id: string;
  expires: Date;
  /** Key of the remembered settings; null when they are forgotten. */
  remembered: string | null;
}

/** Milliseconds for news of an upload that comes in the last second. */
const grace = 5000;

/** In milliseconds; Node's timers go no further. */
const longestTimer = 2 ** 31 - 1;

/** Gives the caller a private upload link, and shows its upload in `reply`. Throws a `Refusal` when no run starts. */
export async function uploadByLink(
  services: Services,
  runConfiguration: RunConfigurationInput,
  reply: Reply,
): Promise<void> {
  const { gateway, linkTo, stopping, remembered, store } = services;
  const { words } = reply;
  const input = { runConfiguration };
  const { createUploadTicket: made } = await gateway.ask(createUploadTicket, { input }, stopping);
  const asked = { source: null, runConfiguration };
  if (made.__typename !== 'UploadTicketCreated')
    throw refusedRequest(services, made, { asked, goal: 'build' });
  const { id, expiresAt } = made.uploadTicket;
  const ticket = {
    id,
    expires: new Date(expiresAt),
    remembered: remembered.keep(asked),
  };
  store.noteSender({ userId: reply.place.userId, ticket: id });
  const waiting = awaitUpload(services, ticket, reply);
  // It is awaited below; until then its rejection must not count as unhandled.
  waiting.catch(() => {});
  // The link must be on the disk before its holder sees it, so that the next process can tell what comes of it.
  await store.written();
  const others = [settingsButton({ goal: 'build', id: ticket.remembered }, words)];
  await reply.aside(uploadLinkMessage(linkTo(made.url), { expires: ticket.expires, others, words }));
  await waiting;
}

/** Shows a link's upload in `reply`. Throws a `Refusal` when no run starts. */
export async function awaitUpload(services: Services, ticket: Ticket, reply: Reply): Promise<void> {
  const { store, stopping, following } = services;
  const { underWay } = reply.words;
  const { words } = reply;
  const refresh = waitButton(ticket.id, words);
  const waits = (state: string) => reply.show(underWayMessage(underWay.title, state, { words, refresh }));
  const leave = store.follows(reply, { ticket: ticket.id, expires: ticket.expires.toISOString() });
  waits(underWay.waiting);
  const { messageId } = reply.place;
  if (messageId !== null) following.add(messageId);
  const news = await newsOf(services, ticket, reply)
    .catch((error: unknown) => {
      leave();
      throw error;
    })
    .finally(() => following.delete(messageId ?? ''));
  const run = news === null ? null : runOf(news);
  if (run !== null) {
    // Whoever waits now may be another than the one whose link it is.
    const userId = store.senders.askedFor(ticket.id);
    const modPack = news?.modPack;
    if (userId !== null && modPack) store.noteSender(sentBy(userId, modPack, null));
    return followRun(services, run, reply);
  }
  if (news === null && stopping.aborted) return waits(underWay.restartLink);
  if (news === null && reply.silence.aborted) return waits(underWay.silentLink);
  leave();
  throw news?.refusal == null ? unused(ticket) : refused(ticket, news.refusal, services, reply.place.guildId);
}

async function newsOf(
  { tickets }: Pick<Services, 'tickets'>,
  { id, expires }: Ticket,
  { silence }: Reply,
): Promise<TicketNewsFragment | null> {
  const left = Math.max(0, expires.getTime() - Date.now()) + grace;
  // The garbage collector takes a time-out signal that only another signal refers to.
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), Math.min(longestTimer, left));
  const wanted = (ticket: TicketNewsFragment) => runOf(ticket) !== null || ticket.refusal !== null;
  try {
    return await tickets.news(id, wanted, AbortSignal.any([over.signal, silence]));
  } finally {
    clearTimeout(timer);
  }
}

/** The run that an upload by this ticket started. */
function runOf({ modPack }: TicketNewsFragment): Run | null {
  const run = modPack?.runs.nodes[0];
  return modPack == null || run === undefined ? null : { modPack, run };
}

function unused({ remembered }: Ticket): Refusal {
  return new Refusal((words) => words.link.unused, {
    buttons: (words) => newLink(remembered, words),
  });
}

function refused(
  { remembered }: Ticket,
  { message, code, existing }: NonNullable<TicketNewsFragment['refusal']>,
  services: Pick<Services, 'log' | 'remembered' | 'store'>,
  guildId: string | null,
): Refusal {
  const asked = remembered === null ? null : services.remembered.find(remembered);
  const why =
    code === 'DUPLICATE_MOD_PACK'
      ? duplicate(services, {
          message,
          modPack: existing?.databaseId ?? null,
          runConfiguration: asked?.runConfiguration ?? {},
          guildId,
        })
      : new Refusal((words) => problemText(new GatewayRefusal(code, message), services, words));
  return new Refusal((words) => words.link.refused(why.say(words)), {
    buttons: (words) => [...(asked === null ? [] : why.buttons(words)), ...newLink(remembered, words)],
  });
}

/** Another link for the same settings, or for others; nothing where these are forgotten. */
function newLink(id: string | null, words: Words): APIButtonComponent[] {
  if (id === null) return [];
  return [startButton(id, words.buttons.newLink), settingsButton({ goal: 'build', id }, words)];
}
