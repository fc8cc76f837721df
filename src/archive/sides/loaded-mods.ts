import { modloaders } from '../../modloaders/index.ts';
import type { Bridge, DescriptorFormat, ModDescriptor } from '../../modloaders/modloader.ts';
import type { ModFile } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { isZipMod } from '../selection/base-folder.ts';

type Run = Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>;

/** Whether the run's modloader loads mods from the file's folder; other mods neither need nor provide anything. */
export function isLoaded({ file }: Pick<ModFile, 'file'>, run: Run): boolean {
  if (isZipMod(file) && !formatsFor(run).includes('@Mod')) return false;
  return modloaders[run.modloader].loadsFolder(folderOf(file), run);
}

/** The folder of a mod below `mods/`; the empty string for `mods/` itself. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), 0));
}

/** The descriptors that a run's modloader reads, in order of preference, followed by those that a bridge reads. */
export function formatsFor(run: Run, bridge: Bridge | null = null): readonly DescriptorFormat[] {
  const own = modloaders[run.modloader].descriptorFormats(run.gameVersion);
  return bridge === null ? own : [...own, ...bridge.formats];
}

/** The preferred descriptor among these formats, if any. */
export function descriptorFor(
  { descriptors }: Pick<ModFile, 'descriptors'>,
  formats: readonly DescriptorFormat[],
): ModDescriptor | null {
  const found = formats.map((format) => descriptors.find((descriptor) => descriptor.format === format));
  return found.find((descriptor) => descriptor !== undefined) ?? null;
}

/** The bridge to another modloader's mods among these descriptors of kept, loaded mods, if any. */
export function bridgeAmong(descriptors: Iterable<ModDescriptor | null>, run: Run): Bridge | null {
  const { bridges } = modloaders[run.modloader];
  for (const descriptor of descriptors) {
    if (descriptor === null) continue;
    const ids = [...descriptor.mods.map(({ id }) => id.toLowerCase()), ...descriptor.provides];
    const found = bridges.find(({ mods }) => mods.some((id) => ids.includes(id)));
    if (found !== undefined) return found;
  }
  return null;
}

/** How ids of mods and their needs are compared, in a pack with or without a bridge. */
export interface Spelling {
  own(descriptor: ModDescriptor): string[];
  provided(descriptor: ModDescriptor): readonly string[];
  /** Alternatives: one id of each inner list is needed. */
  needs(descriptor: ModDescriptor): readonly (readonly string[])[];
  /** Whether at least one of the ids is there. */
  isMet(ids: readonly string[], there: { has(id: string): boolean }): boolean;
}

export function spellingOf(bridge: Bridge | null): Spelling {
  const spell = bridge === null ? (id: string) => id : bridge.spell;
  const parts = bridge?.parts;
  return {
    own: ({ mods }) => mods.map(({ id }) => spell(id.toLowerCase())),
    provided: ({ provides }) => (bridge === null ? provides : provides.map(spell)),
    needs: ({ requires, alternatives = [] }) => [
      ...requires.map((id) => [spell(id)]),
      ...alternatives.map((ids) => ids.map(spell)),
    ],
    isMet: (ids, there) =>
      ids.some((id) => there.has(id) || (parts && id.startsWith(parts.prefix) && there.has(parts.of))),
  };
}
