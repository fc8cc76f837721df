import { readAddress, type ServerAddress } from './address.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { ConnectionLostError } from './connection-lost.ts';
import { openSocket } from './server-socket.ts';
import type { ServerSettings } from './settings.ts';

/** Milliseconds that an answer may take to travel, beyond the server's time limit. */
const onItsWayMs = 500;

/** Time limits of statements. */
export interface Limits {
  /** Run-time parameters that a new connection sends to the server. */
  parameters: Record<string, number>;
  /** Milliseconds after which the client gives up, in case the server does not respond. */
  answerMs: number;
}

/** Limits that are sent to the server when the connection starts. */
export function serverLimits(ms: number, { idleTransactionTimeoutMs }: ServerSettings): Limits {
  return {
    parameters: {
      statement_timeout: ms,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    },
    answerMs: ms + onItsWayMs,
  };
}

/**
 * Limits for connections that may lead through a pooler. A pooler refuses such parameters, so the client alone enforces
 * the limit: it closes a connection whose answer is late, and the pooler then ends the statement. Each transaction sets
 * the limit on idle transactions itself (`queries.ts`).
 */
export function statementLimits(ms: number, settings: ServerSettings): Limits {
  return settings.directUrl === null
    ? serverLimits(ms, settings)
    : { parameters: {}, answerMs: ms + onItsWayMs };
}

export interface Way {
  address: ServerAddress;
  /** Milliseconds within which the server has to accept the connection. */
  connectMs: number;
  limits?: Limits | undefined;
  prepares: ConnectionOptions['prepares'];
}

/** How to connect to the server at this address. */
export function wayTo(url: string, { connectTimeoutMs }: ServerSettings, how: Pick<Way, 'prepares'>): Way {
  return { address: readAddress(url), connectMs: connectTimeoutMs, ...how };
}

/** Opens one connection. */
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
