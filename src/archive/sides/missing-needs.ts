import { modloaders } from '../../modloaders/index.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { LoadedMod, LoadedPack } from './loaded-pack.ts';

/** Ids that loaders provide themselves. */
export const builtIn = new Set([
  'fabricloader',
  'fml',
  'forge',
  'java',
  'mcp',
  'minecraft',
  'mixinextras',
  'neoforge',
  'quilt_loader',
]);
/** Among the ids that jars may provide, stands for any id. */
const any = '*';

type Warnings = ProblemList<WarningCode>;

/**
 * Warns once of each required mod that the loader disables on a server, that is excluded, or that the pack lacks;
 * returns the files with unmet needs, and those needs.
 */
export function warnOfMissingMods(
  { loaded, running, unread, spelling, changedNeeds }: LoadedPack,
  run: RunConfiguration,
  warnings: Warnings,
): ReadonlyMap<string, readonly string[]> {
  const there = idsOf(running, spelling);
  const elsewhere = idsOf(loaded, spelling);
  const maybe = new Set(running.flatMap(({ descriptor }) => descriptor.mayProvide ?? []));
  // An unreadable jar may provide the mod; a jar of another loader that provides it has its own warning.
  const isOpen =
    maybe.has(any) || unread.some(({ mod }) => mod.descriptors.length === 0 && mod.note !== null);
  const foreign = new Set(unread.flatMap(({ mod }) => mod.descriptors.flatMap(answersOf)));
  const reported = new Set<string>();
  const unmet = new Map<string, string[]>();
  for (const { file, descriptor } of running) {
    if (changedNeeds.of(descriptor)) continue;
    const unsure = new Set(descriptor.unsureNeeds);
    for (const ids of spelling.needs(descriptor)) {
      if (spelling.isMet(ids, there) || ids.some((id) => builtIn.has(id) || unsure.has(id))) continue;
      const [first = ''] = ids;
      const has = ids.find((id) => elsewhere.has(id)) ?? first;
      const provider = elsewhere.get(has);
      const isUnknown = isOpen || ids.some((id) => maybe.has(id) || foreign.has(id));
      if (provider === undefined && isUnknown) continue;
      const ofFile = unmet.get(file) ?? [];
      unmet.set(file, ofFile);
      ofFile.push(...ids);
      const wanted = ids.map(printable).join(' or ');
      if (reported.has(wanted)) continue;
      reported.add(wanted);
      const needs = `"${printable(file)}" requires ${wanted}`;
      if (provider === undefined)
        warnings.add(
          'REQUIRED_MOD_MISSING',
          `${needs}, which no jar of the pack has; without it the server does not start. Add it to the pack, or leave "${printable(file)}" out.`,
          file,
        );
      else if (provider.isDisabled && provider.kept)
        warnings.add(
          'REQUIRED_MOD_DISABLED',
          `${needs}, but ${run.modloader} disables "${printable(provider.file)}" on a server, as that is for clients only; the server does not start. Name "${printable(file)}" in clientMods.`,
          file,
        );
      else
        warnings.add(
          'REQUIRED_MOD_DROPPED',
          `${needs}, but "${printable(provider.file)}", which has it, stays out; the server does not start. Name it in whitelistedMods, or "${printable(file)}" in clientMods.`,
          file,
        );
    }
  }
  return unmet;
}

/**
 * Warns once of each language of mods that no jar provides, unless a warning already names the missing mod that
 * provides it.
 */
export function warnOfMissingLanguages(
  pack: LoadedPack,
  unmet: ReadonlyMap<string, readonly string[]>,
  run: RunConfiguration,
  warnings: Warnings,
): void {
  const known = new Set(modloaders[run.modloader].languages);
  for (const { descriptor } of pack.running) for (const name of descriptor.teaches ?? []) known.add(name);
  if (known.has(any) || mayHaveAny(pack)) return;
  for (const { file, descriptor, isOwn } of pack.running)
    for (const name of isOwn ? (descriptor.languages ?? []) : []) {
      if (known.has(name) || unmet.get(file)?.some((id) => id.includes(name))) continue;
      known.add(name);
      warnings.add(
        'LANGUAGE_PROVIDER_MISSING',
        `"${printable(file)}" is written for the language provider ${printable(name)}, which no jar that stays has; without it the server does not start. Add the mod that provides it.`,
        file,
      );
    }
}

/** Whether a kept jar could not be read completely, and so may contain any mod. */
export function mayHaveAny({ running, unread }: LoadedPack): boolean {
  return (
    running.some(({ descriptor }) => descriptor.mayProvide?.includes(any)) ||
    unread.some(({ kept, mod }) => kept && mod.descriptors.length === 0 && mod.note !== null)
  );
}

/** The provided ids, each with its first provider, kept mods first. */
function idsOf(
  mods: readonly LoadedMod[],
  { own, provided }: LoadedPack['spelling'],
): Map<string, LoadedMod> {
  const ids = new Map<string, LoadedMod>();
  for (const kept of [true, false])
    for (const mod of mods) {
      if (mod.kept !== kept) continue;
      for (const id of [...own(mod.descriptor), ...provided(mod.descriptor)])
        if (!ids.has(id)) ids.set(id, mod);
    }
  return ids;
}

function answersOf({ mods, provides }: ModDescriptor): string[] {
  return [...mods.map(({ id }) => id.toLowerCase()), ...provides];
}
