import { readAddress, type ServerAddress } from './address.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { ConnectionLostError } from './connection-lost.ts';
import { openSocket } from './server-socket.ts';
import type { ServerSettings } from './settings.ts';

/** What an answer may take on its way beyond what the server may take for it, in milliseconds. */
const onItsWayMs = 500;

/** How long statements may take. */
export interface Limits {
  /** Told to the server. */
  parameters: Record<string, number>;
  /** Kept watch over here, in case that the server is silent. */
  answerMs: number;
}

/** Limits that the server is told as the connection begins. */
export function toldLimits(ms: number, { idleTransactionTimeoutMs }: ServerSettings): Limits {
  return {
    parameters: {
      statement_timeout: ms,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    },
    answerMs: ms + onItsWayMs,
  };
}

/**
 * Limits of connections that may lead through a pooler, which refuses such parameters: there the limit is watched here alone. A connection
 * whose answer is late ends, and the pooler ends the statement. How long a transaction may stand still is told with each
 * (`queries.ts`).
 */
export function statementLimits(ms: number, settings: ServerSettings): Limits {
  return settings.directUrl === null
    ? toldLimits(ms, settings)
    : { parameters: {}, answerMs: ms + onItsWayMs };
}

/** How connections to a server are made. */
export interface Way {
  address: ServerAddress;
  /** Milliseconds in which the server has to have taken the connection. */
  connectMs: number;
  limits?: Limits | undefined;
  prepares: ConnectionOptions['prepares'];
}

/** The way to the server at this address. */
export function wayTo(url: string, { connectTimeoutMs }: ServerSettings, how: Pick<Way, 'prepares'>): Way {
  return { address: readAddress(url), connectMs: connectTimeoutMs, ...how };
}

/** Makes one connection. */
export async function connect(
  { address, connectMs, limits, prepares }: Way,
  more: Pick<ConnectionOptions, 'onNotification' | 'onEnd'> = {},
): Promise<Connection> {
  const late = new ConnectionLostError(`The database did not take a connection within ${connectMs} ms.`);
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(late), connectMs);
  try {
    const socket = await openSocket(address, giveUp.signal);
    giveUp.signal.addEventListener('abort', () => socket.destroy(late));
    return await openConnection(socket, {
      ...more,
      user: address.user,
      password: address.password,
      database: address.database,
      parameters: { ...limits?.parameters, ...address.parameters },
      answerMs: limits?.answerMs,
      prepares,
    });
  } catch (error) {
    throw giveUp.signal.aborted ? late : error;
  } finally {
    clearTimeout(timer);
  }
}
