import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';

/** The address of a PostgreSQL server, with the user and the database. */
export interface ServerAddress {
  host: string;
  port: number;
  /** A Unix socket, used instead of host and port. */
  file: string | null;
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** Null: the connection is not encrypted. */
  tls: TlsOptions | null;
  /** Parameters of the startup message. */
  parameters: Record<string, string>;
}

/**
 * Parses an address such as postgres://user:password@host:5432/name. Some parameters concern the connection; all others
 * are passed to the server.
 */
export function readAddress(text: string): ServerAddress {
  const url = new URL(text);
  const { host: named, port: numbered, ...others } = Object.fromEntries(url.searchParams);
  const host = named ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const port = Number(numbered ?? (url.port || 5432));
  const { sslmode, ssl, sslcert, sslkey, sslrootcert, ...parameters } = others;
  return {
    host,
    port,
    file: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : null,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database: decodeURIComponent(url.pathname.slice(1)) || undefined,
    tls: tlsOf(sslmode ?? ssl, { cert: sslcert, key: sslkey, ca: sslrootcert }),
    parameters,
  };
}

const modesWithout: ReadonlySet<string> = new Set(['disable', 'false', '0']);

/** Certificates are verified unless the mode disables it. */
function tlsOf(
  mode: string | undefined,
  files: Record<'cert' | 'key' | 'ca', string | undefined>,
): TlsOptions | null {
  const named = Object.entries(files).flatMap(([name, file]): [string, string][] =>
    file === undefined ? [] : [[name, readFileSync(file, 'utf8')]],
  );
  if (mode === undefined && named.length === 0) return null;
  if (mode !== undefined && modesWithout.has(mode)) return null;
  return { ...Object.fromEntries(named), rejectUnauthorized: mode !== 'no-verify' };
}
