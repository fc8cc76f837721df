import { ConfigError } from '../config.ts';
import type { Connection } from './connection.ts';
import { connect, type Way } from './connections.ts';

/**
 * Checks whether a connection keeps its session. More than one, since a pooler may assign the same session twice by
 * chance.
 */
const checks = 5;

/**
 * Fails with a ConfigError that names the setting when the address leads to a transaction pooler, which assigns one
 * session of the server to several connections in turn. Prepared statements, locks and notifications would fail at
 * random later.
 */
export async function refusePooler(way: Way): Promise<void> {
  const first = await connect(way).catch((error: unknown) => {
    throw isRefusedParameter(error) ? leadPast(error.message) : error;
  });
  try {
    const second = await connect(way);
    try {
      const own = await sessionOf(first);
      // Most poolers assign the session that was returned last.
      await second.query('begin');
      let isShared = (await sessionOf(second)) === own;
      for (let check = 0; check < checks && !isShared; check += 1)
        isShared = (await sessionOf(first)) !== own;
      if (isShared) throw leadPast('it lends one session of the database to several connections');
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function sessionOf(connection: Connection): Promise<unknown> {
  const { rows } = await connection.query('select pg_backend_pid()');
  return rows[0]?.[0];
}

/** Recognises PgBouncer's error for startup parameters, unless PgBouncer is configured to ignore them. */
function isRefusedParameter(error: unknown): error is Error {
  return error instanceof Error && /\bunsupported startup parameter\b/.test(error.message);
}

function leadPast(why: string): ConfigError {
  return new ConfigError(
    `DATABASE_URL leads to a pooler of connections (${why}). Set DATABASE_DIRECT_URL to the address of the database server itself (docs/settings.md).`,
  );
}
