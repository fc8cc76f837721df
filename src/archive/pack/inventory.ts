import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { judgeCode, judgeStart, packagesOfStart, packagesWithoutWork } from '../jar/client-code.ts';
import { type Allowance, type JarContents, openJar } from '../jar/contents.ts';
import { coremodIds } from '../jar/coremods.ts';
import { collectIds } from '../jar/declared.ts';
import {
  entriesByName,
  mayHoldAnnotations,
  readDescriptorFiles,
  readModAnnotations,
  sentence,
} from '../jar/descriptors.ts';
import { NoArchiveError } from '../jar/directory.ts';
import { withFabricClientStart } from '../jar/fabric-client-start.ts';
import { type FabricStart, readStartClasses } from '../jar/fabric-start.ts';
import { readFirstClasses } from '../jar/first-classes.ts';
import { highestNeeds, readJavaNeeds } from '../jar/java-needs.ts';
import { readLanguages } from '../jar/languages.ts';
import { type JarManifest, readManifest } from '../jar/manifest.ts';
import { manifestDescriptor } from '../jar/manifest-descriptor.ts';
import {
  type ModClass,
  tomlFormats,
  withClasses,
  withClientStart,
  withOldClasses,
} from '../jar/mod-classes.ts';
import { type NestedJars, readNestedJars } from '../jar/nested-jars.ts';
import { numberOf } from '../jar/packages.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { type NoJar, whatIsNoJar } from './no-jar.ts';

/** Packages that a jar's classes refer to and define, as numbers. */
export interface JarCode {
  /** Packages of other jars. */
  refersTo: readonly number[];
  /** The jar's own packages, if its code or start marks it as client-only or as stopping a server. */
  packages?: readonly number[];
}

/** The descriptors in one jar. `note` names unread or omitted parts and the reason, or is null. */
export interface JarReading {
  descriptors: ModDescriptor[];
  note: string | null;
  /** The kind of a file that is not a jar. */
  noJar?: NoJar;
  /** References and definitions of the classes, for a jar of Forge, NeoForge or Fabric. */
  code?: JarCode;
}

const maxNoteLength = 600;

/** Reads every descriptor in a jar held in memory; never throws. The budget limits time, memory and output. */
export function readJar(bytes: Uint8Array, budget: JarBudget): JarReading {
  const { code, ...reading } = readWithin(bytes, budget);
  const kept = withinReport(reading, budget.maxReportBytes);
  return { ...kept, ...(code !== undefined && kept === reading && { code }) };
}

function readWithin(bytes: Uint8Array, budget: JarBudget): JarReading {
  const allowance: Allowance = { inflatedBytes: budget.maxInflatedBytes };
  try {
    const jar = openJar(bytes, entriesByName, budget, allowance);
    const manifest = readManifest(jar, budget.maxDescriptorBytes);
    const files = readDescriptorFiles(jar, manifest, budget);
    const annotations = mayHoldAnnotations(jar, manifest, files.descriptors)
      ? readModAnnotations(jar, budget)
      : { descriptors: [], notes: [] };
    const nested = readNestedJars(jar, files.nestedJars, manifest, budget, allowance);
    const notes = new Set([...files.notes, ...annotations.notes, ...nested.notes]);
    const judged = withClasses(jar, files.descriptors);
    const found = [...judged.descriptors, ...withOldClasses(jar, annotations.descriptors)];
    const ofManifest = manifestDescriptor(jar, manifest, {
      hasDescriptor: found.length > 0,
      hasNestedMods: nested.ids.size + nested.mayProvide.size > 0,
    });
    const jarAsWhole = {
      ids: nested.ids,
      mods: nested.mods,
      languages: new Set([...readLanguages(jar, manifest, budget), ...nested.languages]),
      mayProvide: new Set([...coremodIds(jar, manifest, budget), ...nested.mayProvide]),
      java: [...nested.java, ...(found.length === 0 ? [] : readJavaNeeds(jar, manifest))],
    };
    const described = [...found, ...(ofManifest === null ? [] : [ofManifest])].map((descriptor) =>
      withWhole(descriptor, jarAsWhole, budget, notes),
    );
    return {
      ...readCode(jar, manifest, described, {
        modClasses: judged.modClasses,
        nested: nested.names,
        start: files.start,
      }),
      note: notes.size === 0 ? null : label([...notes].join(' '), maxNoteLength),
    };
  } catch (error) {
    const isNone = error instanceof NoArchiveError;
    return {
      descriptors: [],
      note: sentence(error, 'The jar'),
      ...(isNone && { noJar: whatIsNoJar(bytes) }),
    };
  }
}

/** Adds what the jar's code shows about its side and its references. */
function readCode(
  jar: JarContents,
  manifest: JarManifest,
  descriptors: ModDescriptor[],
  { start, ...known }: KnownOfJar & { start: FabricStart | null },
): Pick<JarReading, 'descriptors' | 'code'> {
  const byClasses = readClasses(jar, manifest, descriptors, known);
  if (start === null) return byClasses;
  const byStart = readStarts(jar, manifest, byClasses.descriptors, { start, nested: known.nested });
  const both = [byClasses.code, byStart.code];
  const refersTo = both.flatMap((code) => code?.refersTo ?? []);
  const packages = both.flatMap((code) => code?.packages ?? []);
  const isAny = byClasses.code !== undefined || refersTo.length + packages.length > 0;
  return {
    descriptors: byStart.descriptors,
    ...(isAny && { code: { refersTo, ...(packages.length > 0 && { packages }) } }),
  };
}

/** Facts about a jar that are needed to read its code. */
interface KnownOfJar {
  modClasses: readonly ModClass[];
  nested: readonly string[];
}

/** Reads what entrypoints and mixins show about the sides of Fabric mods. */
function readStarts(
  jar: JarContents,
  manifest: JarManifest,
  descriptors: ModDescriptor[],
  known: { start: FabricStart; nested: readonly string[] },
): Pick<JarReading, 'descriptors' | 'code'> {
  const { refersTo: referred } = readFirstClasses(jar, readStartClasses(jar, known.start));
  const refersTo = [...referred].map(numberOf);
  const isOpen = ({ format, side }: ModDescriptor) =>
    format === 'fabric.mod.json' && (side === 'BOTH' || side === 'UNKNOWN');
  const found = descriptors.some(isOpen) ? judgeStart(jar, manifest, known) : null;
  if (found === null) return readFabricCalls(jar, known.start, { descriptors, refersTo, isOpen });
  const clientCode = { evidence: found.evidence, startsOnClients: true as const };
  return {
    descriptors: descriptors.map((one) => (isOpen(one) ? { ...one, clientCode } : one)),
    code: { refersTo, packages: [...found.packages].map(numberOf) },
  };
}

/** Checks whether a Fabric mod's start on a server reaches client classes. */
function readFabricCalls(
  jar: JarContents,
  start: FabricStart,
  { descriptors: before, refersTo, isOpen }: OpenDescriptors,
): Pick<JarReading, 'descriptors' | 'code'> {
  const descriptors = before.map((one) =>
    isOpen(one) ? (withFabricClientStart(jar, one, start) ?? one) : one,
  );
  const isStopped = (one: ModDescriptor) => isOpen(one) && one.certainty === 'DOUBTFUL';
  const packages = descriptors.some(isStopped) ? packagesOfStart(jar, start) : null;
  return withStops(descriptors, { refersTo, isStopped, packages });
}

/** Descriptors, references, and the descriptors that leave the side open. */
interface OpenDescriptors {
  descriptors: ModDescriptor[];
  refersTo: readonly number[];
  isOpen: (descriptor: ModDescriptor) => boolean;
}

/** Marks the descriptors of mods that stop a server, if the jar adds nothing that a server needs. */
function withStops(
  descriptors: ModDescriptor[],
  {
    refersTo,
    isStopped,
    packages,
  }: {
    refersTo: readonly number[];
    isStopped: (descriptor: ModDescriptor) => boolean;
    packages: ReadonlySet<string> | null;
  },
): Pick<JarReading, 'descriptors' | 'code'> {
  if (packages === null) return { descriptors, code: { refersTo } };
  return {
    descriptors: descriptors.map((one) => (isStopped(one) ? { ...one, clientStart: {} } : one)),
    code: { refersTo, packages: [...packages].map(numberOf) },
  };
}

/** Reads what classes show about the sides of Forge and NeoForge mods. */
function readClasses(
  jar: JarContents,
  manifest: JarManifest,
  descriptors: ModDescriptor[],
  known: KnownOfJar,
): Pick<JarReading, 'descriptors' | 'code'> {
  const isOpen = ({ format, side }: ModDescriptor) =>
    tomlFormats.includes(format) && (side === 'BOTH' || side === 'UNKNOWN');
  if (!descriptors.some(({ format }) => tomlFormats.includes(format))) return { descriptors };
  const first = readFirstClasses(jar, known.modClasses);
  const refersTo = [...first.refersTo].map(numberOf);
  if (first.hasWork || !descriptors.some(isOpen)) return { descriptors, code: { refersTo } };
  const found = judgeCode(jar, manifest, known);
  if (found === 'work') return { descriptors, code: { refersTo } };
  if (found === 'unclear') return readStart(jar, manifest, { descriptors, refersTo, isOpen }, known);
  const { evidence, packages } = found;
  return {
    descriptors: descriptors.map((one) => (isOpen(one) ? { ...one, clientCode: { evidence } } : one)),
    code: { refersTo, packages: [...packages].map(numberOf) },
  };
}

/** Checks whether constructing a mod reaches client classes, in a jar that is not client-only code. */
function readStart(
  jar: JarContents,
  manifest: JarManifest,
  found: OpenDescriptors,
  known: KnownOfJar,
): Pick<JarReading, 'descriptors' | 'code'> {
  const { refersTo, isOpen } = found;
  const descriptors = found.descriptors.map((one) =>
    isOpen(one) && one.certainty !== 'DOUBTFUL' ? (withClientStart(jar, one, known.modClasses) ?? one) : one,
  );
  const isStopped = (one: ModDescriptor) => isOpen(one) && one.certainty === 'DOUBTFUL';
  const packages = descriptors.some(isStopped) ? packagesWithoutWork(jar, manifest, known) : null;
  return withStops(descriptors, { refersTo, isStopped, packages });
}

/** A descriptor with the jar's facts that hold whichever descriptor counts. */
function withWhole(
  descriptor: ModDescriptor,
  { ids, mods, languages, mayProvide, java }: Omit<NestedJars, 'notes' | 'names'>,
  { maxMods, maxProvides, maxIdLength }: JarBudget,
  notes: Set<string>,
): ModDescriptor {
  const collected = (what: string, found: Iterable<string>) => {
    const list = collectIds(what, maxProvides, maxIdLength);
    for (const id of found) list.add(id);
    for (const note of list.notes()) notes.add(note);
    return list.found();
  };
  const teaches = collected('The jar teaches', [...(descriptor.teaches ?? []), ...languages]);
  const javaNeeds = highestNeeds([...(descriptor.javaNeeds ?? []), ...java]);
  const maybe = collected('The jar may provide', mayProvide);
  return {
    ...descriptor,
    provides: collected('The jar provides', [...descriptor.provides, ...ids]),
    ...(mods.length > 0 && mods.length <= maxMods && { nested: mods }),
    ...(teaches.length > 0 && { teaches }),
    ...(maybe.length > 0 && { mayProvide: maybe }),
    ...(javaNeeds.length > 0 && { javaNeeds }),
  };
}

/** The reading, if its JSON has at most that many bytes; otherwise only a note about its size. */
function withinReport(reading: JarReading, maxBytes: number): JarReading {
  const bytes = Buffer.byteLength(JSON.stringify(reading));
  if (bytes <= maxBytes) return reading;
  const note = `What the jar says of itself has ${bytes} bytes, of which at most ${maxBytes} are kept, so none is.`;
  return { descriptors: [], note };
}
