import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { readsTypeScript } from './reads-typescript.ts';

/** What this process runs from. */
export const runsFrom = import.meta.filename.endsWith('.ts') ? 'sources' : 'bundle';

const script = new URL('../scripts/build-service.ts', import.meta.url);

/**
 * Has the next start begin with a bundle of these sources, which a process of its own makes; it ends with this one at the latest.
 * Nothing depends on it: where it fails, the log says why.
 */
export async function bundleForNextStart({ log }: { log: Logger }): Promise<void> {
  // Who asks for the sources is about to change them. A package has no lockfile to tell what is installed.
  if (runsFrom === 'bundle' || readsTypeScript.length > 0 || process.argv.includes('--sources')) return;
  const reason = await build().catch(String);
  if (reason !== null)
    log.warn({ reason }, 'no bundle of this service could be made, so its next start takes longer');
}

/** What the build says went wrong; null when it went well. */
async function build(): Promise<string | null> {
  const child = fork(script, {
    // It needs no settings. This has it take memory only as it is used: 460 MiB in place of 690.
    env: { MIMALLOC_ARENA_EAGER_COMMIT: '0' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const words = child.stderr === null ? '' : text(child.stderr);
  const [said, [code, signal]] = await Promise.all([words, once(child, 'exit')]);
  return code === 0 ? null : said.trim().slice(-2_000) || `It ended with ${signal ?? code}.`;
}
