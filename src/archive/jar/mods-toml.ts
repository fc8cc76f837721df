import type { ModDescriptor, VersionNeed } from '../../modloaders/modloader.ts';
import { parseToml } from '../lenient/toml.ts';
import { flag, isObject, items, label, member, members } from '../lenient/value.ts';
import { collectIds, collectMods, type DeclaredLimits, type DescriptorContent, modId } from './declared.ts';

/** Dependencies on these show a mod's side, since the format has no field for it. */
const platform = new Set(['forge', 'neoforge', 'minecraft']);
const notMods = [...platform, 'java'];

/** Stands in a TOML descriptor for the version that the jar's own manifest gives. */
const jarVersionPlaceholder = /\$\{file\.jarVersion\}/;

const languageForm = /^[\w.-]+$/;

/** Most versioned needs, and characters of one; the excess is not reported. */
const most = { versionNeeds: 32, characters: 100 };

interface Dependency {
  /** Lower-case id of the mod that declares it. */
  owner: string;
  /** Lower-case id of what it needs. */
  on: string;
  side: 'BOTH' | 'CLIENT' | 'SERVER';
  isRequired: boolean;
  /** Whether every loader that reads the format takes it for required by that mod. */
  isSure: boolean;
  /** The range of versions; empty where none is given. */
  versions: string;
  /** True for a conflict, which says nothing about the side. */
  isConflict: boolean;
}

/** Reads a `mods.toml` or `neoforge.mods.toml`; `jarVersion` gives what stands in for its placeholder. */
export function readModsToml(
  format: 'mods.toml' | 'neoforge.mods.toml',
  text: string,
  jarVersion: () => string,
  limits: DeclaredLimits,
): DescriptorContent {
  const { document, isWhole } = parseToml(text);
  const mods = collectMods(format, limits);
  const owners = new Set<string>();
  const asWritten = new Set<string>();
  for (const mod of items(member(document, 'mods'))) {
    const version = label(member(mod, 'version')).replace(jarVersionPlaceholder, jarVersion);
    mods.add({ id: member(mod, 'modId'), name: member(mod, 'displayName'), version });
    const id = modId(member(mod, 'modId'), limits.maxIdLength);
    if (!id) continue;
    owners.add(id.toLowerCase());
    asWritten.add(id);
  }
  const [first] = owners;
  const cut = isWhole ? [] : [`${format} holds more than is read; the rest is left out.`];
  if (first === undefined) return { descriptor: null, nestedJars: [], notes: [...mods.notes(), ...cut] };
  const except = new Set([...notMods, ...owners]);
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, except);
  const dependencies = dependenciesIn(document, { first, asWritten }, limits.maxIdLength).filter(
    ({ owner }) => owners.has(owner),
  );
  for (const { on, side, isRequired } of dependencies) if (isRequired && side !== 'CLIENT') requires.add(on);
  const required = dependencies.filter(({ isRequired, side }) => isRequired && side !== 'CLIENT');
  const sure = required.filter(({ isSure }) => isSure);
  const surelyNeeded = new Set(sure.map(({ on }) => on));
  const unsureNeeds = requires.found().filter((id) => !surelyNeeded.has(id));
  const versionNeeds = versionNeedsOf(sure);
  const language = modId(member(document, 'modLoader'), limits.maxIdLength)?.toLowerCase() ?? '';
  const isClientSideOnly = flag(member(document, 'clientSideOnly')) === true;
  return {
    descriptor: {
      format,
      mods: mods.found,
      ...(isWhole ? sideOf(format, isClientSideOnly, owners, dependencies) : unread(format)),
      requires: requires.found(),
      provides: [],
      ...(unsureNeeds.length > 0 && { unsureNeeds }),
      ...(versionNeeds.length > 0 && { versionNeeds }),
      // A placeholder left over from the build is no language.
      ...(languageForm.test(language) && { languages: [language] }),
    },
    nestedJars: [],
    notes: [...mods.notes(), ...requires.notes(), ...cut],
  };
}

/** The versions that are needed of the game and the loader; those of other mods are not looked at. */
function versionNeedsOf(dependencies: readonly Dependency[]): VersionNeed[] {
  return dependencies
    .filter(({ on, versions }) => platform.has(on) && versions !== '' && versions.length < most.characters)
    .slice(0, most.versionNeeds)
    .map(({ on, versions }) => ({ on, versions: [versions] }));
}

/**
 * Every dependency in the document; one without an owner belongs to the first mod, although loaders pass it over, as they do where
 * the owner is written otherwise than the mod.
 */
function dependenciesIn(
  document: unknown,
  { first, asWritten }: { first: string; asWritten: ReadonlySet<string> },
  longestId: number,
): Dependency[] {
  return items(member(document, 'dependencies')).flatMap((group) => {
    const ownerless =
      typeof member(group, 'modId') === 'string'
        ? [dependency(first, group, { isOwned: false, longestId })]
        : [];
    const owned = members(group).flatMap(([owner, tables]) =>
      items(tables)
        .filter(isObject)
        .map((table) => dependency(owner.toLowerCase(), table, { isOwned: asWritten.has(owner), longestId })),
    );
    return [...ownerless, ...owned];
  });
}

function dependency(
  owner: string,
  table: unknown,
  { isOwned, longestId }: { isOwned: boolean; longestId: number },
): Dependency {
  const side = label(member(table, 'side')).toUpperCase();
  const type = label(member(table, 'type')).toLowerCase();
  const mandatory = flag(member(table, 'mandatory'));
  return {
    owner,
    on: modId(member(table, 'modId'), longestId)?.toLowerCase() ?? '',
    side: side === 'CLIENT' || side === 'SERVER' ? side : 'BOTH',
    isRequired: type === '' ? mandatory !== false : type === 'required',
    // Forge reads only the one, newer NeoForge only the other.
    isSure: isOwned && (type === '' || type === 'required') && mandatory !== false,
    versions: label(member(table, 'versionRange'), most.characters),
    isConflict: type === 'incompatible' || type === 'discouraged',
  };
}

type SideReading = Pick<ModDescriptor, 'side' | 'certainty' | 'evidence'>;

/** `dependencies` are those of the mods of the jar. */
function sideOf(
  format: string,
  isClientSideOnly: boolean,
  owners: ReadonlySet<string>,
  dependencies: readonly Dependency[],
): SideReading {
  if (isClientSideOnly)
    return { side: 'CLIENT', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is true.` };
  const telling = dependencies.filter(({ on }) => platform.has(on));
  const onServer = telling.find(({ side }) => side !== 'CLIENT');
  if (onServer !== undefined)
    return {
      side: telling.every(({ side }) => side === 'SERVER') ? 'SERVER' : 'BOTH',
      certainty: 'INFERRED',
      evidence: `${format}: the dependency of ${onServer.owner} on ${onServer.on} is ${onServer.side}.`,
    };
  const onClient = telling.filter(({ isConflict }) => !isConflict);
  const spoken = new Set(onClient.map(({ owner }) => owner));
  const silent = owners.values().find((id) => !spoken.has(id));
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

function unread(format: string): SideReading {
  const evidence = `${format}: it holds more than is read, so the side is unknown.`;
  return { side: 'UNKNOWN', certainty: 'NONE', evidence };
}
