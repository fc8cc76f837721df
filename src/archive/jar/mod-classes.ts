import type { DescriptorFormat, ModDescriptor } from '../../modloaders/modloader.ts';
import { type Prefixes, sortPrefixes } from '../known-mods/prefixes.ts';
import { label } from '../lenient/value.ts';
import { type AnnotationValue, readAnnotations, type WantedAnnotations } from './class-file.ts';
import { deepest as deepestCalls, findClientStart } from './construction.ts';
import type { JarContents } from './contents.ts';
import type { JarEntry } from './directory.ts';
import type { SearchedClasses } from './method-code.ts';
import { dataListeners } from './name-kinds.ts';
import type { ReadClass } from './read-class.ts';

/** A class that Forge or NeoForge instantiates when it loads a mod. */
export interface ModClass extends ReadClass {
  /** The class's name for people. */
  name: string;
  loader: 'forge' | 'neoForge';
  /** Whether the loader skips the class on a server. */
  isForClients: boolean;
}

/** Most bytes of a class; the main class of a mod is small. */
const largestClass = 1024 * 1024;
/** Most classes tried in search of the mod class, the likeliest first. */
const mostTried = 48;
/** Most mod classes of one jar; with more, the jar is not judged. */
const mostModClasses = 16;
/** Most bytes of a name in an annotation. */
const longestText = 64;

/** Forge up to 1.7.10 uses the older name. */
const annotationTypes = {
  forge: ['Lnet/minecraftforge/fml/common/Mod;', 'Lcpw/mods/fml/common/Mod;'],
  neoForge: ['Lnet/neoforged/fml/common/Mod;'],
};

/** Bytes common to these annotations: a class without them has none of the annotations. */
const inBothAnnotations = Buffer.from('/fml/common/Mod;');

const modOf = (loader: ModClass['loader']): WantedAnnotations => ({
  types: annotationTypes[loader].map((type) => Buffer.from(type)),
  values: new Map([['dist', Buffer.from('dist')]]),
  longestText,
});
const wantedAnnotations = { forge: modOf('forge'), neoForge: modOf('neoForge') };

/** Client classes that no server has, and guard classes that check the side, as constructing a mod may reach them. */
const startReferences: SearchedClasses = {
  // Until 1.16 Forge's names of these classes are in client packages, but servers have them, to read game data.
  except: new Set(dataListeners),
  classes: [
    'net/minecraft/client/',
    'net/minecraft/realms/',
    'com/mojang/blaze3d/',
    'com/mojang/realmsclient/',
  ].map((name) => Buffer.from(name)),
  guards: [
    'cpw/mods/fml/common/FMLCommonHandler',
    'cpw/mods/fml/common/SidedProxy',
    'cpw/mods/fml/relauncher/',
    'net/minecraftforge/api/distmarker/',
    'net/minecraftforge/fml/DistExecutor',
    'net/minecraftforge/fml/loading/FML',
    'net/neoforged/api/distmarker/',
    'net/neoforged/fml/DistExecutor',
    'net/neoforged/fml/loading/FML',
    'dev/architectury/utils/EnvExecutor',
    'dev/architectury/platform/Platform',
    'me/shedaniel/architectury/utils/EnvExecutor',
    'me/shedaniel/architectury/platform/Platform',
    'net/fabricmc/',
    'net/minecraftforge/fml/LogicalSide',
    'net/minecraftforge/fml/common/FMLCommonHandler',
    'net/minecraftforge/fml/common/SidedProxy',
    'net/minecraftforge/fml/common/thread/',
    'net/minecraftforge/fml/relauncher/',
    'net/minecraftforge/fml/util/thread/',
    'net/neoforged/fml/LogicalSide',
    'net/neoforged/fml/util/thread/',
    'net/neoforged/fml/common/EventBusSubscriber',
  ].map((name) => Buffer.from(name)),
};

/** Classes of loaders with which mods exchange messages between client and server. */
const networkClasses = [
  'net/minecraftforge/fml/network/simple/SimpleChannel',
  'net/minecraftforge/fmllegacy/network/simple/SimpleChannel',
  'net/minecraftforge/network/simple/SimpleChannel',
  'net/minecraftforge/network/SimpleChannel',
  'net/minecraftforge/network/ChannelBuilder',
  'net/neoforged/neoforge/network/event/RegisterPayload',
  'net/neoforged/neoforge/network/registration/',
].map((name) => Buffer.from(name));
/** Bytes common to these names: a class without them refers to none of the classes. */
const inNetworkClasses = Buffer.from('/network/');

export const tomlFormats: readonly DescriptorFormat[] = ['mods.toml', 'neoforge.mods.toml'];

/** A jar's descriptors as completed by its classes, and the classes that make it a mod. */
export interface JudgedByClasses {
  descriptors: ModDescriptor[];
  modClasses: ModClass[];
}

/**
 * Completes a jar's TOML descriptors from its classes, since authors may have copied the sides from a template. A mod
 * whose classes are all client-only is client-only; a mod that is client-only just by its dependencies may work on a
 * server all the same; a mod that reaches the game's client while it is loaded is doubtful. Never throws.
 */
export function withClasses(jar: JarContents, descriptors: readonly ModDescriptor[]): JudgedByClasses {
  if (!descriptors.some(({ format }) => tomlFormats.includes(format)))
    return { descriptors: [...descriptors], modClasses: [] };
  const ids = descriptors.flatMap(({ mods }) => mods.map(({ id }) => id));
  const found = findModClasses(jar, ids);
  let work: string | null | undefined;
  const serverWork = () => {
    if (work === undefined) work = findServerWork(jar);
    return work;
  };
  return {
    descriptors: descriptors.map((descriptor) => {
      if (!tomlFormats.includes(descriptor.format)) return descriptor;
      const classes = found.filter(({ loader }) => loader === loaderFor(descriptor.format, found));
      return judge(descriptor, classes, { serverWork, startOf: (modClass) => startOf(jar, modClass, 0) });
    }),
    modClasses: found,
  };
}

/** Adds the doubts raised by classes to the descriptors of old Forge. Never throws. */
export function withOldClasses(jar: JarContents, descriptors: readonly ModDescriptor[]): ModDescriptor[] {
  const open = descriptors.filter(({ side }) => side === 'UNKNOWN' || side === 'BOTH');
  if (open.length === 0) return [...descriptors];
  const ids = open.flatMap(({ mods }) => mods.map(({ id }) => id));
  const found = findModClasses(jar, ids).filter(({ loader }) => loader === 'forge');
  return descriptors.map((descriptor) =>
    open.includes(descriptor)
      ? (doubtOf(descriptor, found, (modClass) => startOf(jar, modClass, deepestCalls)) ?? descriptor)
      : descriptor,
  );
}

/** The descriptor with the doubt raised by calls during construction; null without any doubt. */
export function withClientStart(
  jar: JarContents,
  descriptor: ModDescriptor,
  modClasses: readonly ModClass[],
): ModDescriptor | null {
  const classes = modClasses.filter(({ loader }) => loader === loaderFor(descriptor.format, modClasses));
  return doubtOf(descriptor, classes, (modClass) => startOf(jar, modClass, deepestCalls));
}

function startOf(jar: JarContents, modClass: ModClass, depth: number): string | null {
  return modClass.isForClients ? null : findClientStart(jar, modClass, startReferences, { depth });
}

/** NeoForge also read `mods.toml` until 1.20.4, so its annotation counts there when Forge's is missing. */
function loaderFor(format: DescriptorFormat, found: readonly ModClass[]): ModClass['loader'] {
  if (format === 'neoforge.mods.toml') return 'neoForge';
  return found.some(({ loader }) => loader === 'forge') ? 'forge' : 'neoForge';
}

function judge(
  descriptor: ModDescriptor,
  classes: readonly ModClass[],
  { serverWork, startOf }: { serverWork: () => string | null; startOf: StartOf },
): ModDescriptor {
  const { side, certainty, evidence } = descriptor;
  if (side === 'CLIENT') {
    const work = certainty === 'INFERRED' ? serverWork() : null;
    return work === null ? descriptor : { ...descriptor, evidence: `${evidence} That is weak: ${work}.` };
  }
  if (side === 'SERVER') return descriptor;
  const [first] = classes;
  if (first !== undefined && classes.every(({ isForClients }) => isForClients) && serverWork() === null)
    return {
      ...descriptor,
      side: 'CLIENT',
      certainty: 'INFERRED',
      evidence: `@Mod: every class that makes the jar a mod is for clients alone, such as ${first.name} (dist is CLIENT).`,
    };
  return doubtOf(descriptor, classes, startOf) ?? descriptor;
}

type StartOf = (modClass: ModClass) => string | null;

/** The descriptor with the doubt that constructing a class reaches the client; null without any doubt. */
function doubtOf(
  descriptor: ModDescriptor,
  classes: readonly ModClass[],
  startOf: StartOf,
): ModDescriptor | null {
  for (const modClass of classes) {
    const start = startOf(modClass);
    if (start === null) continue;
    const evidence = `${descriptor.evidence} But ${start}, which no server has.`;
    return { ...descriptor, certainty: 'DOUBTFUL', evidence };
  }
  return null;
}

/**
 * The annotated classes that are found: the likeliest classes are tried until one has the annotation. All classes are
 * read only when that one is client-only, since another may not be.
 */
function findModClasses(jar: JarContents, ids: readonly string[]): ModClass[] {
  const words = sortPrefixes(ids.map((id) => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')));
  for (const entry of jar.classesByRank((name) => rankOf(name, words), mostTried)) {
    const found = readModClass(jar, entry);
    if (found === 'unread' || found.length === 0) continue;
    return found.some(({ isForClients }) => isForClients) ? readAllModClasses(jar) : found;
  }
  return [];
}

/**
 * All annotated classes, or enough to show that no loader has only client-only ones; none when a class cannot be read,
 * or when there are too many. A class skipped by one loader on a server says nothing about another loader.
 */
function readAllModClasses(jar: JarContents): ModClass[] {
  const all: ModClass[] = [];
  const withClientClass = new Set<ModClass['loader']>();
  const withOther = new Set<ModClass['loader']>();
  for (const entry of jar.classes()) {
    const found = readModClass(jar, entry);
    if (found === 'unread') return [];
    all.push(...found);
    if (all.length > mostModClasses) return [];
    for (const { loader, isForClients } of found) (isForClients ? withClientClass : withOther).add(loader);
    if (withClientClass.size > 0 && withClientClass.values().every((loader) => withOther.has(loader))) break;
  }
  return all;
}

function readModClass(jar: JarContents, entry: JarEntry): ModClass[] | 'unread' {
  // Skips copies for newer Java versions.
  if (entry.name.startsWith('META-INF/')) return [];
  try {
    const bytes = jar.read(entry, largestClass);
    // Searching is far quicker than parsing.
    if (!bytes.includes(inBothAnnotations)) return [];
    return (['forge', 'neoForge'] as const).flatMap((loader): ModClass[] => {
      const wanted = wantedAnnotations[loader];
      if (!wanted.types.some((type) => bytes.includes(type))) return [];
      const [values] = readAnnotations(bytes, wanted, 1);
      if (values === undefined) return [];
      const isForClients = isClientAlone(values.get('dist'));
      const path = entry.name.slice(0, -'.class'.length);
      return [{ path, bytes, name: nameOf(entry), loader, isForClients }];
    });
  } catch {
    return 'unread';
  }
}

/** The class's name for people. */
function nameOf({ name }: JarEntry): string {
  return label(name.slice(0, -'.class'.length));
}

function isClientAlone(dist: AnnotationValue | undefined): boolean {
  return Array.isArray(dist) && dist.length === 1 && dist[0] === 'CLIENT';
}

const deepest = 20;

/**
 * Ranks a class as mod class by name, lower being likelier: names like the mod's id come first, then names typical of
 * mod classes, then by folder depth.
 */
function rankOf(path: string, ids: Prefixes): number {
  let depth = 0;
  let slash = -1;
  for (let next = path.indexOf('/'); next >= 0 && depth < deepest; next = path.indexOf('/', next + 1)) {
    slash = next;
    depth++;
  }
  const name = path.slice(slash + 1, -'.class'.length).toLowerCase();
  if (name.includes('$')) return 2 * deepest + depth;
  if (ids.firstOf(name) !== undefined) return 0;
  return name.endsWith('mod') || name.endsWith('forge') ? 1 : 2 + depth;
}

const forServers = '/server/';

/** A sign that a mod works on a server, as the end of a sentence; null when there is none, or when it is unclear. */
function findServerWork(jar: JarContents): string | null {
  for (const entry of jar.classes()) {
    if (entry.name.startsWith('META-INF/')) continue;
    // `nameOf` shortens names and is slow, so the raw name is tested first.
    if (entry.name.includes(forServers) && nameOf(entry).includes(forServers))
      return `the jar has ${nameOf(entry)}, by its name for servers`;
    try {
      const bytes = jar.read(entry, largestClass);
      if (bytes.includes(inNetworkClasses) && networkClasses.some((network) => bytes.includes(network)))
        return `${nameOf(entry)} exchanges messages between clients and servers`;
    } catch {
      return null;
    }
  }
  return null;
}
