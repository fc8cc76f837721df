import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

// V8 counts to the last step only while it interprets, and forgets what it counted where it throws code away.
for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'])
  setFlagsFromString(flag);

// Once for the whole process: V8 counts the blocks only of functions that it compiles while it is told to count, and no block of
// those that it compiled before or that have outlived a stop.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * How many steps of our own code in `folder` (such as `/src/archive/`) some work takes: how often each of its blocks is
 * entered, as V8 counts them. Unlike time it is the same on every machine. What one step costs inside V8, such as a regular
 * expression or a comparison of strings, is not in it.
 */
export async function stepsOf(folder: string, work: () => unknown): Promise<number> {
  // What was counted so far is forgotten with this.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
