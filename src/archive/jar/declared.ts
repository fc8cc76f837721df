import type { ModIdentity } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';

/** More than any real jar declares of one kind; what is beyond is left out, so that a report stays small. */
const maxDeclared = 1000;
const maxIdLength = 128;

/** A mod id as a descriptor spells it; empty when there is none. */
export function modId(value: unknown): string {
  return typeof value === 'string' ? label(value, maxIdLength) : '';
}

/** Mod ids as they are compared: lower-case, without empty ones, doubles and those in `except`. */
export function comparableIds(ids: Iterable<unknown>, except: ReadonlySet<string> = new Set()): string[] {
  const found = new Set<string>();
  for (const id of ids) {
    const comparable = modId(id).toLowerCase();
    if (comparable !== '' && !except.has(comparable) && found.size < maxDeclared) found.add(comparable);
  }
  return [...found];
}

/** The mods that really have an id, bounded in number; a placeholder left over from the build is no name or version. */
export function identities(mods: readonly { id: unknown; name: unknown; version: unknown }[]): ModIdentity[] {
  return mods
    .map(({ id, name, version }) => ({ id: modId(id), name: filledIn(name), version: filledIn(version) }))
    .filter(({ id }) => id !== '')
    .slice(0, maxDeclared);
}

function filledIn(value: unknown): string {
  const text = label(value);
  return text.includes('${') ? '' : text;
}
