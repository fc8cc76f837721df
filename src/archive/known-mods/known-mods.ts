import { compareGameVersions, isGameVersion } from '../../modloaders/game-version.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { Fact, Facts } from './facts-file.ts';
import { type Prefixes, sortPrefixes } from './prefixes.ts';

/** The properties of a jar that facts refer to. */
export interface KnownJar {
  /** Null or absent when the check did not need the hash. */
  sha512?: string | null;
  /** The mods that the modloader finds in the jar. */
  mods: ModDescriptor['mods'];
  /** The name of a file without any descriptor; null for other files. */
  name: string | null;
}

/**
 * Knowledge about mods for one game version and modloader; each answer is a sentence for people, or null. A fact about
 * the jar itself replaces those about its mods.
 */
export interface KnownMods {
  /** Why a jar is client-only; null unless all its mods are known to be. */
  clientOnly(jar: KnownJar): string | null;
  /** Why a server uses a mod of the jar. */
  usedByServers(jar: KnownJar): string | null;
}

/** No knowledge, for a run that switched it off. */
const nothing: KnownMods = { clientOnly: () => null, usedByServers: () => null };

export function knownModsFor(run: RunConfiguration, { facts }: Pick<Facts, 'facts'>): KnownMods {
  if (!run.automaticSides) return nothing;
  const holding = facts.filter((fact) => holdsFor(fact, run));
  const client = new Map<string, Fact>();
  const server = new Map<string, Fact>();
  const files = new Map<string, Fact>();
  const jars = new Map<string, Fact>();
  for (const fact of holding)
    if ('sha512' in fact) jars.set(fact.sha512, fact);
    else if ('file' in fact) files.set(fact.file, fact);
    else (fact.verdict === 'CLIENT' ? client : server).set(fact.mod, fact);
  const prefixes: Prefixes = sortPrefixes([...files.keys()]);
  const clientOnlyFile = (name: string) => {
    const prefix = prefixes.firstOf(name) ?? '';
    const known = files.get(prefix);
    return known === undefined
      ? null
      : `Files called ${prefix}... are known as client-only. ${known.reason} See ${known.source}`;
  };
  return {
    clientOnly({ sha512, mods, name }) {
      const jar = jars.get(sha512 ?? '');
      if (jar !== undefined)
        return jar.verdict === 'CLIENT'
          ? `This very jar is known as client-only. ${jar.reason} See ${jar.source}`
          : null;
      if (name !== null) return clientOnlyFile(name);
      const known = mods.map(({ id }) => client.get(id.toLowerCase()));
      const [first] = known;
      const [mod] = mods;
      if (first === undefined || mod === undefined || known.includes(undefined)) return null;
      return `${mod.id.toLowerCase()} is known as client-only. ${first.reason} See ${first.source}`;
    },
    usedByServers({ sha512, mods }) {
      const jar = jars.get(sha512 ?? '');
      const ofMod = () => mods.map(({ id }) => server.get(id.toLowerCase())).find((one) => one !== undefined);
      const known = jar ?? ofMod();
      return known?.verdict === 'SERVER' ? `${known.reason} See ${known.source}` : null;
    },
  };
}

/** Whether a check has to hash jars for these facts. */
export function holdHashes({ facts }: Pick<Facts, 'facts'>): boolean {
  return facts.some((fact) => 'sha512' in fact);
}

/** Whether a fact holds for this modloader and game version. */
export function holdsFor(
  { loaders, gameVersions }: Pick<Fact, 'loaders' | 'gameVersions'>,
  run: Pick<RunConfiguration, 'modloader' | 'gameVersion'>,
): boolean {
  if (!loaders.includes(run.modloader)) return false;
  if (gameVersions === null) return true;
  if (!isGameVersion(run.gameVersion)) return false;
  const { from, to } = gameVersions;
  return (
    (from === null || compareGameVersions(run.gameVersion, from) >= 0) &&
    (to === null || compareGameVersions(run.gameVersion, to) <= 0)
  );
}
