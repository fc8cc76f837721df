import { useMemo } from 'react';
import { useMods } from '../packs/mods.ts';
import type { HeldMod } from './differences.ts';
import { type ServerPackFacts, useServerPackDecisions } from './server-pack.ts';

/** The mods that are in a server pack, once all have been read. */
export function useHeldMods({ id, modPack }: ServerPackFacts): { isDone: boolean; mods: HeldMod[] } {
  const decisions = useServerPackDecisions(id);
  const inventory = useMods(modPack.id);
  return useMemo(() => {
    const byFile = new Map(inventory.items.map((mod) => [mod.file, mod]));
    return {
      isDone: decisions.isDone && inventory.isDone,
      mods: decisions.items
        .filter(({ kept }) => kept)
        .map(({ file }) => ({
          file,
          name: byFile.get(file)?.name ?? file,
          version: byFile.get(file)?.version ?? '',
        })),
    };
  }, [decisions, inventory]);
}
