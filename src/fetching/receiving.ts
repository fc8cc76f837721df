import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ConnectOverrides } from './connect.ts';
import type { KeyHosts } from './key-hosts.ts';
import { NotWritten } from './not-written.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import type { ReceivedFile, ReceiveOrder, ReceiveWatch } from './receive-file.ts';
import type { FetchSettings } from './settings.ts';

/** Data that the thread is started with; plain data. */
export interface ReceivingSetup extends FetchSettings {
  userAgent: string;
  connect: ConnectOverrides;
  keyed: KeyHosts;
}

/** Messages from the thread while a file arrives. */
export type ReceiveReport = { wrote: number } | 'arrived';

/** Messages to the thread: reported bytes that have been counted, which lets the file continue, or a cancellation. */
export type ReceiveCommand = { counted: number } | 'give up';

/** Why a file was not received, as plain data. */
export type Refusal =
  | { name: FetchError['name']; code: FetchProblemCode; message: string }
  | { name: NotWritten['name']; code: string | null; message: string };

/**
 * Receives files in a thread, because hundreds of files would block the event loop for seconds. The owner closes it.
 */
export interface Receiving extends AsyncDisposable {
  /** As `receiveFile`, but fails with FetchErrors only, and with `NotWritten`, also when the thread has ended. */
  receive(order: ReceiveOrder, watch: ReceiveWatch): Promise<ReceivedFile>;
  /** Starts the thread before files are requested, since a start takes most of a second on a busy machine. */
  begin(): void;
}

/** Milliseconds that an idle thread is kept. */
const idleMs = 10_000;

interface Task {
  order: ReceiveOrder;
  port: MessageChannel['port2'];
}

type Outcome = { received: ReceivedFile } | { refusal: Refusal };

/** One thread, started on first use together with the library that starts it. */
export function openReceiving(setup: ReceivingSetup): Receiving {
  let pool: Promise<Piscina<Task | null, Outcome>> | null = null;
  return {
    async receive(order, { signal, wrote, arrived }) {
      pool ??= openPool(setup);
      const thread = await pool;
      signal.throwIfAborted();
      const { port1: here, port2: port } = new MessageChannel();
      const send = (command: ReceiveCommand) => here.postMessage(command);
      const handle = async (report: ReceiveReport) => {
        if (report === 'arrived') return arrived();
        await wrote(report.wrote);
        send({ counted: report.wrote });
      };
      const giveUp = () => send('give up');
      // A failed progress callback ends the file through the signal.
      here.on('message', (report: ReceiveReport) => void handle(report).catch(() => undefined));
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const outcome = await thread.run({ order, port }, { transferList: [port] }).catch(lost);
        // The result may overtake earlier messages.
        for (let last = receiveMessageOnPort(here); last; last = receiveMessageOnPort(here))
          void handle(last.message).catch(() => undefined);
        if ('received' in outcome) return outcome.received;
        signal.throwIfAborted();
        throw failureOf(outcome.refusal);
      } finally {
        signal.removeEventListener('abort', giveUp);
        here.close();
      }
    },
    begin() {
      pool ??= openPool(setup);
      // The first file reports a failure of the start.
      void pool.then((thread) => thread.run(null, { name: 'begin' })).catch(() => undefined);
    },
    [Symbol.asyncDispose]: async () => await (await pool)?.destroy(),
  };
}

async function openPool(setup: ReceivingSetup): Promise<Piscina<Task | null, Outcome>> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina<Task | null, Outcome>({
    filename: new URL('./receiving-thread.ts', import.meta.url).href,
    name: 'receive',
    workerData: setup,
    minThreads: 0,
    maxThreads: 1,
    // Callers limit the number of files at a time.
    concurrentTasksPerWorker: Number.MAX_SAFE_INTEGER,
    // An idle thread has to keep its event loop running, to notice that hosts close connections.
    atomics: 'disabled',
    idleTimeout: idleMs,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 },
  });
  // A dying thread rejects its own tasks; piscina reports the same error here again.
  pool.on('error', () => {});
  return pool;
}

function lost(cause: unknown): never {
  throw new NotWritten('The thread that receives files has ended.', null, { cause });
}

function failureOf(refusal: Refusal): Error {
  return refusal.name === 'FetchError'
    ? new FetchError(refusal.code, refusal.message)
    : new NotWritten(refusal.message, refusal.code);
}
