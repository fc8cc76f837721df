import { readJson, type Wanted } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';
import type { ReadClass } from './read-class.ts';

/** How Fabric starts a mod, as its descriptor tells. */
export interface FabricStart {
  /** The paths of the classes that a server may start it with. */
  classes: string[];
  /** Set when only clients start it; what it then has for both sides may still work on a server. */
  onClients?: {
    /** The kinds of its entrypoints. */
    entrypoints: string[];
    /** Configurations of its mixins that a server applies too. */
    mixinConfigs: string[];
    /** Whether it has any mixins. */
    hasMixins: boolean;
  };
}

/**
 * Entrypoints that no server calls: Fabric calls `client`, and runs those of data generators and tests in processes of their own; Mod
 * Menu and Roughly Enough Items call theirs on clients. Those of other mods may be called on servers.
 */
const clientEntrypoints: ReadonlySet<string> = new Set([
  'client',
  'fabric-client-gametest',
  'fabric-datagen',
  'modmenu',
  'rei_client',
]);

/** Most classes that are told, configurations of mixins, characters of a name, and bytes of a configuration and a class. */
const most = { classes: 3, configs: 32, name: 300, configBytes: 256 * 1024, classBytes: 256 * 1024 };

/** Collects from a `fabric.mod.json` what tells how the mod is started. */
export function collectStart(onAdapter: (adapter: unknown) => void) {
  const classes: string[] = [];
  const kinds = new Set<string>();
  const configs: string[] = [];
  const found = { ofOne: [] as string[], hasMixins: false, hasTooMany: false, isLibrary: false };
  const entrypoint: Wanted = {
    longest: most.name,
    items: {
      of: { longest: most.name, members: { adapter: {}, value: { longest: most.name } } },
      take(one) {
        onAdapter(member(one, 'adapter'));
        const [className = ''] = textOf(one, 'value').split('::');
        if (found.ofOne.length <= most.classes) found.ofOne.push(className.replaceAll('.', '/'));
      },
    },
  };
  const wanted: Readonly<Record<string, Wanted>> = {
    entrypoints: {
      entries: {
        of: entrypoint,
        take(_, kind) {
          const ofKind = found.ofOne.splice(0);
          if (ofKind.length === 0) return;
          if (kinds.size <= clientEntrypoints.size) kinds.add(kind);
          if (!clientEntrypoints.has(kind)) classes.push(...ofKind.slice(0, most.classes - classes.length));
        },
      },
    },
    mixins: {
      items: {
        of: { longest: most.name, members: { config: { longest: most.name }, environment: {} } },
        take(one) {
          found.hasMixins = true;
          if (label(member(one, 'environment')).toLowerCase() === 'client') return;
          if (configs.length < most.configs) configs.push(textOf(one, 'config'));
          else found.hasTooMany = true;
        },
      },
    },
    custom: {
      members: {
        modmenu: {
          members: {
            badges: {
              items: {
                of: {},
                take(badge) {
                  found.isLibrary ||= badge === 'library';
                },
              },
            },
          },
        },
        'modmenu:api': {},
      },
    },
  };
  return {
    wanted,
    found(document: unknown): FabricStart {
      // Libraries, which other mods may call without naming them as a need, are not judged.
      const isLibrary = found.isLibrary || member(document, 'custom', 'modmenu:api') === true;
      const areForClients =
        kinds.has('client') && kinds.values().every((kind) => clientEntrypoints.has(kind));
      if (isLibrary || found.hasTooMany || !areForClients) return { classes };
      const { hasMixins } = found;
      return { classes, onClients: { entrypoints: [...kinds], mixinConfigs: configs, hasMixins } };
    },
  };
}

/** A text, or the member of an object that has it. */
function textOf(one: unknown, name: string): string {
  return typeof one === 'string' ? one : label(member(one, name), most.name);
}

/** The classes that a server may start a mod with, as far as they are in its jar and can be read. */
export function readStartClasses(jar: JarContents, { classes }: FabricStart): ReadClass[] {
  return classes.flatMap((path) => {
    const entry = jar.find(`${path}.class`);
    if (entry === null) return [];
    try {
      return [{ path, bytes: jar.readCode(entry, most.classBytes) }];
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  });
}

/**
 * Whether the configurations of a jar list mixins for clients alone. False for one that is not there, or that has code choose its
 * mixins. Throws RangeError or SyntaxError for one that cannot be read.
 */
export function areMixinsForClients(jar: JarContents, configs: readonly string[]): boolean {
  return configs.every((name) => {
    const entry = jar.find(name);
    if (entry === null) return false;
    let ofServers = 0;
    const list: Wanted = {
      items: {
        of: { longest: most.name },
        take: () => {
          ofServers++;
        },
      },
    };
    const document = readJson(jar.readText(entry, most.configBytes), {
      members: { mixins: list, server: list, plugin: { longest: most.name }, parent: { longest: most.name } },
    });
    return (
      ofServers === 0 && member(document, 'plugin') === undefined && member(document, 'parent') === undefined
    );
  });
}
