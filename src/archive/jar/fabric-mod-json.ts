import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { items, label, member, members } from '../lenient/value.ts';
import { comparableIds, identities } from './declared.ts';
import { environmentSide } from './environment.ts';

const platform = new Set(['fabric', 'fabricloader', 'java', 'minecraft']);

/** Reads a parsed `fabric.mod.json`; null when it names no mod. */
export function readFabricModJson(document: unknown): ModDescriptor | null {
  const mods = identities([
    { id: member(document, 'id'), name: member(document, 'name'), version: member(document, 'version') },
  ]);
  if (mods.length === 0) return null;
  return {
    format: 'fabric.mod.json',
    mods,
    ...environmentSide('fabric.mod.json: environment', member(document, 'environment'), 'server'),
    requires: comparableIds(
      members(member(document, 'depends')).map(([id]) => id),
      platform,
    ),
    provides: comparableIds(items(member(document, 'provides'))),
  };
}

/** The entries that a parsed `fabric.mod.json` names as jars nested in its own. */
export function nestedInFabric(document: unknown): string[] {
  return items(member(document, 'jars')).map((jar) => label(member(jar, 'file'), 1000));
}
