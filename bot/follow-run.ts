import { problemLines, serverPackMessage, statusText, underWayMessage } from './format/cards.ts';
import { graphql } from './gql/gql.ts';
import type { RunEventFragment } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';

graphql(`
  fragment RunEvent on Event {
    id
    status
    runConfiguration {
      databaseId
    }
    errors {
      ...ProblemLine
    }
    serverPack {
      ...ServerPackCard
    }
  }
`);

const latestEvents = graphql(`
  query LatestEvents($modPack: Int!) {
    events(filter: { modPackDatabaseId: $modPack }, last: 50) {
      nodes {
        ...RunEvent
      }
    }
  }
`);

const laterEvents = graphql(`
  subscription LaterEvents($after: ID, $modPack: Int!) {
    events(after: $after, filter: { modPackDatabaseId: $modPack }) {
      ...RunEvent
    }
  }
`);

/** A run as whoever started it knows it: by numbers, and by the modpack's name. */
export interface Run {
  modPack: { databaseId: number; name: string };
  runConfiguration: { databaseId: number };
}

/**
 * Shows a run in `reply` until it ends: each step, then the server pack. A gateway that goes away is waited for. Throws
 * a `Refusal` with the reasons when the run fails.
 */
export async function followRun(
  { gateway, linkTo, stopping }: Services,
  run: Run,
  reply: Reply,
): Promise<void> {
  const { databaseId: modPack, name } = run.modPack;
  const over = new AbortController();
  let failure: Refusal | null = null;
  let state = statusText('QUEUED');
  const showState = (suffix = '') => reply.show(underWayMessage(name, state + suffix, modPack));

  function leave(): void {
    const rest = `This bot is being restarted and no longer follows this; /status modpack:${modPack} tells the rest`;
    reply.show(underWayMessage(name, rest, modPack));
  }

  function take(event: RunEventFragment): void {
    if (event.runConfiguration.databaseId !== run.runConfiguration.databaseId || over.signal.aborted) return;
    if (event.serverPack !== null) {
      reply.show(serverPackMessage(event.serverPack, linkTo));
      over.abort();
    } else if (event.status === 'ERROR') {
      failure = new Refusal(failureText(event, modPack));
      over.abort();
    } else {
      state = statusText(event.status);
      showState();
    }
  }

  const stopListening = gateway.onConnection((up) => {
    if (!over.signal.aborted) showState(up ? '' : ' (the service is away; waiting for it)');
  });
  /** What has happened by now, then what happens from there on. */
  async function look(signal: AbortSignal): Promise<void> {
    const { events } = await gateway.ask(latestEvents, { modPack }, signal);
    for (const event of events.nodes) take(event);
    const after = events.nodes.at(-1)?.id ?? null;
    await gateway.watch(laterEvents, { after, modPack }, ({ events: event }) => take(event), signal);
  }
  try {
    showState();
    await watchOn({ stopping }, look, over.signal);
  } finally {
    stopListening();
  }
  if (!over.signal.aborted) leave();
  else if (failure !== null) throw failure;
}

function failureText({ errors }: RunEventFragment, modPack: number): string {
  const reasons = errors.length === 0 ? ['• No reason was recorded.'] : problemLines(errors);
  return [`Modpack ${modPack} could not be turned into a server pack:`, ...reasons].join('\n');
}
