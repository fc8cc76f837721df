import { readJson, type Wanted } from '../lenient/json.ts';
import { label, member } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';
import type { ReadClass } from './read-class.ts';

/** How Fabric starts a mod, by its descriptor. */
export interface FabricStart {
  /** Paths of classes with which a server may start the mod. */
  classes: string[];
  /** Methods that Fabric always calls as a server starts. */
  calls: StartCall[];
  /** Mixin configurations that a server applies too; null when there are too many, or the mod is a library. */
  mixinConfigs: string[] | null;
  /** Set when only clients start the mod, though its parts for both sides may still work on a server. */
  onClients?: {
    entrypoints: string[];
    /** Whether it has any mixins. */
    hasMixins: boolean;
  };
}

/** A method that Fabric calls besides the constructor. */
export interface StartCall {
  /** Path of the class. */
  path: string;
  method: string;
}

/** The methods of entrypoints that Fabric calls on a dedicated server (Hooks.java of Fabric Loader, 2026-11). */
const serverCalls: ReadonlyMap<string, string> = new Map([
  ['main', 'onInitialize'],
  ['server', 'onInitializeServer'],
]);

/**
 * Entrypoints that no server calls. Fabric calls `client`, and runs data generators and tests in processes of their
 * own; Mod Menu and Roughly Enough Items call theirs on clients. Servers may call the entrypoints of other mods.
 */
const clientEntrypoints: ReadonlySet<string> = new Set([
  'client',
  'fabric-client-gametest',
  'fabric-datagen',
  'modmenu',
  'rei_client',
]);

/** Most start classes and mixin configurations, characters of a name, and bytes of a configuration and a class. */
const most = { classes: 3, configs: 32, name: 300, configBytes: 256 * 1024, classBytes: 256 * 1024 };

/** Collects from a `fabric.mod.json` how the mod is started. */
export function collectStart(onAdapter: (adapter: unknown) => void) {
  const calls: StartCall[] = [];
  const others: string[] = [];
  const kinds = new Set<string>();
  const configs: string[] = [];
  const found = { ofOne: [] as StartCall[], hasMixins: false, hasTooMany: false, isLibrary: false };
  const entrypoint: Wanted = {
    longest: most.name,
    items: {
      of: { longest: most.name, members: { adapter: {}, value: { longest: most.name } } },
      take(one) {
        onAdapter(member(one, 'adapter'));
        const [className = '', method = ''] = textOf(one, 'value').split('::');
        if (found.ofOne.length <= most.classes)
          found.ofOne.push({ path: className.replaceAll('.', '/'), method });
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
          if (clientEntrypoints.has(kind)) return;
          const called = serverCalls.get(kind);
          if (called === undefined)
            others.push(...ofKind.slice(0, most.classes - others.length).map(({ path }) => path));
          else
            calls.push(
              ...ofKind
                .slice(0, most.classes - calls.length)
                .map(({ path, method }) => ({ path, method: method || called })),
            );
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
      // Libraries are not judged, because other mods may call them without declaring a dependency.
      const isLibrary = found.isLibrary || member(document, 'custom', 'modmenu:api') === true;
      const areForClients =
        kinds.has('client') && kinds.values().every((kind) => clientEntrypoints.has(kind));
      // Calls by Fabric itself come first, since calls by other mods are less certain.
      const classes = [...calls.map(({ path }) => path), ...others].slice(0, most.classes);
      const start = { classes, calls, mixinConfigs: isLibrary || found.hasTooMany ? null : configs };
      if (start.mixinConfigs === null || !areForClients) return start;
      return { ...start, onClients: { entrypoints: [...kinds], hasMixins: found.hasMixins } };
    },
  };
}

/** A text, or the text in that member of an object. */
function textOf(one: unknown, name: string): string {
  return typeof one === 'string' ? one : label(member(one, name), most.name);
}

/** The readable classes of a jar with which a server may start the mod. */
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
 * Whether the configurations of a jar list mixins for clients alone. False when one is missing, or lets code choose its
 * mixins. Throws RangeError or SyntaxError when one cannot be read.
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
