import { readAddress, type ServerAddress } from './address.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { ConnectionLostError } from './connection-lost.ts';
import { openSocket } from './server-socket.ts';
import type { ServerSettings } from './settings.ts';

/** Time for an answer to travel, in milliseconds, beyond the time the server may take. */
const onItsWayMs = 500;

/** Time limits of statements. */
export interface Limits {
  /** Run-time parameters that a new connection sends to the server. */
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
 * Limits of connections that may lead through a pooler. A pooler refuses such parameters, so the limit is kept here
 * alone: a connection whose answer is late is closed, and the pooler ends the statement. The limit on idle
 * transactions is set with each one (`queries.ts`).
 */
export function statementLimits(ms: number, settings: ServerSettings): Limits {
  return settings.directUrl === null
    ? toldLimits(ms, settings)
    : { parameters: {}, answerMs: ms + onItsWayMs };
}

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
