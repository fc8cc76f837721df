import type { DescriptorFormat, ModDescriptor } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';
import { type Prefixes, sortPrefixes } from '../prefixes.ts';
import { type AnnotationValue, readAnnotations, type WantedAnnotations } from './class-file.ts';
import { deepest as deepestCalls, findClientStart } from './construction.ts';
import type { JarContents } from './contents.ts';
import type { JarEntry } from './directory.ts';
import type { Looked } from './method-code.ts';
import { dataListeners } from './name-kinds.ts';
import type { ReadClass } from './read-class.ts';

/** A class that Forge or NeoForge makes an object of when it loads a mod. */
export interface ModClass extends ReadClass {
  /** Its name for people. */
  name: string;
  loader: 'forge' | 'neoForge';
  /** Whether the loader passes it over on a server. */
  isForClients: boolean;
}

/** Bytes of a class that is looked at; the class of a mod is small. */
const largestClass = 1024 * 1024;
/** Classes that are looked at for the one that makes a jar a mod, the likeliest first. */
const mostTried = 48;
/** Classes that make one jar a mod, each of which is looked into; of more nothing is told. */
const mostModClasses = 16;
/** Bytes of a name in an annotation. */
const longestText = 64;

const annotationTypes = {
  forge: 'Lnet/minecraftforge/fml/common/Mod;',
  neoForge: 'Lnet/neoforged/fml/common/Mod;',
};

/** Bytes that both annotations contain: one search shows that a class has neither. */
const inBothAnnotations = Buffer.from('/fml/common/Mod;');

const modOf = (loader: ModClass['loader']): WantedAnnotations => ({
  types: [Buffer.from(annotationTypes[loader])],
  values: new Map([['dist', Buffer.from('dist')]]),
  longestText,
});
const wantedAnnotations = { forge: modOf('forge'), neoForge: modOf('neoForge') };

/** Classes that no server has, and classes that ask for the side, as constructing a mod may reach them. */
const startReferences: Looked = {
  // By the names that Forge had until 1.16, servers have these; data of the game is read by them.
  except: new Set(dataListeners),
  classes: [
    'net/minecraft/client/',
    'net/minecraft/realms/',
    'com/mojang/blaze3d/',
    'com/mojang/realmsclient/',
  ].map((name) => Buffer.from(name)),
  guards: [
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

/** Classes of a loader by which mods exchange messages between client and server. */
const networkClasses = [
  'net/minecraftforge/fml/network/simple/SimpleChannel',
  'net/minecraftforge/fmllegacy/network/simple/SimpleChannel',
  'net/minecraftforge/network/simple/SimpleChannel',
  'net/minecraftforge/network/SimpleChannel',
  'net/minecraftforge/network/ChannelBuilder',
  'net/neoforged/neoforge/network/event/RegisterPayload',
  'net/neoforged/neoforge/network/registration/',
].map((name) => Buffer.from(name));
/** Bytes that all of these names contain: one search shows that a class refers to none. */
const inNetworkClasses = Buffer.from('/network/');

export const tomlFormats: readonly DescriptorFormat[] = ['mods.toml', 'neoforge.mods.toml'];

/** The descriptors of a jar with what its classes add, and the classes that make it a mod. */
export interface JudgedByClasses {
  descriptors: ModDescriptor[];
  modClasses: ModClass[];
}

/**
 * The descriptors of a jar with what its classes add to those in TOML, of which the author may have copied the sides from a
 * template: a mod whose classes are all for clients is one, a mod that only its dependencies make one may have work to do on a
 * server all the same, and a mod that reaches for the game's client as it is loaded is doubtful. Never throws.
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

/** The descriptors of old Forge with the doubt that their classes raise. Never throws. */
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

/** The descriptor with the doubt that calls raise which its classes make as they are made; null where they raise none. */
export function withClientStart(
  jar: JarContents,
  descriptor: ModDescriptor,
  modClasses: readonly ModClass[],
): ModDescriptor | null {
  const classes = modClasses.filter(({ loader }) => loader === loaderFor(descriptor.format, modClasses));
  return doubtOf(descriptor, classes, (modClass) => startOf(jar, modClass, deepestCalls));
}

function startOf(jar: JarContents, modClass: ModClass, depth: number): string | null {
  return modClass.isForClients ? null : findClientStart(jar, modClass, startReferences, depth);
}

/** NeoForge read `mods.toml` too until 1.20.4, so there its annotation counts where Forge's is missing. */
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

/** The descriptor with the doubt that its classes raise, if making one of them comes to the client; null where none does. */
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
 * The classes with the annotation, as far as they are found: the likeliest classes are tried until one has it. All classes are
 * looked at only where that one is for clients, since another may not be.
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
 * All of them, or as many as tell that no loader with one for clients has only such; none when a class cannot be read, or there are
 * too many. What
 * another loader passes over on a server says nothing of this one.
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
  // Copies for newer Java versions.
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

/** Its name for people. */
function nameOf({ name }: JarEntry): string {
  return label(name.slice(0, -'.class'.length));
}

function isClientAlone(dist: AnnotationValue | undefined): boolean {
  return Array.isArray(dist) && dist.length === 1 && dist[0] === 'CLIENT';
}

const deepest = 20;

/** How unlikely a class is to be that of a mod by its name: like the mod's id, like that of a mod's class, then by its folders. */
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

/** A sign that a mod has work to do on a server, as the end of a sentence; null when there is none or it cannot be told. */
function findServerWork(jar: JarContents): string | null {
  for (const entry of jar.classes()) {
    if (entry.name.startsWith('META-INF/')) continue;
    // Names for people are cut, and take longer to make than most are looked at for.
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
