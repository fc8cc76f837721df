import { readFileSync } from 'node:fs';
import type { ArchiveLimits } from '../limits.ts';
import type { SideClaim } from '../report.ts';
import type { InspectResult, SliceProgress } from './inspect.ts';
import { readJar } from './inventory.ts';
import { claimsOfNote } from './pack-index.ts';
import type { PackMod } from './pack-mods.ts';
import { asMod, type InspectedMod, withHash } from './unclear-jars.ts';

/** A fetched jar, verified by its hash. */
export interface FetchedJar {
  /** Path on this machine. */
  source: string;
  /** Size in bytes. */
  size: number;
  mod: PackMod;
  /** Objections to the jar on a server, from the pack and from its platform. */
  claims: SideClaim[];
}

/** Some of the fetched jars of a pack. */
export interface FetchedTask {
  jars: FetchedJar[];
  limits: ArchiveLimits;
  /** Whether jars of unclear side are hashed, for a catalogue or for facts about single jars; by default not. */
  hashes?: boolean;
}

/** Reads fetched jars like those of an archive, under the same limits; throws only when a file cannot be read. */
export async function inspectFetched(
  { jars, limits, hashes = false }: FetchedTask,
  onProgress: (progress: SliceProgress) => void = () => {},
): Promise<InspectResult> {
  const mods: InspectedMod[] = [];
  let bytesDone = 0;
  for (const [index, jar] of jars.entries()) {
    const mod = asMod(readFetched(jar, limits, hashes));
    if (mod !== null) mods.push(mod);
    bytesDone += jar.size;
    onProgress({ bytesDone, entriesDone: index + 1 });
  }
  return { problems: [], mods };
}

function readFetched(
  { source, size, mod, claims }: FetchedJar,
  limits: ArchiveLimits,
  hashes: boolean,
): InspectedMod {
  const { file, note, ...share } = mod;
  if (size > limits.jarBytes) {
    const unread = `The jar has ${size} bytes; only jars of up to ${limits.jarBytes} bytes are read.`;
    return { file, size, descriptors: [], note: unread, ...(claims.length > 0 && { claims }) };
  }
  const bytes = readFileSync(source);
  const all = [...claims, ...claimsOfNote(note, bytes)];
  const read = {
    file,
    size,
    ...readJar(bytes, { ...limits.jar, ...share }),
    ...(all.length > 0 && { claims: all }),
  };
  return hashes ? withHash(read, bytes) : read;
}
