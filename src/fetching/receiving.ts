import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ConnectOverrides } from './connect.ts';
import type { KeyHosts } from './key-hosts.ts';
import { NotWritten } from './not-written.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import type { ReceivedFile, ReceiveOrder, ReceiveWatch } from './receive-file.ts';
import type { FetchSettings } from './settings.ts';

/** Data the thread is started with; plain data. */
export interface ReceivingSetup extends FetchSettings {
  userAgent: string;
  connect: ConnectOverrides;
  keyed: KeyHosts;
}

/** Messages from the thread while a file arrives. */
export type Told = { wrote: number } | 'arrived';

/** Messages to the thread: reported bytes that have been counted, which lets it go on, or a cancellation. */
export type Word = { counted: number } | 'give up';

/** Why a file was not received, as plain data. */
export type Refusal =
  | { name: FetchError['name']; code: FetchProblemCode; message: string }
  | { name: NotWritten['name']; code: string | null; message: string };

/** Receives files beside the event loop, which hundreds of them would keep busy for seconds. To be closed. */
export interface Receiving extends AsyncDisposable {
  /** As `receiveFile`, but with FetchErrors only; with `NotWritten` also where the thread has ended. */
  receive(order: ReceiveOrder, watch: ReceiveWatch): Promise<ReceivedFile>;
  /** Files are about to be asked for: starts the thread, which takes a good part of a second on a busy machine. */
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
      const say = (word: Word) => here.postMessage(word);
      const hear = async (told: Told) => {
        if (told === 'arrived') return arrived();
        await wrote(told.wrote);
        say({ counted: told.wrote });
      };
      const giveUp = () => say('give up');
      // A progress callback that fails ends the file by the signal.
      here.on('message', (told: Told) => void hear(told).catch(() => undefined));
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const outcome = await thread.run({ order, port }, { transferList: [port] }).catch(lost);
        // The result may overtake earlier messages.
        for (let last = receiveMessageOnPort(here); last; last = receiveMessageOnPort(here))
          void hear(last.message).catch(() => undefined);
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
      // A failure here is reported by the first file.
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
    // An idle thread has to keep its event loop running, to notice hosts that close connections.
    atomics: 'disabled',
    idleTimeout: idleMs,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 },
  });
  // A thread that dies rejects its own tasks; piscina tells it here once more.
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
