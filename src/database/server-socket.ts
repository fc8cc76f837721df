import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as secure, type TLSSocket } from 'node:tls';
import type { ServerAddress } from './address.ts';
import { NotEncrypted } from './connection-lost.ts';

/** Milliseconds of silence after which the operating system probes the peer. */
const keepAliveMs = 10_000;

/** SSLRequest of PostgreSQL's protocol. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Connects to the server, with encryption if the address requires it. `signal` ends the connection. */
export async function openSocket(
  { host, port, file, tls }: ServerAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const target = file === null ? { host, port } : { path: file };
  const socket = connect({
    ...target,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
  });
  try {
    await once(socket, 'connect', { signal });
    return tls === null ? socket : await encrypt(socket, { ...tls, host }, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function encrypt(socket: Socket, options: { host: string }, signal: AbortSignal): Promise<TLSSocket> {
  socket.write(tlsRequest);
  const [answer]: unknown[] = await once(socket, 'data', { signal });
  if (!Buffer.isBuffer(answer) || answer.toString() !== 'S')
    throw new NotEncrypted('The database server takes no encrypted connections.');
  const name = isIP(options.host) ? {} : { servername: options.host };
  const encrypted = secure({ ...options, ...name, socket });
  await once(encrypted, 'secureConnect', { signal });
  return encrypted;
}
