import { connect, wayTo } from '../../src/database/connections.ts';
import { type ConnectionPool, openPool } from '../../src/database/pool.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';

/** A pool of connections to the server at this address, of which nothing is late. */
export function poolOn(url: string, { max = 1 } = {}): ConnectionPool {
  const way = wayTo(url, { ...defaultServerSettings, connectTimeoutMs: 60_000 }, { prepares: 'named' });
  return openPool({ max, connect: (onEnd) => connect(way, { onEnd }) });
}
