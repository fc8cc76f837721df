/** A mod that is in a server pack; null where its jar does not say. */
export interface HeldMod {
  file: string;
  modId: string | null;
  version: string | null;
}

export interface ModDifferences {
  added: HeldMod[];
  removed: HeldMod[];
  /** In both, in another file. */
  changed: { first: HeldMod; second: HeldMod }[];
}

/** Compares the mods of two server packs: mods by their id, files by their names. */
export function compareMods(first: readonly HeldMod[], second: readonly HeldMod[]): ModDifferences {
  const lacking = (mods: readonly HeldMod[], others: readonly HeldMod[]) => {
    const files = new Set(others.map(({ file }) => file));
    return mods.filter(({ file }) => !files.has(file));
  };
  const gone = lacking(first, second);
  const byId = new Map(gone.map((mod) => [mod.modId, mod]));
  byId.delete(null);
  const added: HeldMod[] = [];
  const changed: ModDifferences['changed'] = [];
  for (const mod of lacking(second, first)) {
    const before = byId.get(mod.modId);
    byId.delete(mod.modId);
    if (before === undefined) added.push(mod);
    else changed.push({ first: before, second: mod });
  }
  const replaced = new Set(changed.map((change) => change.first));
  return { added, removed: gone.filter((mod) => !replaced.has(mod)), changed };
}

/** The settings of two run configurations that differ, each as text. */
export function compareSettings<Settings extends object>(
  first: Settings,
  second: Settings,
): { setting: string; first: string; second: string }[] {
  const others = new Map<string, unknown>(Object.entries(second));
  return Object.entries(first)
    .map(([setting, value]) => ({ setting, first: asText(value), second: asText(others.get(setting)) }))
    .filter((row) => row.first !== row.second);
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
