import { modloaders } from '../modloaders/index.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import type { LoadedMod, LoadedPack } from './loaded-pack.ts';
import type { WarningCode } from './problem-codes.ts';
import { type ProblemList, printable } from './problem-list.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** Ids that loaders provide themselves. */
const builtIn = new Set([
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
/** Stands among what jars may hold for whatever there is. */
const any = '*';

type Warnings = ProblemList<WarningCode>;

/**
 * Warns of required mods that the loader disables on a server, that stay out or are nowhere in the pack, of each once; answers
 * with the files whose needs were found unmet, and what they need.
 */
export function warnOfMissingMods(
  { loaded, running, unread, spelling, changedNeeds }: LoadedPack,
  run: RunConfiguration,
  warnings: Warnings,
): ReadonlyMap<string, readonly string[]> {
  const there = idsOf(running, spelling);
  const elsewhere = idsOf(loaded, spelling);
  const maybe = new Set(running.flatMap(({ descriptor }) => descriptor.mayProvide ?? []));
  // An unreadable jar may provide it; another loader's jar that provides it has a warning of its own.
  const isOpen =
    maybe.has(any) || unread.some(({ mod }) => mod.descriptors.length === 0 && mod.note !== null);
  const foreign = new Set(unread.flatMap(({ mod }) => mod.descriptors.flatMap(answersOf)));
  const told = new Set<string>();
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
      if (told.has(wanted)) continue;
      told.add(wanted);
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
 * Warns once of each language that mods are written in and no jar provides. A warning about the missing mod that
 * provides it is enough.
 */
export function warnOfMissingLanguages(
  { running, unread }: LoadedPack,
  unmet: ReadonlyMap<string, readonly string[]>,
  run: RunConfiguration,
  warnings: Warnings,
): void {
  const known = new Set(modloaders[run.modloader].languages);
  for (const { descriptor } of running) for (const name of descriptor.teaches ?? []) known.add(name);
  const isOpen =
    known.has(any) ||
    running.some(({ descriptor }) => descriptor.mayProvide?.includes(any)) ||
    unread.some(({ kept, mod }) => kept && mod.descriptors.length === 0 && mod.note !== null);
  if (isOpen) return;
  for (const { file, descriptor, isOwn } of running)
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

/** The ids that the mods provide, each with its first provider, kept ones first. */
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
