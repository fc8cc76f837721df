import { readJson, type Wanted } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';
import {
  collectIds,
  collectMods,
  collectNames,
  type DeclaredLimits,
  type DescriptorContent,
  languageFields,
  ownAdapters,
} from './declared.ts';
import { environmentSide } from './environment.ts';

const format = 'fabric.mod.json';
const environments = { server: 'server', both: '*' };
const oldSides = { server: 'server', both: 'universal' };
const platform = new Set(['fabric', 'fabricloader', 'java', 'minecraft']);

/** Reads a `fabric.mod.json`; throws SyntaxError when it is not even lenient JSON. */
export function readFabricModJson(bytes: Uint8Array, limits: DeclaredLimits): DescriptorContent {
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const oldRequires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const languages = collectIds(`${format} uses`, limits.maxRequires, limits.maxIdLength, ownAdapters);
  const teaches = collectIds(`${format} teaches`, limits.maxRequires, limits.maxIdLength);
  const provides = collectIds(`${format} provides`, limits.maxProvides, limits.maxIdLength);
  const nested = collectNames(limits.maxNestedJars);
  const entrypoint: Wanted = {
    items: { of: { members: { adapter: {} } }, take: (one) => languages.add(member(one, 'adapter')) },
  };
  const document = readJson(bytes, {
    members: {
      schemaVersion: {},
      side: {},
      requires: { entries: { of: {}, take: (_, id) => oldRequires.add(id) } },
      entrypoints: { entries: { of: entrypoint, take: () => {} } },
      languageAdapters: { entries: { of: {}, take: (_, name) => teaches.add(name) } },
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
  // The first form has no number; it has other names for the side and the needs, and nothing of what came later.
  const isOld = Number(member(document, 'schemaVersion') ?? 0) === 0;
  const side = isOld ? member(document, 'side') : undefined;
  const needs = isOld ? oldRequires : requires;
  return {
    descriptor:
      mods.found.length === 0
        ? null
        : {
            format,
            mods: mods.found,
            ...(side === undefined
              ? environmentSide(`${format}: environment`, member(document, 'environment'), environments)
              : environmentSide(`${format}: side`, side, oldSides)),
            requires: needs.found(),
            provides: provides.found(),
            ...languageFields(languages, teaches),
          },
    nestedJars: nested.found(),
    notes: [...mods.notes(), ...needs.notes(), ...provides.notes()],
  };
}
