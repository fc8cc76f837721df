import { readJson, type Wanted } from '../lenient/json.ts';
import { flag, label, member } from '../lenient/value.ts';
import {
  collectIds,
  collectMods,
  collectNames,
  type DeclaredLimits,
  type DescriptorContent,
} from './declared.ts';
import { environmentSide } from './environment.ts';

const format = 'quilt.mod.json';
const platform = new Set(['quilt_loader', 'quilt_base', 'quilted_fabric_api', 'java', 'minecraft']);

/** Reads a `quilt.mod.json`; throws SyntaxError when it is not even lenient JSON. */
export function readQuiltModJson(bytes: Uint8Array, limits: DeclaredLimits): DescriptorContent {
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const provides = collectIds(`${format} provides`, limits.maxProvides, limits.maxIdLength);
  const nested = collectNames(limits.maxNestedJars);
  const named: Wanted = { members: { id: {}, optional: {} } };
  const require = (mod: unknown) => {
    if (flag(member(mod, 'optional')) !== true) requires.add(idOf(mod));
  };
  // An array among the dependencies holds alternatives, and any of them may be the one that is there.
  const dependency: Wanted = { items: { of: named, take: require } };
  const document = readJson(bytes, {
    members: {
      quilt_loader: {
        members: {
          id: {},
          version: {},
          metadata: { members: { name: {} } },
          depends: { items: { of: dependency, take: () => {} } },
          provides: { items: { of: named, take: (mod) => provides.add(idOf(mod)) } },
          jars: { items: { of: {}, take: nested.add } },
        },
      },
      minecraft: { members: { environment: {} } },
    },
  });
  const mods = collectMods(format, limits);
  const loader = member(document, 'quilt_loader');
  mods.add({
    id: member(loader, 'id'),
    name: member(loader, 'metadata', 'name'),
    version: member(loader, 'version'),
  });
  return {
    descriptor:
      mods.found.length === 0
        ? null
        : {
            format,
            mods: mods.found,
            ...environmentSide(
              `${format}: minecraft.environment`,
              member(document, 'minecraft', 'environment'),
              'dedicated_server',
            ),
            requires: requires.found(),
            provides: provides.found(),
          },
    nestedJars: nested.found(),
    notes: [...mods.notes(), ...requires.notes(), ...provides.notes()],
  };
}

/** The id in a dependency or `provides` entry, without the group that may stand before it (`group:id`). */
function idOf(entry: unknown): string {
  const id = label(typeof entry === 'string' ? entry : member(entry, 'id'), longestEntry);
  return id.slice(id.lastIndexOf(':') + 1);
}

/** Characters of a group and an id; as many as the reader keeps. */
const longestEntry = 2_000;
