import { modloaders } from '../modloaders/index.ts';
import type { DescriptorFormat } from '../modloaders/modloader.ts';
import { formatsFor } from './loaded-mods.ts';
import type { LoadedPack } from './loaded-pack.ts';
import type { WarningCode } from './problem-codes.ts';
import { type ProblemList, printable } from './problem-list.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** Whose mods a descriptor makes; a manifest is everybody's. */
const madeFor: Readonly<Record<DescriptorFormat, string | null>> = {
  'quilt.mod.json': 'Quilt',
  'fabric.mod.json': 'Fabric',
  'neoforge.mods.toml': 'NeoForge',
  'mods.toml': 'Forge',
  'fml_cache_annotation.json': 'Forge',
  '@Mod': 'Forge',
  'MANIFEST.MF': null,
};

/**
 * Warns of kept jars that only say something to other loaders. Not where a bridge to other loaders is, nor of a jar that was
 * not read whole. Old Forge knows its mods by their classes, which are not looked at in a jar that has another descriptor.
 */
export function warnOfForeignMods(
  { unread, bridge }: LoadedPack,
  run: RunConfiguration,
  warnings: ProblemList<WarningCode>,
): void {
  if (bridge !== null || formatsFor(run).includes('@Mod')) return;
  const { foreign } = modloaders[run.modloader];
  for (const { mod, kept } of unread) {
    if (!kept || mod.note !== null) continue;
    const makers = mod.descriptors.map(({ format }) => foreign[format] ?? madeFor[format]);
    const named = [...new Set(makers)].filter((name) => name !== null);
    if (named.length === 0) continue;
    warnings.add(
      'OTHER_MODLOADER',
      `"${printable(mod.file)}" is a ${named.join(' and ')} mod and cannot be loaded by ${run.modloader} for ${run.gameVersion}. Take the one that is made for it, or leave this one out.`,
      mod.file,
    );
  }
}
