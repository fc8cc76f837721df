import { readJson } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';
import type { JarEntry } from './directory.ts';
import type { JarManifest } from './manifest.ts';

/** Most JSON files in the root of a jar, mixins, bytes of one file, and characters of a name. */
const most = { files: 64, mixins: 4_096, bytes: 256 * 1024, characters: 300 };

const isConfig = /mixin/i;
const isMap = /refmap/i;

/**
 * The mixin configurations listed in a jar's manifest or named like one in its root; incomplete when there are too
 * many.
 */
export function mixinConfigs(
  jar: JarContents,
  manifest: JarManifest,
): { configs: ReadonlySet<JarEntry>; isWhole: boolean } {
  const named = (manifest.get('mixinconfigs') ?? '').split(',').map((name) => name.trim());
  const { entries, count } = jar.inRoot('.json', most.files);
  const configs = new Set([
    ...named.flatMap((name) => (name === '' ? [] : (jar.find(name) ?? []))),
    ...entries.filter(({ name }) => isConfig.test(name) && !isMap.test(name) && !named.includes(name)),
  ]);
  return { configs, isWhole: count <= most.files };
}

/**
 * The mixins that a jar's configurations list for clients alone, without those also listed for both sides. Throws
 * RangeError or SyntaxError when a configuration is unreadable or has too many.
 */
export function readClientMixins(jar: JarContents, manifest: JarManifest): ReadonlySet<string> {
  const { configs, isWhole } = mixinConfigs(jar, manifest);
  if (!isWhole) throw new RangeError('it has more JSON files than are read');
  const ofClient = new Set<string>();
  const ofBoth = new Set<string>();
  for (const config of configs) {
    const names = { client: [] as string[], both: [] as string[] };
    const into = (list: string[]) => ({
      items: { of: { longest: most.characters }, take: (name: unknown) => add(list, name) },
    });
    const document = readJson(jar.readText(config, most.bytes), {
      members: {
        package: { longest: most.characters },
        client: into(names.client),
        mixins: into(names.both),
        server: into(names.both),
      },
    });
    const inPackage = label(member(document, 'package'), most.characters);
    for (const name of names.client) ofClient.add(pathOf(inPackage, name));
    for (const name of names.both) ofBoth.add(pathOf(inPackage, name));
  }
  for (const name of ofBoth) ofClient.delete(name);
  return ofClient;
}

function add(list: string[], name: unknown): void {
  if (list.length >= most.mixins) throw new RangeError('it has more mixins than are read');
  if (typeof name === 'string') list.push(name);
}

function pathOf(inPackage: string, name: string): string {
  return `${inPackage}.${name}`.replaceAll('.', '/');
}
