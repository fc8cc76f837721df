import { type MessagePort, workerData } from 'node:worker_threads';
import { createAgent } from './connect.ts';
import { fileDispatcher } from './dispatcher.ts';
import { fetchFailure } from './failure.ts';
import { NotWritten, type ReceivedFile, type ReceiveOrder, receiveFile } from './receive-file.ts';
import type { ReceivingSetup, Refusal, Told } from './receiving.ts';

const { connect, userAgent, ...settings }: ReceivingSetup = workerData;
const dispatcher = fileDispatcher(
  createAgent({ ...settings, connections: settings.parallel }, connect),
  settings,
);
const needs = { dispatcher, hosts: settings.hosts, userAgent };

/** What the thread runs, many at a time: receives a file. Any word by the port ends it. */
export default async function receive({
  order,
  port,
}: {
  order: ReceiveOrder;
  port: MessagePort;
}): Promise<{ received: ReceivedFile } | { refusal: Refusal }> {
  const ending = new AbortController();
  port.once('message', () => ending.abort());
  const tell = (told: Told) => port.postMessage(told);
  try {
    const received = await receiveFile(needs, order, {
      signal: ending.signal,
      wrote: (bytes) => tell({ wrote: bytes }),
      arrived: () => tell('arrived'),
    });
    return { received };
  } catch (error) {
    return { refusal: refusalOf(error) };
  } finally {
    port.close();
  }
}

/** Of an error that crosses to another thread neither class nor code is left. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof NotWritten) return { name: error.name, code: error.code, message: error.message };
  const { name, code, message } = fetchFailure(error);
  return { name, code, message };
}

/** What the thread runs to have been started. */
export function begin(): void {}
