import { connect } from 'node:net';
import { hangsAfterMs } from './gateway.ts';

/** How a client behaves on a connection of its own. */
export interface Manners {
  /** Ends the connection as soon as what it was sent so far says so. */
  hasEnough(received: string): boolean;
  /** Milliseconds without anything new after which the client hangs up; null: it waits to be hung up on. */
  patienceMs: number | null;
}

/** What came back on a connection, and how it ended. */
export interface Conversation {
  received: string;
  /** Whether the service neither answered to the end nor hung up. */
  hung: boolean;
  /** After how many milliseconds it was over, and the error that said so, if any. */
  ended: string;
}

/** Sends these bytes on a connection of their own, and waits for its end. */
export function converse(url: string, pieces: readonly Buffer[], manners: Manners): Promise<Conversation> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<Conversation>();
  const socket = connect(Number(port), hostname);
  let received = '';
  let hung = false;
  let error = '';
  const began = performance.now();
  const deadline = setTimeout(() => {
    hung = true;
    socket.destroy();
  }, hangsAfterMs);
  let patience: NodeJS.Timeout | undefined;
  const waitOn = () => {
    clearTimeout(patience);
    if (manners.patienceMs !== null) patience = setTimeout(() => socket.destroy(), manners.patienceMs);
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    if (manners.hasEnough(received)) socket.destroy();
    else waitOn();
  });
  // Whoever is refused in the middle of what it sends is told so by its connection too.
  socket.on('error', ({ message }) => {
    error = message;
  });
  socket.once('close', () => {
    clearTimeout(deadline);
    clearTimeout(patience);
    resolve({ received, hung, ended: `${Math.round(performance.now() - began)} ms ${error}` });
  });
  const sendFrom = (index: number) => {
    const piece = pieces[index];
    if (piece === undefined) return waitOn();
    // Each piece of its own: the next one goes when the system has taken this one.
    socket.write(piece, () => setImmediate(sendFrom, index + 1));
  };
  socket.once('connect', () => sendFrom(0));
  return promise;
}
