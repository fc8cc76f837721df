import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';

// Ended by a signal, a build still removes what it had half made, which happens as the process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

/** Milliseconds after which an unfinished build counts as left behind by a killed process. */
const longestBuildMs = 3_600_000;
/** Tries to move a build into place, since another process may have put the same build there. */
const mostTries = 10;

/**
 * Puts a build into a folder below `target` that is named after its sources. It is made aside (`make` gets that folder)
 * and moved by a rename, so no process sees half a build. The answer of `make` goes into build.json. An existing whole
 * build (`isWhole`) stays, since a process may run from it.
 */
export async function placeBuild(
  target: string,
  id: string,
  isWhole: (place: string) => boolean | Promise<boolean>,
  make: (draft: string) => Promise<object>,
): Promise<void> {
  const draft = path.join(target, `draft-${randomUUID()}`);
  const forget = () => rmSync(draft, { recursive: true, force: true });
  process.once('exit', forget);
  await mkdir(draft, { recursive: true });
  try {
    const about = await make(draft);
    await writeFile(path.join(draft, 'build.json'), JSON.stringify({ build: id, ...about }), { flush: true });
    const place = path.join(target, id);
    for (let tries = 1; !(await isWhole(place)); tries += 1) {
      try {
        // The build in place may have become whole meanwhile, and a process may run from it.
        if (tries > 1) await rm(place, { recursive: true, force: true });
        await rename(draft, place);
        break;
      } catch (error) {
        // Another process may have built the same; the next check shows it.
        if (tries === mostTries) throw error;
      }
    }
    await forgetOthers(target, id);
  } finally {
    process.off('exit', forget);
    forget();
  }
}

/** Removes all builds but the new one and the one before it, which a service that runs may still need. */
async function forgetOthers(target: string, id: string): Promise<void> {
  const others: { place: string; built: number }[] = [];
  for (const name of await readdir(target)) {
    const place = path.join(target, name);
    const isDraft = name.startsWith('draft-');
    const made = await stat(isDraft ? place : path.join(place, 'build.json')).catch(() => null);
    const built = made?.mtimeMs ?? 0;
    // Another process is building in this draft.
    if (name === id || (isDraft && Date.now() - built < longestBuildMs)) continue;
    others.push({ place, built: isDraft ? 0 : built });
  }
  const [before, ...rest] = others.toSorted((a, b) => b.built - a.built);
  for (const { place } of rest) await rm(place, { recursive: true, force: true });
  if (before?.built === 0) await rm(before.place, { recursive: true, force: true });
}
