import { compareGameVersions, isGameVersion } from '../../modloaders/game-version.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { type Prefixes, sortPrefixes } from '../prefixes.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { knownClientFiles, knownClientMods } from './client-mods.ts';
import type { Knowledge } from './known-mod.ts';
import { knownServerMods } from './server-mods.ts';

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

export function knownModsFor(run: RunConfiguration): KnownMods {
  if (!run.automaticSides) return nothing;
  const holds = (known: Knowledge) => holdsFor(known, run);
  const client = new Map(knownClientMods.filter(holds).map((known) => [known.id, known]));
  const server = new Map(knownServerMods.filter(holds).map((known) => [known.id, known]));
  const files = knownClientFiles.filter(holds);
  const prefixes: Prefixes = sortPrefixes(files.map(({ prefix }) => prefix));
  return {
    clientOnly({ mods }) {
      const known = mods.map(({ id }) => client.get(id.toLowerCase()));
      const [first] = known;
      if (first === undefined || known.includes(undefined)) return null;
      return `${first.id} is known as client-only. ${first.onServer} See ${first.source}`;
    },
    clientOnlyFile(name) {
      const prefix = prefixes.firstOf(name);
      const known = files.find((file) => file.prefix === prefix);
      return known === undefined
        ? null
        : `Files called ${known.prefix}... are known as client-only. ${known.onServer} See ${known.source}`;
    },
    usedByServers({ mods }) {
      const known = mods.map(({ id }) => server.get(id.toLowerCase())).find((one) => one !== undefined);
      return known === undefined ? null : `${known.onServer} See ${known.source}`;
    },
  };
}

function holdsFor({ loaders, gameVersions }: Knowledge, run: RunConfiguration): boolean {
  if (!loaders.includes(run.modloader)) return false;
  if (gameVersions === null) return true;
  if (!isGameVersion(run.gameVersion)) return false;
  const { from, to } = gameVersions;
  return (
    (from === null || compareGameVersions(run.gameVersion, from) >= 0) &&
    (to === null || compareGameVersions(run.gameVersion, to) <= 0)
  );
}
