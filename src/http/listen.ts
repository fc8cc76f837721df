import type { FastifyInstance } from 'fastify';

/** The service cannot listen at an address; the message is for operators. */
export class NotListening extends Error {
  override name = 'NotListening';
}

/** An address, and the names of the settings that define it. */
export interface ListenAddress {
  host: string;
  port: number;
  settings: { host: string; port: string };
}

/** Listens, and returns the address. Fails with NotListening for causes that the operator can fix. */
export async function listen(
  server: Pick<FastifyInstance, 'listen'>,
  { host, port, settings }: ListenAddress,
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `another program listens at port ${port} of ${host}. End that program, or set ${settings.port} to a port that is free.`,
      EACCES: `this user may not listen at port ${port}. Set ${settings.port} to 1024 or more.`,
      EADDRNOTAVAIL: `this machine has no address ${host}. Set ${settings.host} to one that it has, or to 0.0.0.0 for all.`,
    };
    const reason = typeof code === 'string' ? reasons[code] : undefined;
    if (reason === undefined) throw cause;
    throw new NotListening(`The service cannot start: ${reason}`, { cause });
  }
}
