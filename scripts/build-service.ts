/**
 * `npm run build:service`: makes the service's modules, and those of its packages, into a few files that are read in half of the
 * time, in a folder of their own below dist/service. The service has that done by itself once it has started from its sources.
 */
import { copyFile, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.ts';
import { bundlesFolder, isWhole, serviceModules, sourcesId } from './find-bundle.mjs';
import { placeBuild } from './place-build.ts';

if (process.connected) {
  // A service that starts, or serves, goes before.
  setPriority(constants.priority.PRIORITY_LOW);
  // Once the one that wanted it has ended, it would run on unseen. Signals are for that one to hear: terminals and supervisors send
  // them to all processes at once.
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

const id = sourcesId();
const place = path.join(bundlesFolder, id);
if (!isWhole(place)) await placeBuild(bundlesFolder, id, isWhole, makeBundle);

async function makeBundle(draft: string): Promise<{ files: Record<string, number> }> {
  const programs = { start: 'src/start.ts', 'begun-thread': 'src/database/begun-thread.ts' };
  const files = await bundle(draft, { programs, modules: serviceModules(), place, format: 'cjs' });
  const main = path.join(draft, 'main.cjs');
  await copyFile(new URL('./start-bundle.cjs', import.meta.url), main);
  if (sourcesId() !== id) throw new Error('The sources have changed while they were read.');
  return { files: { ...files, 'main.cjs': (await stat(main)).size } };
}
