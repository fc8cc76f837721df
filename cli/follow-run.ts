import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { PackEventFilter } from '../client/gql/schema.ts';
import { bot as words } from '../texts/en/bot.ts';
import { type NamedPack, titleAndFile } from '../texts/pack-names.ts';
import { modCounts, tellWarnings } from './decisions.ts';
import { CommandFailed, exitCodes, problemLines } from './exit-codes.ts';
import { graphql, type StepFragment } from './gql/graphql.ts';
import { tellWaiting } from './missing-files.ts';
import type { OpenGateway } from './open-gateway.ts';
import { inOptionNames } from './option-names.ts';
import { type Screen, shown } from './screen.ts';

graphql(`
  fragment Step on PackEvent {
    id
    databaseId
    status
    isFinal
    message
    timestamp: createdAt
    modPackDatabaseId
    serverPackDatabaseId
    run {
      databaseId
    }
    errors {
      code
      error: message
      entry
      link
    }
  }
`);

const stepsOfRun = graphql(`
  query StepsOfRun($modPack: Int!, $runConfiguration: Int!) {
    events(
      filter: { modPack: { databaseId: $modPack }, run: { databaseId: $runConfiguration } }
      last: 20
    ) {
      nodes {
        ...Step
      }
    }
  }
`);

const laterSteps = graphql(`
  subscription LaterSteps($after: ID, $filter: PackEventFilter) {
    events(after: $after, filter: $filter) {
      ...Step
    }
  }
`);

const progressOf = graphql(`
  subscription ProgressOf($runConfiguration: Int!) {
    run(by: { databaseId: $runConfiguration }) {
      progress {
        phase
        bytesDone
        bytesTotal
      }
    }
  }
`);

const serverPackOf = graphql(`
  query FinishedServerPack($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      databaseId
      size
      sha256
      keptCount
      droppedCount
      downloadUrl
      modPack {
        title
        name
        renamed
      }
      warnings {
        code
        error: message
        entry
      }
    }
  }
`);

/** A run under way, or over. */
export interface Run {
  modPack: { id: string; databaseId: number } & NamedPack;
  run: { databaseId: number };
  /** Of the modpack, where this upload was answered one. */
  ownerSecret: string | null;
}

/** The owner secret as a field for programs; none without one. */
export function ownerOf({ ownerSecret }: Run): { ownerSecret?: string } {
  return ownerSecret === null ? {} : { ownerSecret };
}

/** Milliseconds for which a service that went away is waited for. */
const patienceMs = 60_000;
/** Milliseconds between two tries of one that ended a subscription. */
const againAfterMs = 1_000;

/**
 * Shows a run until it ends, and returns its server pack. Fails with exit code 3 and the reasons for ERROR, with
 * GatewayAway after a minute without the service.
 */
export async function followRun(
  { gateway, screen, signal }: { gateway: OpenGateway; screen: Screen; signal: AbortSignal },
  run: Run,
): Promise<void> {
  const numbers = { modPack: run.modPack.databaseId, runConfiguration: run.run.databaseId };
  const filter = {
    modPack: { databaseId: numbers.modPack },
    run: { databaseId: numbers.runConfiguration },
  };
  const { events } = await gateway.ask(stepsOfRun, numbers, signal);
  const steps = events.nodes;
  let end = steps.find(({ isFinal }) => isFinal) ?? null;
  if (end === null) {
    const over = new AbortController();
    using bar = screen.bar();
    const watching = AbortSignal.any([signal, over.signal]);
    const progress = gateway.watch(
      progressOf,
      { runConfiguration: numbers.runConfiguration },
      ({ run: { progress } }) => {
        if (progress === null) return;
        const { phase, bytesDone, bytesTotal } = progress;
        bar.show({ label: labels[phase], done: bytesDone, total: bytesTotal });
      },
      watching,
    );
    // Without the right to progress, the steps are shown alone.
    progress.catch(() => {});
    // The steps fail for the same reason, and tell it.
    tellWaiting({ gateway, screen, signal: watching }, run.modPack.databaseId).catch(() => {});
    const tell = (step: StepFragment) => {
      if (isTold(step) && step.status !== 'ERROR') for (const line of stepLines(step)) screen.note(line);
    };
    steps.forEach(tell);
    await watchSteps(
      gateway,
      { after: steps.at(-1)?.id ?? null, filter },
      (step) => {
        tell(step);
        if (!step.isFinal) return;
        end = step;
        over.abort();
      },
      watching,
    );
  }
  signal.throwIfAborted();
  if (end === null) throw new GatewayAway('The service ended the subscription');
  await tellEnd({ gateway, screen, signal }, run, end);
}

const labels = { CHECKING: 'Checking', FETCHING: 'Fetching', GENERATING: 'Building' };

/**
 * Calls with every event from `after` on until the signal aborts, over lost connections. Fails with GatewayAway after a
 * minute without the service.
 */
export async function watchSteps(
  gateway: OpenGateway,
  { after, filter }: { after: string | null; filter: PackEventFilter },
  onStep: (step: StepFragment) => void,
  signal: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  const giveUp = () =>
    gone.abort(new GatewayAway(`The service has been away for ${patienceMs / 1000} seconds`));
  let waiting = setTimeout(giveUp, patienceMs);
  const stopListening = gateway.onConnection((up) => {
    clearTimeout(waiting);
    if (!up) waiting = setTimeout(giveUp, patienceMs);
  });
  const either = AbortSignal.any([signal, gone.signal]);
  let last = after;
  try {
    while (!either.aborted) {
      try {
        await gateway.watch(
          laterSteps,
          {
            // Read again wherever the connection is made again: it goes on where it was.
            get after() {
              return last;
            },
            filter,
          },
          ({ events: step }) => {
            last = step.id;
            onStep(step);
          },
          either,
        );
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      await sleep(againAfterMs, undefined, { signal: either }).catch(() => {});
    }
    gone.signal.throwIfAborted();
  } finally {
    clearTimeout(waiting);
    stopListening();
  }
}

/**
 * A service ends a subscription when it stops or finds us too slow; the subscription can go on later or at another
 * node.
 */
function isPassing(error: unknown): boolean {
  return error instanceof GatewayAway || (error instanceof GatewayRefusal && error.code === 'UNAVAILABLE');
}

/** Whether an event is told to people: a server pack that is there has been told when it was built. */
export function isTold({ status, serverPackDatabaseId }: StepFragment): boolean {
  return status !== 'GENERATED' || serverPackDatabaseId === null;
}

/** An event in a line; of a failure, the reasons below it. */
export function stepLines({ timestamp, modPackDatabaseId, status, message, errors }: StepFragment): string[] {
  const failed = status === 'ERROR' ? `: ${shown(message)}` : '';
  return [
    `${timestamp.slice(0, 19).replace('T', ' ')}  modpack ${modPackDatabaseId}: ${words.statuses[status]}${failed}`,
    ...errors.flatMap(problemLines).map((line) => `  ${shown(inOptionNames(line))}`),
  ];
}

/** Formats an event as JSON. */
export function stepData({
  databaseId,
  modPackDatabaseId,
  serverPackDatabaseId,
  run,
  status,
  message,
  timestamp,
  errors,
}: StepFragment) {
  return {
    id: databaseId,
    modPackId: modPackDatabaseId,
    serverPackId: serverPackDatabaseId,
    runConfigId: run.databaseId,
    status,
    message,
    timestamp,
    errors,
  };
}

async function tellEnd(
  { gateway, screen, signal }: { gateway: OpenGateway; screen: Screen; signal: AbortSignal },
  run: Run,
  end: StepFragment,
): Promise<void> {
  const { modPack } = run;
  const numbers = {
    ...ownerOf(run),
    modPackId: modPack.databaseId,
    runConfigId: run.run.databaseId,
  };
  if (end.status === 'ERROR') {
    screen.data({ ...numbers, status: 'ERROR', serverPackId: null, errors: end.errors });
    throw new CommandFailed(
      exitCodes.refusedPack,
      `No server pack came of modpack ${modPack.databaseId} (${shown(titleAndFile(modPack), 120)}): ${shown(end.message)}`,
      { details: end.errors.flatMap(problemLines).map((line) => shown(line)) },
    );
  }
  const databaseId = end.serverPackDatabaseId ?? 0;
  const { serverPack } = await gateway.ask(serverPackOf, { databaseId }, signal);
  if (serverPack === null)
    throw new CommandFailed(
      exitCodes.refusedRequest,
      `Server pack ${databaseId} has been deleted meanwhile.`,
    );
  const { databaseId: serverPackId, modPack: named, ...facts } = serverPack;
  screen.data({ ...numbers, status: 'GENERATED', serverPackId, ...facts });
  const name = `server pack ${serverPackId} of modpack ${modPack.databaseId} (${shown(titleAndFile(named), 120)})`;
  screen.print(
    `Ready: ${name}, ${modCounts(facts.keptCount, facts.droppedCount)}. Fetch it: server-pack download ${serverPackId}`,
  );
  tellWarnings(screen, facts.warnings);
}
