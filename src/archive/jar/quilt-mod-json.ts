import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { flag, items, label, member } from '../lenient/value.ts';
import { comparableIds, identities } from './declared.ts';
import { environmentSide } from './environment.ts';

const platform = new Set(['quilt_loader', 'quilt_base', 'quilted_fabric_api', 'java', 'minecraft']);

/** Reads a parsed `quilt.mod.json`; null when it names no mod. */
export function readQuiltModJson(document: unknown): ModDescriptor | null {
  const loader = member(document, 'quilt_loader');
  const mods = identities([
    {
      id: member(loader, 'id'),
      name: member(loader, 'metadata', 'name'),
      version: member(loader, 'version'),
    },
  ]);
  if (mods.length === 0) return null;
  return {
    format: 'quilt.mod.json',
    mods,
    ...environmentSide(
      'quilt.mod.json: minecraft.environment',
      member(document, 'minecraft', 'environment'),
      'dedicated_server',
    ),
    requires: comparableIds(items(member(loader, 'depends')).flatMap(requiredIds), platform),
    provides: comparableIds(items(member(loader, 'provides')).map(idOf)),
  };
}

/** The entries that a parsed `quilt.mod.json` names as jars nested in its own. */
export function nestedInQuilt(document: unknown): string[] {
  return items(member(document, 'quilt_loader', 'jars')).map((jar) => label(jar, 1000));
}

/** The mods one dependency may mean: an array holds alternatives, and any of them may be the one that is there. */
function requiredIds(dependency: unknown): string[] {
  return items(dependency)
    .filter((alternative) => flag(member(alternative, 'optional')) !== true)
    .map(idOf);
}

/** The id in a dependency or `provides` entry, without the group that may stand before it (`group:id`). */
function idOf(entry: unknown): string {
  const id = label(typeof entry === 'string' ? entry : member(entry, 'id'));
  return id.slice(id.lastIndexOf(':') + 1);
}
