import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ConnectOverrides } from './connect.ts';
import type { KeyHosts } from './key-hosts.ts';
import { NotWritten } from './not-written.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import type { ReceivedFile, ReceiveOrder, ReceiveWatch } from './receive-file.ts';
import type { FetchSettings } from './settings.ts';

/** What the thread is started with; plain data. */
export interface ReceivingSetup extends FetchSettings {
  userAgent: string;
  connect: ConnectOverrides;
  keyed: KeyHosts;
}

/** What the thread tells of a file while it comes. */
export type Told = { wrote: number } | 'arrived';

/** What the thread is told meanwhile: bytes of those that it has told of, which it may go beyond now. */
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

/** Milliseconds that the thread is kept when there is nothing to do. */
const idleMs = 10_000;

interface Task {
  order: ReceiveOrder;
  port: MessageChannel['port2'];
}

type Outcome = { received: ReceivedFile } | { refusal: Refusal };

/** One thread, started when it is first needed, as is what starts threads. */
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
      // Who is told of bytes and fails ends the file by the signal.
      here.on('message', (told: Told) => void hear(told).catch(() => undefined));
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const outcome = await thread.run({ order, port }, { transferList: [port] }).catch(lost);
        // The result may come by before what was told until then.
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
      // Where that fails, the first file says so.
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
    // Who asks says how many come at a time.
    concurrentTasksPerWorker: Number.MAX_SAFE_INTEGER,
    // While the thread has nothing to do, it has to notice that a host closes a connection.
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
