import { label } from '../lenient/value.ts';
import { readSigns } from './class-signs.ts';
import type { JarContents } from './contents.ts';
import type { JarEntry } from './directory.ts';
import type { JarManifest } from './manifest.ts';
import { coremodList, loaderServices } from './manifest-descriptor.ts';
import { readClientMixins } from './mixin-configs.ts';
import type { ReadClass } from './mod-classes.ts';
import { classesIn, ownerOf } from './packages.ts';

/** That a jar is for clients by what its classes do. */
export interface ClientCode {
  /** A sentence for people. */
  evidence: string;
  /** The packages of its classes, by which others would refer to it. */
  packages: ReadonlySet<string>;
}

/** Most classes of a jar that is judged so, most packages of these, and bytes of one class. */
const most = { classes: 4_096, packages: 64, classBytes: 1024 * 1024 };

/** Brings mixins nothing but more ways to be written, and lies in many jars, each of which has its own. */
const harmlessNested = /(?:^|\/)mixinextras[^/]*\.jar$/i;

/** How a class that makes a jar a mod, and one that is a mixin, are known by one search. */
const modAnnotation = Buffer.from('/fml/common/Mod;');
const mixinAnnotation = Buffer.from('Lorg/spongepowered/asm/mixin/Mixin;');
/** Such packages of other mods are for clients, too. */
const ofClient = '/client/';

/**
 * Why a jar for Forge or NeoForge is for clients by what its classes do; null where a sign of a server's work is found, at which
 * reading ends, or not every class can be read.
 */
export function findClientCode(
  jar: JarContents,
  manifest: JarManifest,
  { modClasses, nested }: { modClasses: readonly ReadClass[]; nested: readonly string[] },
): ClientCode | null {
  const packages = ownPackages(jar, modClasses);
  try {
    // The classes that make it a mod show soonest that it has work on a server.
    if (modClasses.some(({ bytes }) => judgeClass(bytes, packages) === null)) return null;
    if (hasOtherWork(jar, manifest, nested)) return null;
    return judgeClasses(jar, packages, manifest);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What a jar has beside its classes that a server or the loader uses. */
function hasOtherWork(jar: JarContents, manifest: JarManifest, nested: readonly string[]): boolean {
  return (
    jar.hasFolder('data/') ||
    jar.files.has(coremodList) ||
    manifest.has('fmlcoreplugin') ||
    loaderServices.some((name) => jar.files.has(name)) ||
    nested.some((name) => !harmlessNested.test(name))
  );
}

function judgeClasses(jar: JarContents, packages: OwnPackages, manifest: JarManifest): ClientCode | null {
  let clientMixins: ReadonlySet<string> | undefined;
  const isClientMixin = (name: string) => {
    // Most jars show that they have work on a server before the first mixin.
    clientMixins ??= readClientMixins(jar, manifest);
    return clientMixins.has(name);
  };
  let [ofClient, count] = [0, 0];
  let first = '';
  for (const entry of ownClasses(jar)) {
    if (count++ >= most.classes) return null;
    const name = entry.name.slice(0, -'.class'.length);
    const bytes = jar.readCode(entry, most.classBytes);
    const isMixin = bytes.includes(mixinAnnotation);
    const isOfClient = (isMixin && isClientMixin(name)) || judgeClass(bytes, packages);
    if (isOfClient === null) return null;
    if (!isOfClient) continue;
    first ||= name;
    ofClient++;
  }
  const all = packages.all();
  if (ofClient === 0 || all === null) return null;
  const others = ofClient === count ? '' : ', and the others do no work of a server';
  const evidence = `${ofClient} of its ${count} classes are code of the client, such as ${label(first)}${others}.`;
  return { packages: all, evidence };
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

/** Whether a class is code of the client; null where it does work of a server. */
function judgeClass(bytes: Buffer, packages: OwnPackages): boolean | null {
  const { client, hook, game } = readSigns(bytes);
  if (hook) return null;
  // A mixin that is not for clients alone changes the game of a server, and the class of a mod is loaded on one.
  const isMixin = bytes.includes(mixinAnnotation);
  const isOfMod = bytes.includes(modAnnotation);
  if (game && (!client || isMixin || isOfMod)) return null;
  if (isMixin && !client) return null;
  if (client && !isOfMod) return true;
  for (const name of classesIn(bytes)) {
    const owner = ownerOf(name);
    if (owner !== null && !packages.has(owner) && !name.includes(ofClient)) return null;
  }
  return client;
}
