import { compareGameVersions, isGameVersion } from '../../modloaders/game-version.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { type Prefixes, sortPrefixes } from '../prefixes.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { Fact, Facts } from './facts-file.ts';

/** Knowledge about mods for one game version and modloader; each answer is a sentence for people, or null. */
export interface KnownMods {
  /** Why all mods of a jar are client-only; null when one is not known to be. */
  clientOnly(descriptor: ModDescriptor): string | null;
  /** Why a jar without any descriptor is client-only, by the name of its file. */
  clientOnlyFile(name: string): string | null;
  /** Why a server uses a mod of the jar. */
  usedByServers(descriptor: ModDescriptor): string | null;
}

/** Empty knowledge, for a run that switched it off. */
const nothing: KnownMods = {
  clientOnly: () => null,
  clientOnlyFile: () => null,
  usedByServers: () => null,
};

export function knownModsFor(run: RunConfiguration, { facts }: Pick<Facts, 'facts'>): KnownMods {
  if (!run.automaticSides) return nothing;
  const holding = facts.filter((fact) => holdsFor(fact, run));
  const client = new Map<string, Fact>();
  const server = new Map<string, Fact>();
  const files = new Map<string, Fact>();
  for (const fact of holding)
    if ('file' in fact) files.set(fact.file, fact);
    else (fact.verdict === 'CLIENT' ? client : server).set(fact.mod, fact);
  const prefixes: Prefixes = sortPrefixes([...files.keys()]);
  return {
    clientOnly({ mods }) {
      const known = mods.map(({ id }) => client.get(id.toLowerCase()));
      const [first] = known;
      const [mod] = mods;
      if (first === undefined || mod === undefined || known.includes(undefined)) return null;
      return `${mod.id.toLowerCase()} is known as client-only. ${first.reason} See ${first.source}`;
    },
    clientOnlyFile(name) {
      const prefix = prefixes.firstOf(name) ?? '';
      const known = files.get(prefix);
      return known === undefined
        ? null
        : `Files called ${prefix}... are known as client-only. ${known.reason} See ${known.source}`;
    },
    usedByServers({ mods }) {
      const known = mods.map(({ id }) => server.get(id.toLowerCase())).find((one) => one !== undefined);
      return known === undefined ? null : `${known.reason} See ${known.source}`;
    },
  };
}

function holdsFor({ loaders, gameVersions }: Fact, run: RunConfiguration): boolean {
  if (!loaders.includes(run.modloader)) return false;
  if (gameVersions === null) return true;
  if (!isGameVersion(run.gameVersion)) return false;
  const { from, to } = gameVersions;
  return (
    (from === null || compareGameVersions(run.gameVersion, from) >= 0) &&
    (to === null || compareGameVersions(run.gameVersion, to) <= 0)
  );
}
