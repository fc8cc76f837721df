/**
 * Time until the service is ready, as a ratio to hello world on Fastify in the same rounds, and its processor time and
 * memory while nothing is asked. Linux only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  memoryOf,
  msOf,
  ownDatabase,
  Rounds,
  readOptions,
  seconds,
  tell,
  tellMachine,
  temporaryFolder,
} from './harness.ts';
import { installPeers, type Server, startPeer, startService } from './servers.ts';

const { small, rounds } = readOptions({ full: 5, small: 1 });
const idleMs = small ? 2_000 : 60_000;
/** After that, what a start leaves to be done is over: the first chores, and the database's own work. */
const settleMs = small ? 5_000 : 60_000;

await using parts = new AsyncDisposableStack();
const { url } = parts.use(await ownDatabase());
installPeers();
const newFolder = async () => parts.use(await temporaryFolder()).path;
const shared = await newFolder();
const hello = 'hello world';
const ways = {
  [hello]: () => startPeer('hello', {}),
  'first, embedded': async () => startService(await newFolder(), null),
  'again, embedded': () => startService(shared, null),
  PostgreSQL: () => startService(shared, url),
};

async function untilReady({ client }: Server): Promise<void> {
  for (;;) {
    const { statusCode, body } = await client.request({ method: 'GET', path: '/health/ready' });
    await body.dump();
    if (statusCode === 200) return;
    await sleep(5);
  }
}

const sides = Object.entries(ways).map(([name, start]) => {
  const side = async () => {
    await using started = new AsyncDisposableStack();
    return { ms: await msOf(async () => untilReady(started.use(await start()))) };
  };
  return [name, side] as const;
});
// The first round migrates the databases.
const took = await new Rounds<'ms'>().take(Object.fromEntries(sides), { rounds, warmUp: 1 });
for (const [name, aim] of [
  ['first, embedded', 8],
  ['again, embedded', 5],
  ['PostgreSQL', 3],
] as const)
  tell({
    what: `start to ready: ${name}`,
    against: 'hello world on Fastify',
    found: took.ratio(name, hello, 'ms', 1),
    aim: String(aim),
    figures: `${seconds(took.median(name, 'ms'))}, ${seconds(took.median(hello, 'ms'))}`,
  });

for (const [name, aim, memoryAim] of [
  ['again, embedded', '0.3 %', '250 MiB'],
  ['PostgreSQL', '0.3 %', '150 MiB'],
  [hello, '', ''],
] as const) {
  await using idle = await ways[name]();
  await untilReady(idle);
  await sleep(settleMs);
  const from = idle.processorTime();
  await sleep(idleMs);
  const share = ((idle.processorTime() - from) / idleMs) * 100;
  const memory = memoryOf(idle.pid, 'now');
  tell({
    what: `idle, ${name}: processor time`,
    against: null,
    found: `${share.toFixed(2)} %`,
    aim,
    figures: `for ${idleMs / 1_000} s, from ${settleMs / 1_000} s after the start`,
  });
  tell({ what: `idle, ${name}: memory`, against: null, found: `${memory.toFixed(0)} MiB`, aim: memoryAim });
}
tellMachine(`${rounds} rounds`);
