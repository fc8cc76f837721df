import type { JavaNeed, ModDescriptor, VersionNeed } from '../../modloaders/modloader.ts';
import { fitsMavenRange } from '../../modloaders/version-ranges.ts';
import { parseToml } from '../lenient/toml.ts';
import { flag, isObject, items, label, member, members } from '../lenient/value.ts';
import { collectIds, collectMods, type DeclaredLimits, type DescriptorContent, modId } from './declared.ts';
import { highestNeeds, lowestJava } from './java-needs.ts';

/** Platforms whose dependencies show a mod's side, since the format has no field for it. */
const platform = new Set(['forge', 'neoforge', 'minecraft']);
const notMods = [...platform, 'java'];

/** The placeholder for the version in the jar's manifest. */
const jarVersionPlaceholder = /\$\{file\.jarVersion\}/;

/** Language providers with the version numbers of their loader. */
const loadersOwn = new Set(['javafml', 'lowcodefml']);

const languageForm = /^[\w.-]+$/;

/** Most versioned needs, ranges of Java, and characters of one; further ones are skipped silently. */
const most = { versionNeeds: 32, javaRanges: 16, characters: 100 };

interface Dependency {
  /** Lower-case id of the declaring mod. */
  owner: string;
  /** Lower-case id of the dependency. */
  on: string;
  side: 'BOTH' | 'CLIENT' | 'SERVER';
  isRequired: boolean;
  /** Whether every loader that reads the format requires the dependency. */
  isSure: boolean;
  /** The range of versions; empty without one. */
  versions: string;
  /** Whether the entry is a conflict, which says nothing about the side. */
  isConflict: boolean;
}

/** Reads a `mods.toml` or `neoforge.mods.toml`; `jarVersion` replaces the version placeholder. */
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
  const language = modId(member(document, 'modLoader'), limits.maxIdLength)?.toLowerCase() ?? '';
  const versionNeeds = [
    ...versionNeedsOf(sure),
    ...languageNeed(language, label(member(document, 'loaderVersion'), most.characters)),
  ];
  const javaNeeds = javaNeedsOf(format, document, required);
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
      ...(javaNeeds.length > 0 && { javaNeeds }),
      // A placeholder left by the build is no language.
      ...(languageForm.test(language) && { languages: [language] }),
    },
    nestedJars: [],
    notes: [...mods.notes(), ...requires.notes(), ...cut],
  };
}

/** Required versions of the game and the loader, followed by those of other mods. */
function versionNeedsOf(dependencies: readonly Dependency[]): VersionNeed[] {
  const versioned = dependencies.filter(
    ({ on, versions }) => on !== 'java' && versions !== '' && versions.length < most.characters,
  );
  return [
    ...versioned.filter(({ on }) => platform.has(on)),
    ...versioned.filter(({ on }) => !platform.has(on)),
  ]
    .slice(0, most.versionNeeds)
    .map(({ on, versions }) => ({ on, versions: [versions] }));
}

/** Required Java versions, by dependencies and features. */
function javaNeedsOf(format: string, document: unknown, required: readonly Dependency[]): JavaNeed[] {
  const needed = [
    ...required
      .filter(({ on, versions }) => on === 'java' && versions !== '')
      .map(({ versions }) => ({ range: versions, by: 'the dependency on java' })),
    ...members(member(document, 'features')).flatMap(([, features]) =>
      ['javaVersion', 'java_version'].map((name) => ({
        range: label(member(features, name), most.characters),
        by: name,
      })),
    ),
  ];
  const byRange = new Map(needed.filter(({ range }) => range !== '').map(({ range, by }) => [range, by]));
  const needs = [...byRange].slice(0, most.javaRanges).flatMap(([range, by]) => {
    const version = lowestJava((java) => fitsMavenRange(range, java));
    return version === null ? [] : [{ version, by: `${by} in ${format}` }];
  });
  return highestNeeds(needs);
}

/** Required versions of the jar's language provider. */
function languageNeed(language: string, versions: string): VersionNeed[] {
  const isNeed = loadersOwn.has(language) && versions !== '' && versions.length < most.characters;
  return isNeed ? [{ on: language, versions: [versions] }] : [];
}

/**
 * Every dependency in the document. A dependency without an owner belongs to the first mod, although loaders skip it;
 * loaders also skip an owner spelt differently from the mod.
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
    // Forge reads only `mandatory`, newer NeoForge only `type`.
    isSure: isOwned && (type === '' || type === 'required') && mandatory !== false,
    versions: label(member(table, 'versionRange'), most.characters),
    isConflict: type === 'incompatible' || type === 'discouraged',
  };
}

type SideReading = Pick<ModDescriptor, 'side' | 'certainty' | 'evidence'>;

/** The side of the mods of a jar; `dependencies` are the dependencies of those mods. */
function sideOf(
  format: string,
  isClientSideOnly: boolean,
  owners: ReadonlySet<string>,
  dependencies: readonly Dependency[],
): SideReading {
  if (isClientSideOnly)
    return { side: 'CLIENT', certainty: 'DECLARED', evidence: `${format}: clientSideOnly is true.` };
  const telling = dependencies.filter(({ on }) => platform.has(on));
  const onServer = telling.find(({ side }) => side === 'SERVER');
  if (onServer !== undefined)
    return {
      side: telling.every(({ side }) => side === 'SERVER') ? 'SERVER' : 'BOTH',
      certainty: 'INFERRED',
      evidence: `${format}: the dependency of ${onServer.owner} on ${onServer.on} is SERVER.`,
    };
  // Templates of mods contain BOTH, so it does not prove an author's intent. Some mods that servers use have it beside
  // CLIENT.
  const onBoth = telling.find(({ side }) => side === 'BOTH');
  if (onBoth !== undefined)
    return {
      side: 'UNKNOWN',
      certainty: 'NONE',
      evidence: `${format}: the dependency of ${onBoth.owner} on ${onBoth.on} is BOTH, which says nothing of the mod itself.`,
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
