import { label } from '../lenient/value.ts';
import { readSigns } from './class-signs.ts';
import type { JarContents } from './contents.ts';
import type { JarEntry } from './directory.ts';
import { areMixinsForClients, type FabricStart } from './fabric-start.ts';
import type { JarManifest } from './manifest.ts';
import { coremodList, loaderServices } from './manifest-descriptor.ts';
import { readClientMixins } from './mixin-configs.ts';
import { classesIn, ownerOf } from './packages.ts';
import type { ReadClass } from './read-class.ts';

/** Evidence from its classes that a jar is client-only. */
export interface ClientCode {
  /** A sentence for people. */
  evidence: string;
  /** The packages of the jar's classes, by which other jars would refer to it. */
  packages: ReadonlySet<string>;
}

/** Most classes of a judged jar, most packages of these, and most bytes of one class. */
const most = { classes: 4_096, packages: 64, classBytes: 1024 * 1024 };

/** A library that only extends the syntax of mixins; many jars contain a copy. */
const harmlessNested = /(?:^|\/)mixinextras[^/]*\.jar$/i;

/** Bytes that occur in each class that makes a jar a mod, and in each mixin, for a single search. */
const modAnnotation = Buffer.from('/fml/common/Mod;');
const mixinAnnotation = Buffer.from('Lorg/spongepowered/asm/mixin/Mixin;');
/**
 * Classes of Fabric by which a server sends messages to players, and bytes common to their names (its API, 2026-11).
 */
const networking = Buffer.from('net/fabricmc/fabric/api/network');
const serverNetworking = [
  'networking/v1/PayloadTypeRegistry',
  'networking/v1/ServerConfigurationNetworking',
  'networking/v1/ServerLoginNetworking',
  'networking/v1/ServerPlayNetworking',
  'network/ServerSidePacketRegistry',
].map((name) => Buffer.from(name));
/** Packages of other mods with this folder are client-only, too. */
const ofClient = '/client/';

/**
 * Evidence that a jar is client-only; or 'work' once work of a server is found, which ends the reading; or 'unclear'.
 */
export type CodeVerdict = ClientCode | 'work' | 'unclear';

/** Judges a Forge or NeoForge jar by its classes; unclear when a class cannot be read. */
export function judgeCode(jar: JarContents, manifest: JarManifest, known: KnownOfJar): CodeVerdict {
  const packages = ownPackages(jar, known.modClasses);
  return orUnclear(() => {
    // The classes that make the jar a mod are the quickest to show work on a server.
    for (const { bytes } of known.modClasses) {
      const verdict = judgeClass(bytes, packages);
      if (typeof verdict === 'string') return verdict;
    }
    return hasOtherWork(jar, manifest, known.nested) ? 'work' : judgeClasses(jar, packages, manifest);
  });
}

/** Facts about a jar that judging its code needs. */
interface KnownOfJar {
  modClasses: readonly ReadClass[];
  nested: readonly string[];
}

/**
 * The packages of a jar without any work for a server: no hook of the game or a loader, no mixin of both sides, no
 * data. Null when there is such work, or when that is unclear.
 */
export function packagesWithoutWork(
  jar: JarContents,
  manifest: JarManifest,
  { modClasses, nested }: KnownOfJar,
): ReadonlySet<string> | null {
  const found = orUnclear(() => {
    if (hasOtherWork(jar, manifest, nested)) return 'work';
    const clientMixins = readClientMixins(jar, manifest);
    let count = 0;
    for (const { path: name, bytes } of codeOf(jar)) {
      if (count++ >= most.classes) return 'unclear';
      if (bytes.includes(mixinAnnotation) ? !clientMixins.has(name) : readSigns(bytes).hook) return 'work';
    }
    return ownPackages(jar, modClasses).all() ?? 'unclear';
  });
  return typeof found === 'string' ? null : found;
}

/**
 * Judges from descriptor and mixin configurations whether only clients start a Fabric mod; null when a server may start
 * it.
 */
export function judgeStart(
  jar: JarContents,
  manifest: JarManifest,
  { start, nested }: { start: FabricStart; nested: readonly string[] },
): ClientCode | null {
  const { onClients, mixinConfigs } = start;
  if (onClients === undefined || mixinConfigs === null) return null;
  const found = orUnclear(() => {
    if (hasOtherWork(jar, manifest, nested)) return 'work';
    if (!areMixinsForClients(jar, mixinConfigs)) return 'unclear';
    const packages = packagesOf(jar);
    if (packages === null) return 'unclear';
    if (sendsToPlayers(jar)) return 'work';
    const kinds = onClients.entrypoints.map((kind) => label(kind, 40)).join(', ');
    const mixins = onClients.hasMixins ? ', and all its mixins are' : '';
    return { packages, evidence: `its entrypoints (${kinds}) are for clients${mixins}.` };
  });
  return typeof found === 'string' ? null : found;
}

/** Whether a Fabric mod's code sends messages from a server: libraries that other mods start do so. */
function sendsToPlayers(jar: JarContents): boolean {
  let count = 0;
  for (const { bytes } of codeOf(jar)) {
    if (count++ >= most.classes) return true;
    if (bytes.includes(networking) && serverNetworking.some((name) => bytes.includes(name))) return true;
  }
  return false;
}

/**
 * The packages of a Fabric mod that stops a server as it starts. Null for a library and for a mod with game data, where
 * the finding may be wrong. Mixins and nested jars do not help a server that stops.
 */
export function packagesOfStart(jar: JarContents, { mixinConfigs }: FabricStart): ReadonlySet<string> | null {
  if (mixinConfigs === null || jar.hasFolder('data/')) return null;
  const found = orUnclear(() => packagesOf(jar) ?? 'unclear');
  return typeof found === 'string' ? null : found;
}

function orUnclear<T>(read: () => T): T | 'unclear' {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return 'unclear';
    throw error;
  }
}

/** Whether a jar holds more than classes for a server or the loader. */
function hasOtherWork(jar: JarContents, manifest: JarManifest, nested: readonly string[]): boolean {
  return (
    jar.hasFolder('data/') ||
    jar.files.has(coremodList) ||
    manifest.has('fmlcoreplugin') ||
    loaderServices.some((name) => jar.files.has(name)) ||
    nested.some((name) => !harmlessNested.test(name))
  );
}

function judgeClasses(jar: JarContents, packages: OwnPackages, manifest: JarManifest): CodeVerdict {
  let clientMixins: ReadonlySet<string> | undefined;
  const isClientMixin = (name: string) => {
    // Most jars show work on a server before the first mixin is read.
    clientMixins ??= readClientMixins(jar, manifest);
    return clientMixins.has(name);
  };
  let [ofClient, count] = [0, 0];
  let first = '';
  for (const { path: name, bytes } of codeOf(jar)) {
    if (count++ >= most.classes) return 'unclear';
    const isMixin = bytes.includes(mixinAnnotation);
    const verdict = (isMixin && isClientMixin(name)) || judgeClass(bytes, packages);
    if (typeof verdict === 'string') return verdict;
    if (!verdict) continue;
    first ||= name;
    ofClient++;
  }
  const all = packages.all();
  if (ofClient === 0 || all === null) return 'unclear';
  const others = ofClient === count ? '' : ', and the others do no work of a server';
  const evidence = `${ofClient} of its ${count} classes are code of the client, such as ${label(first)}${others}.`;
  return { packages: all, evidence };
}

/** Yields the classes of a jar with their paths, read one by one. */
function* codeOf(jar: JarContents): Generator<ReadClass> {
  for (const entry of ownClasses(jar)) {
    const path = entry.name.slice(0, -'.class'.length);
    yield { path, bytes: jar.readCode(entry, most.classBytes) };
  }
}

/** The classes without copies for newer Java versions. */
function* ownClasses(jar: JarContents): Generator<JarEntry> {
  for (const entry of jar.classes()) if (!entry.name.startsWith('META-INF/')) yield entry;
}

/** The packages of a jar, collected on first use. */
interface OwnPackages {
  has(owner: string): boolean;
  /** Null when there are more packages than any client-only mod has. */
  all(): ReadonlySet<string> | null;
}

function ownPackages(jar: JarContents, modClasses: readonly ReadClass[]): OwnPackages {
  const ofMod = new Set(modClasses.map(({ path }) => ownerOf(path)));
  let found: ReadonlySet<string> | null | undefined;
  const all = () => {
    if (found === undefined) found = packagesOf(jar);
    return found;
  };
  return { all, has: (owner) => ofMod.has(owner) || all()?.has(owner) === true };
}

function packagesOf(jar: JarContents): ReadonlySet<string> | null {
  const packages = new Set<string>();
  for (const { name } of ownClasses(jar)) {
    const owner = ownerOf(name);
    if (owner !== null && packages.add(owner).size > most.packages) return null;
  }
  return packages;
}

/** True for client code, false for other harmless code; or the class does work of a server, or may. */
type Verdict = boolean | 'work' | 'unclear';

function judgeClass(bytes: Buffer, packages: OwnPackages): Verdict {
  const { client, hook, game } = readSigns(bytes);
  if (hook) return 'work';
  // A mixin of both sides changes a server's game, and a server loads the class of a mod.
  const isMixin = bytes.includes(mixinAnnotation);
  const isOfMod = bytes.includes(modAnnotation);
  if (game && (!client || isMixin || isOfMod)) return 'unclear';
  if (isMixin && !client) return 'unclear';
  if (client && !isOfMod) return true;
  for (const name of classesIn(bytes)) {
    const owner = ownerOf(name);
    if (owner !== null && !packages.has(owner) && !name.includes(ofClient)) return 'unclear';
  }
  return client;
}
