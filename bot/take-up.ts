import type { REST } from 'discord.js';
import { followRun } from './follow-run.ts';
import { graphql } from './gql/graphql.ts';
import { inPlainWords } from './plain-words.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import { resumedReply } from './resumed-reply.ts';
import type { Services } from './services.ts';
import type { Followed } from './store.ts';
import { awaitUpload } from './upload-by-link.ts';
import { watchOn } from './watch-on.ts';

const modPackToTakeUp = graphql(`
  query ModPackToTakeUp($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      databaseId
      title
    }
  }
`);

/**
 * Continues the messages of earlier processes that are no older than `hours`. Resolves when all runs have ended; never
 * rejects.
 */
export async function takeUp(
  services: Services,
  discord: { rest: REST; applicationId: string },
  hours: number,
): Promise<void> {
  const oldest = Date.now() - hours * 3_600_000;
  const young = services.store.leftOver.filter(({ since }) => since > oldest);
  for (const { messageId } of services.store.leftOver)
    if (!young.some((one) => one.messageId === messageId)) services.store.forget(messageId);
  if (young.length > 0)
    services.log.info({ messages: young.length }, 'The bot goes on with what it followed before');
  await Promise.all(young.map((followed) => goOn(services, discord, followed)));
}

async function goOn(
  services: Services,
  discord: { rest: REST; applicationId: string },
  followed: Followed,
): Promise<void> {
  const reply = resumedReply(services, discord, followed);
  try {
    await followAgain(services, followed, reply);
  } catch (error) {
    services.store.forget(followed.messageId);
    const text = inPlainWords(error, services, reply.words);
    await reply.refuse(text, error instanceof Refusal ? error.buttons(reply.words) : []);
  }
  await reply.settled();
}

async function followAgain(services: Services, { about }: Followed, reply: Reply): Promise<void> {
  if ('ticket' in about) {
    const ticket = { id: about.ticket, expires: new Date(about.expires), remembered: null };
    return awaitUpload(services, ticket, reply);
  }
  const { gateway, stopping } = services;
  const over = new AbortController();
  const runs: (() => Promise<void>)[] = [];
  // A gateway that is not there yet is waited for.
  await watchOn(
    { stopping },
    async (signal) => {
      const { modPack } = await gateway.ask(modPackToTakeUp, { databaseId: about.modPack }, signal);
      if (modPack === null) throw new Refusal(({ refused }) => refused.noModPack(about.modPack));
      const run = {
        modPack,
        run: { databaseId: about.runConfiguration },
        boot: about.boot ?? false,
      };
      runs.push(() => followRun(services, run, reply));
      over.abort();
    },
    over.signal,
  );
  for (const follow of runs) await follow();
}
