import type { RunConfigurationInput } from '../../client/gql/schema.ts';
import { nameOf } from '../preview/follow-lists.ts';

/** A mod that is in a server pack. */
export interface HeldMod {
  file: string;
  name: string;
  version: string;
}

/** A mod that is in both, in another version. */
export interface ChangedMod {
  name: string;
  first: HeldMod;
  second: HeldMod;
}

export interface ModDifferences {
  added: HeldMod[];
  removed: HeldMod[];
  changed: ChangedMod[];
}

/** Compares the mods of two server packs: mods by their name, files by all names of their mods. */
export function compareMods(first: readonly HeldMod[], second: readonly HeldMod[]): ModDifferences {
  const files = (mods: readonly HeldMod[]) => new Set(mods.map(({ file }) => nameOf(file)));
  const [inFirst, inSecond] = [files(first), files(second)];
  const onlyFirst = first.filter(({ file }) => !inSecond.has(nameOf(file)));
  const onlySecond = second.filter(({ file }) => !inFirst.has(nameOf(file)));
  const byName = new Map(onlyFirst.map((mod) => [mod.name.toLowerCase(), mod]));
  const changed: ChangedMod[] = [];
  const added: HeldMod[] = [];
  for (const mod of onlySecond) {
    const name = mod.name.toLowerCase();
    const before = byName.get(name);
    byName.delete(name);
    if (before === undefined) added.push(mod);
    else changed.push({ name: mod.name, first: before, second: mod });
  }
  const gone = new Set(changed.map((change) => change.first.file));
  return { added, removed: onlyFirst.filter(({ file }) => !gone.has(file)), changed };
}

type Settings = Required<
  Pick<
    RunConfigurationInput,
    | 'gameVersion'
    | 'modloader'
    | 'modloaderVersion'
    | 'startArgs'
    | 'clientMods'
    | 'whitelistedMods'
    | 'automaticSides'
  >
>;

/** The settings of two run configurations that differ, each as text; lists differ only by what they hold. */
export function compareSettings(
  first: Settings,
  second: Settings,
): { setting: keyof Settings; first: string; second: string }[] {
  const names = [
    'gameVersion',
    'modloader',
    'modloaderVersion',
    'startArgs',
    'clientMods',
    'whitelistedMods',
    'automaticSides',
  ] as const;
  return names
    .map((setting) => ({ setting, first: asText(first[setting]), second: asText(second[setting]) }))
    .filter((row) => row.first !== row.second);
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
