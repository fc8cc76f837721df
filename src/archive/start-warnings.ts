import { modloaders } from '../modloaders/index.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import { descriptorFor, isLoaded } from './decide-mods.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, printable } from './problem-list.ts';
import type { ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** Most warnings of one server pack, and most bytes of them as JSON. */
const most = { warnings: 50, bytes: 16 * 1024 };

/** What loaders bring along themselves although mods require it. */
const builtIn = new Set(['mixinextras', 'fabricloader', 'quilt_loader', 'forge', 'neoforge', 'fml']);

interface LoadedMod {
  file: string;
  descriptor: ModDescriptor;
  kept: boolean;
  /** Whether the loader disables it on a server, where it lies there. */
  isDisabled: boolean;
}

/**
 * Why a server pack with these decisions cannot start as far as that shows beforehand: required mods that the loader
 * disables on a server, that stay out or are nowhere in the pack, mods that reach for the client, and mods that two jars have.
 * At most 50.
 */
export function startWarnings(
  mods: readonly ModFile[],
  decisions: readonly ModDecision[],
  run: RunConfiguration,
): Problem[] {
  const { descriptorFormats, disablesClientMods } = modloaders[run.modloader];
  const formats = descriptorFormats(run.gameVersion);
  const loaded = mods.flatMap((mod, index): LoadedMod[] => {
    const descriptor = isLoaded(mod, run) ? descriptorFor(mod, formats) : null;
    if (descriptor === null) return [];
    const isDisabled = disablesClientMods && descriptor.side === 'CLIENT';
    return [{ file: mod.file, descriptor, kept: decisions[index]?.kept === true, isDisabled }];
  });
  const running = loaded.filter(({ kept, isDisabled }) => kept && !isDisabled);
  const warnings = createProblemList<WarningCode>(most.warnings, most.bytes);
  const there = idsOf(running);
  const elsewhere = idsOf(loaded);
  const told = new Set<string>();
  for (const { file, descriptor } of running)
    for (const id of descriptor.requires) {
      if (there.has(id) || builtIn.has(id) || told.has(id)) continue;
      told.add(id);
      const provider = elsewhere.get(id);
      const needs = `"${printable(file)}" requires ${printable(id)}`;
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
  for (const { file, descriptor } of running)
    if (descriptor.certainty === 'DOUBTFUL')
      warnings.add(
        'SUSPICIOUS_MOD',
        `"${printable(file)}" may stop the server as it is loaded. ${descriptor.evidence} If the server stops, name it in clientMods.`,
        file,
      );
  const owners = new Map<string, string>();
  for (const { file, descriptor } of running)
    for (const id of new Set(descriptor.mods.map((mod) => mod.id.toLowerCase()))) {
      const first = owners.get(id);
      if (first === undefined) owners.set(id, file);
      else
        warnings.add(
          'DUPLICATE_MOD',
          `"${printable(first)}" and "${printable(file)}" both have the mod ${printable(id)}; ${run.modloader} refuses to start or takes one of them. Keep one.`,
          file,
        );
    }
  return warnings.found;
}

/** The ids that the mods answer to, each with the first of them, one that is kept before one that is not. */
function idsOf(mods: readonly LoadedMod[]): Map<string, LoadedMod> {
  const ids = new Map<string, LoadedMod>();
  for (const kept of [true, false])
    for (const mod of mods) {
      if (mod.kept !== kept) continue;
      for (const { id } of mod.descriptor.mods)
        if (!ids.has(id.toLowerCase())) ids.set(id.toLowerCase(), mod);
      for (const id of mod.descriptor.provides) if (!ids.has(id)) ids.set(id, mod);
    }
  return ids;
}
