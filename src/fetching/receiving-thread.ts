import { type MessagePort, workerData } from 'node:worker_threads';
import { createAgent } from './connect.ts';
import { fileDispatcher } from './dispatcher.ts';
import { fetchFailure } from './failure.ts';
import { NotWritten } from './not-written.ts';
import { type ReceivedFile, type ReceiveOrder, receiveFile } from './receive-file.ts';
import type { ReceiveCommand, ReceiveReport, ReceivingSetup, Refusal } from './receiving.ts';

const { connect, keyed, userAgent, ...settings }: ReceivingSetup = workerData;
const dispatcher = fileDispatcher(
  createAgent({ ...settings, connections: settings.parallel }, connect),
  settings,
  keyed,
);
const needs = { dispatcher, hosts: settings.hosts, userAgent };

/** Bytes of a file that may be written and not yet counted; with more, the file waits. */
const mostAhead = 1024 * 1024;

/**
 * Receives a file in the thread, which handles many files at once. Messages on the port raise the byte limit or cancel.
 */
export async function receive({
  order,
  port,
}: {
  order: ReceiveOrder;
  port: MessagePort;
}): Promise<{ received: ReceivedFile } | { refusal: Refusal }> {
  const ending = new AbortController();
  let ahead = 0;
  let full: PromiseWithResolvers<void> | null = null;
  port.on('message', (command: ReceiveCommand) => {
    if (command === 'give up') return ending.abort();
    ahead -= command.counted;
    if (ahead >= mostAhead) return;
    full?.resolve();
    full = null;
  });
  const wrote = (bytes: number): void | Promise<void> => {
    send({ wrote: bytes });
    ahead += bytes;
    if (ahead < mostAhead) return;
    full ??= Promise.withResolvers<void>();
    return full.promise;
  };
  const send = (report: ReceiveReport) => port.postMessage(report);
  try {
    const received = await receiveFile(needs, order, {
      signal: ending.signal,
      wrote,
      arrived: () => send('arrived'),
    });
    return { received };
  } catch (error) {
    return { refusal: refusalOf(error) };
  } finally {
    port.close();
  }
}

/** The refusal as plain data: errors lose their class and code between threads. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof NotWritten) return { name: error.name, code: error.code, message: error.message };
  const { name, code, message } = fetchFailure(error);
  return { name, code, message };
}

/** An empty task that starts the thread. */
export function begin(): void {}
