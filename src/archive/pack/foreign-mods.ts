import { modloaders } from '../../modloaders/index.ts';
import type { DescriptorFormat } from '../../modloaders/modloader.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { formatsFor } from '../sides/loaded-mods.ts';
import type { LoadedPack } from '../sides/loaded-pack.ts';

/** The loader that reads a descriptor; null for a manifest, which every loader reads. */
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
 * Warns of included jars with descriptors for other loaders only. Packs with a bridge to other loaders get no warning,
 * nor do partly read jars. Old Forge finds mods by their classes, which are not read in a jar with another descriptor.
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
