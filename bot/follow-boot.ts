import type { APIButtonComponent } from 'discord.js';
import { buildWithout } from './build-without.ts';
import { cardOf } from './card-of.ts';
import type { ShownServerPack } from './format/cards.ts';
import { type BootLineFragment, graphql } from './gql/graphql.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';

const requestBoot = graphql(`
  mutation RequestBoot($serverPack: ID!) {
    bootServerPack(input: { serverPack: $serverPack, repair: true }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`);

const bootOf = graphql(`
  subscription BootOf($serverPack: ID!) {
    boot(serverPack: $serverPack) {
      ...BootLine
    }
  }
`);

const builtFrom = graphql(`
  query BuiltFromOf($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      ...BuiltFrom
    }
  }
`);

/**
 * Has the gateway try whether a server pack starts, and shows on its card how that goes until it has ended. Returns false when the bot
 * stops, or when the message can no longer be edited.
 */
export async function followBoot(
  services: Services,
  pack: ShownServerPack & { id: string },
  reply: Reply,
): Promise<boolean> {
  const { gateway, log, stopping } = services;
  const { words, silence } = reply;
  const show = (shown: ShownServerPack, more: { isUntried?: boolean; buttons?: APIButtonComponent[] } = {}) =>
    reply.show(cardOf(services, shown, words, more));
  const offerRepaired = async (boot: BootLineFragment, signal: AbortSignal) => {
    const { serverPack } = await gateway.ask(builtFrom, { databaseId: pack.databaseId }, signal);
    const jars = boot.repairs.flatMap(({ dropped }) => dropped);
    if (serverPack) show({ ...pack, boot }, { buttons: buildWithout(services, serverPack, { jars, words }) });
  };
  const over = new AbortController();
  const watched = AbortSignal.any([over.signal, silence]);
  let isAsked = pack.boot !== null;
  const watch = async (signal: AbortSignal) => {
    if (!isAsked) {
      const { bootServerPack: result } = await gateway.ask(requestBoot, { serverPack: pack.id }, signal);
      // In conflict with itself where the answer to an earlier request was lost.
      if ('code' in result && result.code !== 'CONFLICT') {
        log.warn({ refusal: result.message }, 'The gateway does not try a server pack');
        show(pack, { isUntried: true });
        return over.abort();
      }
      isAsked = true;
    }
    const told: BootLineFragment[] = [];
    await gateway.watch(
      bootOf,
      { serverPack: pack.id },
      ({ boot }) => {
        told.push(boot);
        show({ ...pack, boot });
      },
      signal,
    );
    const last = told.at(-1);
    // A gateway that stops ends this while the boot goes on.
    if (last && last.state !== 'ENDED' && last.state !== 'INTERRUPTED') return;
    if (last?.outcome === 'STARTED_REPAIRED') await offerRepaired(last, signal);
    over.abort();
  };
  try {
    await watchOn({ stopping }, watch, watched);
  } catch (error) {
    // The server pack is there all the same.
    log.warn({ err: error }, 'The gateway does not try a server pack');
    show(pack, { isUntried: true });
    return true;
  }
  return over.signal.aborted;
}
