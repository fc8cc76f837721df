import { once } from 'node:events';
import net from 'node:net';

/** The first of so many ports in a row that nobody has taken. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await portOf(0);
    const rest = Array.from({ length: count - 1 }, (_, index) => portOf(first + index + 1));
    const outcomes = await Promise.allSettled(rest);
    if (outcomes.every(({ status }) => status === 'fulfilled')) return first;
  }
}

async function portOf(wanted: number): Promise<number> {
  const server = net.createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A port was expected');
  return address.port;
}
