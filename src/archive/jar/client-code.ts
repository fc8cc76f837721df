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

/** Evidence that a jar is for clients, from what its classes do. */
export interface ClientCode {
  /** A sentence for people. */
  evidence: string;
  /** The packages of its classes, by which others would refer to it. */
  packages: ReadonlySet<string>;
}

/** Most classes of a jar that is judged so, most packages of these, and bytes of one class. */
const most = { classes: 4_096, packages: 64, classBytes: 1024 * 1024 };

/** A library that only extends the syntax of mixins; many jars have a copy of it. */
const harmlessNested = /(?:^|\/)mixinextras[^/]*\.jar$/i;

/** A text of each class that makes a jar a mod, and one of each mixin, for a single search. */
const modAnnotation = Buffer.from('/fml/common/Mod;');
const mixinAnnotation = Buffer.from('Lorg/spongepowered/asm/mixin/Mixin;');
/** Packages of other mods with this folder are for clients, too. */
const ofClient = '/client/';

/** Why a jar is for clients by its classes; else whether work of a server was found, at which reading ends, or it is not clear. */
export type CodeVerdict = ClientCode | 'work' | 'unclear';

/** Judges a Forge or NeoForge jar by its classes; unclear where not every class can be read. */
export function judgeCode(jar: JarContents, manifest: JarManifest, known: KnownOfJar): CodeVerdict {
  const packages = ownPackages(jar, known.modClasses);
  return orUnclear(() => {
    // The classes that make it a mod show soonest that it has work on a server.
    for (const { bytes } of known.modClasses) {
      const verdict = judgeClass(bytes, packages);
      if (typeof verdict === 'string') return verdict;
    }
    return hasOtherWork(jar, manifest, known.nested) ? 'work' : judgeClasses(jar, packages, manifest);
  });
}

/** Findings about a jar that judging its code builds on. */
interface KnownOfJar {
  modClasses: readonly ReadClass[];
  nested: readonly string[];
}

/**
 * The packages of a jar in which nothing is work of a server: no hook of the game or a loader, no mixin of both sides, no data.
 * Null where something is, or it is not clear.
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

/** Judges by the descriptor and the mixin configurations of a Fabric mod whether only clients start it; null where a server may, too. */
export function judgeStart(
  jar: JarContents,
  manifest: JarManifest,
  { start, nested }: { start: FabricStart; nested: readonly string[] },
): ClientCode | null {
  const { onClients } = start;
  if (onClients === undefined) return null;
  const found = orUnclear(() => {
    if (hasOtherWork(jar, manifest, nested)) return 'work';
    if (!areMixinsForClients(jar, onClients.mixinConfigs)) return 'unclear';
    const packages = packagesOf(jar);
    if (packages === null) return 'unclear';
    const kinds = onClients.entrypoints.map((kind) => label(kind, 40)).join(', ');
    const mixins = onClients.hasMixins ? ', and all its mixins are' : '';
    return { packages, evidence: `its entrypoints (${kinds}) are for clients${mixins}.` };
  });
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

/** True when a jar holds more than its classes for a server or the loader. */
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
    // Most jars show that they have work on a server before the first mixin.
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

/** The classes of a jar, by their names as paths, one by one as they are read. */
function* codeOf(jar: JarContents): Generator<ReadClass> {
  for (const entry of ownClasses(jar)) {
    const path = entry.name.slice(0, -'.class'.length);
    yield { path, bytes: jar.readCode(entry, most.classBytes) };
  }
}

/** The classes but for copies for newer Java versions. */
function* ownClasses(jar: JarContents): Generator<JarEntry> {
  for (const entry of jar.classes()) if (!entry.name.startsWith('META-INF/')) yield entry;
}

/** The packages of a jar, which are counted when they are first asked for. */
interface OwnPackages {
  has(owner: string): boolean;
  /** Null when there are more than those of any mod for clients. */
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

/** Whether a class is code of the client; else that it does work of a server, or may. */
type Verdict = boolean | 'work' | 'unclear';

function judgeClass(bytes: Buffer, packages: OwnPackages): Verdict {
  const { client, hook, game } = readSigns(bytes);
  if (hook) return 'work';
  // A mixin that is not for clients alone changes the game of a server, and the class of a mod is loaded on one.
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
