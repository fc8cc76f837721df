import type { FastifyInstance } from 'fastify';

/** An address that the service cannot listen at; its message is for operators. */
export class NotListening extends Error {
  override name = 'NotListening';
}

/** The address, and the names of the settings that say so. */
export interface Place {
  host: string;
  port: number;
  settings: { host: string; port: string };
}

/** Listens, and returns the address. Fails with NotListening where the operator can mend that. */
export async function listen(
  server: Pick<FastifyInstance, 'listen'>,
  { host, port, settings }: Place,
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
