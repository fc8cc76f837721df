import type { Certainty, ModDescriptor, Side } from '../../modloaders/modloader.ts';
import { parseToml } from '../lenient/toml.ts';
import { flag, isObject, items, label, member, members } from '../lenient/value.ts';
import { comparableIds, identities, modId } from './declared.ts';

/** Dependencies on these tell a mod's side: there is no field for the side of the mod itself. */
const platform = new Set(['forge', 'neoforge', 'minecraft']);
const notMods = new Set([...platform, 'java']);

/** Stands in a TOML descriptor for the version that the jar's own manifest gives. */
export const jarVersionPlaceholder = /\$\{file\.jarVersion\}/;

interface Dependency {
  /** Lower-case id of the mod that declares it. */
  owner: string;
  /** Lower-case id of what it needs. */
  on: string;
  side: 'BOTH' | 'CLIENT' | 'SERVER';
  isRequired: boolean;
  /** Whether it names what the mod does not work with, which tells nothing about where it works. */
  isConflict: boolean;
}

/** Reads a `mods.toml` or `neoforge.mods.toml`; `jarVersion` stands in for its placeholder. Null when it names no mod. */
export function readModsToml(
  format: 'mods.toml' | 'neoforge.mods.toml',
  text: string,
  jarVersion: string,
): ModDescriptor | null {
  const document = parseToml(text);
  const tables = items(member(document, 'mods'));
  const mods = identities(
    tables.map((mod) => ({
      id: member(mod, 'modId'),
      name: member(mod, 'displayName'),
      version: label(member(mod, 'version')).replace(jarVersionPlaceholder, () => jarVersion),
    })),
  );
  const [first] = mods;
  if (first === undefined) return null;
  const owners = mods.map(({ id }) => id.toLowerCase());
  const dependencies = dependenciesIn(document, first.id.toLowerCase());
  const needed = dependencies.filter(
    ({ owner, side, isRequired }) => isRequired && side !== 'CLIENT' && owners.includes(owner),
  );
  return {
    format,
    mods,
    ...sideOf(format, flag(member(document, 'clientSideOnly')) === true, owners, dependencies),
    requires: comparableIds(
      needed.map(({ on }) => on),
      new Set([...notMods, ...owners]),
    ),
    provides: [],
  };
}

/** Every dependency in the document; one without an owner belongs to the first mod. */
function dependenciesIn(document: unknown, firstOwner: string): Dependency[] {
  return items(member(document, 'dependencies')).flatMap((group) => {
    const ownerless = typeof member(group, 'modId') === 'string' ? [dependency(firstOwner, group)] : [];
    const owned = members(group).flatMap(([owner, tables]) =>
      items(tables)
        .filter(isObject)
        .map((table) => dependency(owner.toLowerCase(), table)),
    );
    return [...ownerless, ...owned];
  });
}

function dependency(owner: string, table: unknown): Dependency {
  const side = label(member(table, 'side')).toUpperCase();
  const type = label(member(table, 'type')).toLowerCase();
  return {
    owner,
    on: modId(member(table, 'modId')).toLowerCase(),
    side: side === 'CLIENT' || side === 'SERVER' ? side : 'BOTH',
    isRequired: type === '' ? flag(member(table, 'mandatory')) !== false : type === 'required',
    isConflict: type === 'incompatible' || type === 'discouraged',
  };
}

function sideOf(
  format: string,
  isClientSideOnly: boolean,
  owners: string[],
  dependencies: Dependency[],
): { side: Side; certainty: Certainty; evidence: string } {
  if (isClientSideOnly)
    return { side: 'CLIENT', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is true.` };
  const telling = dependencies.filter(({ owner, on }) => owners.includes(owner) && platform.has(on));
  const onServer = telling.find(({ side }) => side !== 'CLIENT');
  if (onServer !== undefined)
    return {
      side: telling.every(({ side }) => side === 'SERVER') ? 'SERVER' : 'BOTH',
      certainty: 'INFERRED',
      evidence: `${format}: the dependency of ${onServer.owner} on ${onServer.on} is ${onServer.side}.`,
    };
  const onClient = telling.filter(({ isConflict }) => !isConflict);
  const silent = owners.find((id) => !onClient.some(({ owner }) => owner === id));
  if (silent !== undefined)
    return {
      side: 'UNKNOWN',
      certainty: 'NONE',
      evidence: `${format}: ${silent} has no dependency on its loader or the game, so its side is unknown.`,
    };
  const named = [...new Set(onClient.map(({ on }) => on))].sort().join(' and ');
  const every = onClient.length === 1 ? 'the only dependency' : 'every dependency';
  return { side: 'CLIENT', certainty: 'INFERRED', evidence: `${format}: ${every} on ${named} is CLIENT.` };
}
