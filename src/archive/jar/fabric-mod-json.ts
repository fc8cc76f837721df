import { readJson } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';
import {
  collectIds,
  collectMods,
  collectNames,
  type DeclaredLimits,
  type DescriptorContent,
} from './declared.ts';
import { environmentSide } from './environment.ts';

const format = 'fabric.mod.json';
const platform = new Set(['fabric', 'fabricloader', 'java', 'minecraft']);

/** Reads a `fabric.mod.json`; throws SyntaxError when it is not even lenient JSON. */
export function readFabricModJson(bytes: Uint8Array, limits: DeclaredLimits): DescriptorContent {
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const provides = collectIds(`${format} provides`, limits.maxProvides, limits.maxIdLength);
  const nested = collectNames(limits.maxNestedJars);
  const document = readJson(bytes, {
    members: {
      id: {},
      name: {},
      version: {},
      environment: {},
      depends: { entries: { of: {}, take: (_, id) => requires.add(id) } },
      provides: { items: { of: {}, take: provides.add } },
      jars: { items: { of: { members: { file: {} } }, take: (jar) => nested.add(member(jar, 'file')) } },
    },
  });
  const mods = collectMods(format, limits);
  mods.add({
    id: member(document, 'id'),
    name: member(document, 'name'),
    version: member(document, 'version'),
  });
  return {
    descriptor:
      mods.found.length === 0
        ? null
        : {
            format,
            mods: mods.found,
            ...environmentSide(`${format}: environment`, member(document, 'environment'), 'server'),
            requires: requires.found(),
            provides: provides.found(),
          },
    nestedJars: nested.found(),
    notes: [...mods.notes(), ...requires.notes(), ...provides.notes()],
  };
}
