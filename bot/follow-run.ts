import { escaped } from '../texts/text.ts';
import { againButton, refreshButton } from './buttons/ids.ts';
import { cardOf } from './card-of.ts';
import { changesOf } from './changes-of.ts';
import { followBoot } from './follow-boot.ts';
import { problemLines, type ShownServerPack } from './format/cards.ts';
import { underWayMessage } from './format/under-way.ts';
import { type FinishedServerPackQuery, graphql, type RunStepFragment } from './gql/graphql.ts';
import { watchProgress } from './progress.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';

const finishedServerPack = graphql(`
  query FinishedServerPack($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      id
      ...ServerPackCard
    }
  }
`);

type FinishedPack = NonNullable<FinishedServerPackQuery['serverPack']>;

/** A run, with the caller's own view of it. */
export interface Run {
  modPack: { id: string; databaseId: number; title: string };
  run: { databaseId: number };
  /** Whether the gateway is to try the server pack; not when absent. */
  boot?: boolean;
}

/**
 * Shows a run in `reply` until it ends: each step with its progress, then the server pack, and its boot where that is requested. A gateway that goes away is
 * waited for. Throws a `Refusal` with the reasons when the run fails.
 */
export async function followRun(services: Services, run: Run, reply: Reply): Promise<void> {
  const { store, following } = services;
  const { messageId, guildId } = reply.place;
  const { databaseId, id, title } = run.modPack;
  if (guildId !== null) store.addPack({ guildId, databaseId, id, name: title });
  const leave = store.follows(reply, {
    modPack: databaseId,
    runConfiguration: run.run.databaseId,
    ...(run.boot ? { boot: true } : {}),
  });
  if (messageId !== null) following.add(messageId);
  try {
    // The followed message must be on the disk before people see it, so that the next process goes on with it.
    await store.written();
    if (await followToEnd(services, run, reply)) leave();
  } catch (error) {
    leave();
    throw error;
  } finally {
    if (messageId !== null) following.delete(messageId);
  }
}

/** Returns false when the bot stops, or when the message can no longer be edited. */
async function followToEnd(services: Services, run: Run, reply: Reply): Promise<boolean> {
  const begun = Date.now();
  const isLong = () => Date.now() - begun >= services.longRunMs;
  const { words } = reply;
  const end = await lastStep(services, run, reply);
  if (end === null) return false;
  if (end.serverPackDatabaseId === null) {
    if (isLong()) await reply.tellLater(words.ended.failed(escaped(run.modPack.title, 120)));
    throw failure(end, run);
  }
  const pack = await serverPackOf(services, end.serverPackDatabaseId);
  if (pack === null) return false;
  const show = (shown: ShownServerPack) => reply.show(cardOf(services, shown, words));
  show(pack);
  if (isLong()) await reply.tellLater(words.ended.done(escaped(pack.modPack.title, 120), pack.databaseId));
  const changes = await changesOf(services, pack.databaseId);
  if (changes !== null) show({ ...pack, changes });
  return run.boot ? followBoot(services, { ...pack, changes }, reply) : true;
}

/** Shows each step of a run; answers the one that ends it, or null when the bot stops following before. */
async function lastStep(services: Services, run: Run, reply: Reply): Promise<RunStepFragment | null> {
  const { gateway, runs, stopping } = services;
  const { databaseId: modPack, title } = run.modPack;
  const { words, silence } = reply;
  const numbers = { modPack, runConfiguration: run.run.databaseId };
  const refresh = refreshButton(numbers, words);
  const over = new AbortController();
  let last: RunStepFragment | null = null;
  let state: string = words.statuses.QUEUED;
  let progress = '';
  const show = (text: string) =>
    reply.show(underWayMessage(title, text, { modPack, words, progress, refresh }));
  const watched = { databaseId: modPack, runConfiguration: numbers.runConfiguration };
  const watching = watchProgress(services, watched, words, (text) => {
    progress = text;
    show(state);
  });
  const stopListening = gateway.onConnection((up) => {
    if (!over.signal.aborted) show(up ? state : state + words.underWay.serviceAway);
  });
  try {
    show(state);
    await runs.follow(
      numbers,
      (step) => {
        last = step;
        progress = '';
        state = words.statuses[step.status];
        watching.during(step.status);
        if (step.isFinal) over.abort();
        else show(state);
      },
      AbortSignal.any([over.signal, silence]),
    );
  } finally {
    watching.stop();
    stopListening();
  }
  if (over.signal.aborted) return last;
  progress = '';
  if (stopping.aborted) show(words.underWay.restart(modPack));
  else if (silence.aborted) show(words.underWay.silent(modPack));
  return null;
}

/** The card of a server pack that is there; null when the bot stops first. */
async function serverPackOf(
  { gateway, stopping }: Pick<Services, 'gateway' | 'stopping'>,
  databaseId: number,
): Promise<FinishedPack | null> {
  const done = new AbortController();
  const found: FinishedPack[] = [];
  await watchOn(
    { stopping },
    async (signal) => {
      const { serverPack } = await gateway.ask(finishedServerPack, { databaseId }, signal);
      if (serverPack === null) throw new Refusal(({ refused }) => refused.noServerPack(databaseId));
      found.push(serverPack);
      done.abort();
    },
    done.signal,
  );
  return found[0] ?? null;
}

function failure({ errors }: RunStepFragment, { modPack, run }: Run): Refusal {
  const numbers = { modPack: modPack.databaseId, runConfiguration: run.databaseId };
  return new Refusal(
    (words) => {
      const reasons = errors.length === 0 ? [`• ${words.refused.noReason}`] : problemLines(errors, words);
      return [words.refused.runFailed(modPack.databaseId), ...reasons].join('\n');
    },
    { buttons: (words) => [againButton(numbers, words)] },
  );
}
