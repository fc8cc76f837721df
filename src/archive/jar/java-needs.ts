import type { JavaNeed } from '../../modloaders/modloader.ts';
import type { Fit } from '../../modloaders/version-ranges.ts';
import { readJson } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';
import type { JarManifest } from './manifest.ts';
import { mixinConfigs } from './mixin-configs.ts';

/** The oldest Java that any modloader runs on; a need for it is not reported. */
const oldestJava = 8;
/** The newest Java (September 2026); a need for a newer one is ignored. */
const newestJava = 27;
/** Java 1.1 has class files of version 45, and each later release one more. */
const classFileBase = 44;

/** Most folders with a class to read, needs of one jar, mixin configurations, and bytes of one configuration. */
const most = { folders: 256, needs: 4, configs: 16, configBytes: 256 * 1024 };

/** The lowest Java that fits; null when none does, or the oldest one does. */
export function lowestJava(fits: (version: string) => Fit): number | null {
  for (let java = oldestJava; java <= newestJava; java++)
    // A range may begin within a release, for example at 17.0.1.
    if ([`${java}`, `${java}.0.99`].some((version) => fits(version) === 'fits'))
      return java === oldestJava ? null : java;
  return null;
}

/** The needs of a jar by its classes and mixins, without those of nested jars. Never throws. */
export function readJavaNeeds(jar: JarContents, manifest: JarManifest): JavaNeed[] {
  const needs: JavaNeed[] = [];
  const ofClasses = javaOfClasses(jar);
  if (ofClasses > oldestJava) needs.push({ version: ofClasses, by: 'its classes' });
  try {
    const { configs } = mixinConfigs(jar, manifest);
    for (const config of [...configs].slice(0, most.configs)) {
      const document = readJson(jar.readText(config, most.configBytes), {
        members: { compatibilityLevel: {} },
      });
      const [, level = ''] = /^JAVA_(\d{1,2})$/.exec(label(member(document, 'compatibilityLevel'))) ?? [];
      if (Number(level) > oldestJava)
        needs.push({ version: Number(level), by: `compatibilityLevel in ${label(config.name)}` });
    }
  } catch {
    // An unreadable part shows no need.
  }
  return needs;
}

/** Folders of copies for newer Java versions, which older ones ignore. */
const forNewer = /(?:^|\/)(?:META-INF|(?:java|jdk|jre|j)_?(?:9|[1-9]\d))(?:\/|$)/i;
/** Files that Java 8 does not read. */
const declarations = /(?:^|\/)(?:module|package)-info\.class$/;

/**
 * The newest Java that a class of a jar targets. One class of each folder is read: classes of one folder are compiled
 * together.
 */
function javaOfClasses(jar: JarContents): number {
  const seen = new Set<string>();
  let newest = 0;
  for (const entry of jar.classes()) {
    const folder = entry.name.slice(0, entry.name.lastIndexOf('/') + 1);
    if (seen.has(folder) || forNewer.test(folder) || declarations.test(entry.name)) continue;
    if (seen.size >= most.folders) break;
    seen.add(folder);
    try {
      const head = jar.readHead(entry, 8);
      if (head.length === 8 && head.readUInt32BE(0) === 0xcafebabe) {
        const java = head.readUInt16BE(6) - classFileBase;
        if (java <= newestJava) newest = Math.max(newest, java);
      }
    } catch {
      // A damaged class, or one over the limits, shows no need.
    }
  }
  return newest;
}

/** The highest need for each list of game versions, up to the limit. */
export function highestNeeds(needs: readonly JavaNeed[]): JavaNeed[] {
  const highest = new Map<string, JavaNeed>();
  for (const need of needs) {
    const key = JSON.stringify(need.games ?? null);
    const known = highest.get(key);
    if (known === undefined || known.version < need.version) highest.set(key, need);
  }
  return [...highest.values()].toSorted((a, b) => b.version - a.version).slice(0, most.needs);
}
