import type { VersionNeed } from '../../modloaders/modloader.ts';
import { fitsFabricPredicates } from '../../modloaders/version-ranges.ts';
import { readJson, type Wanted } from '../lenient/json.ts';
import { items, label, member } from '../lenient/value.ts';
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
import { collectStart } from './fabric-start.ts';
import { lowestJava } from './java-needs.ts';

const format = 'fabric.mod.json';
const environments = { server: 'server', both: '*' };
const oldSides = { server: 'server', both: 'universal' };
const platform = new Set(['fabric', 'fabricloader', 'java', 'minecraft']);

/** Ids that are no mods, whose required versions are kept, in front of the others. */
const versioned = new Set(['minecraft', 'fabricloader']);
/**
 * Most versioned needs, alternatives of one need, and characters of an alternative; further ones are skipped silently.
 */
const most = { needs: 64, alternatives: 8, characters: 100 };
const predicates: Wanted = {
  longest: most.characters + 1,
  items: { of: { longest: most.characters + 1 }, most: most.alternatives + 1 },
};

/** Reads a `fabric.mod.json`; throws SyntaxError when it is not even lenient JSON. */
export function readFabricModJson(bytes: Uint8Array, limits: DeclaredLimits): DescriptorContent {
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const oldRequires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const languages = collectIds(`${format} uses`, limits.maxRequires, limits.maxIdLength, ownAdapters);
  const teaches = collectIds(`${format} teaches`, limits.maxRequires, limits.maxIdLength);
  const provides = collectIds(`${format} provides`, limits.maxProvides, limits.maxIdLength);
  const nested = collectNames(limits.maxNestedJars);
  const platformNeeds: VersionNeed[] = [];
  const modNeeds: VersionNeed[] = [];
  const breaks: VersionNeed[] = [];
  let java: string[] | null = null;
  const addTo = (list: VersionNeed[], value: unknown, id: string) => {
    const versions = versionsIn(value);
    if (versions !== null && id.length <= limits.maxIdLength && list.length < most.needs)
      list.push({ on: id.toLowerCase(), versions });
  };
  const start = collectStart(languages.add);
  const document = readJson(bytes, {
    members: {
      schemaVersion: {},
      side: {},
      requires: { entries: { of: {}, take: (_, id) => oldRequires.add(id) } },
      ...start.wanted,
      languageAdapters: { entries: { of: {}, take: (_, name) => teaches.add(name) } },
      id: {},
      name: {},
      version: {},
      environment: {},
      depends: {
        entries: {
          of: predicates,
          take(value, id) {
            requires.add(id);
            if (versioned.has(id)) addTo(platformNeeds, value, id);
            else if (!platform.has(id) && value !== '*') addTo(modNeeds, value, id);
            if (id === 'java') java = versionsIn(value);
          },
        },
      },
      breaks: { entries: { of: predicates, take: (value, id) => addTo(breaks, value, id) } },
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
  // The first format has no version number, other names for side and dependencies, and none of the later fields.
  const isOld = Number(member(document, 'schemaVersion') ?? 0) === 0;
  const side = isOld ? member(document, 'side') : undefined;
  const versionNeeds = [...platformNeeds, ...modNeeds];
  const needs = isOld ? oldRequires : requires;
  const javas = java ?? [];
  const lowest = isOld ? null : lowestJava((version) => fitsFabricPredicates(javas, version));
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
            ...(!isOld && versionNeeds.length > 0 && { versionNeeds }),
            ...(!isOld && breaks.length > 0 && { breaks }),
            ...(lowest !== null && { javaNeeds: [{ version: lowest, by: `depends.java in ${format}` }] }),
            ...languageFields(languages, teaches),
          },
    nestedJars: nested.found(),
    notes: [...mods.notes(), ...needs.notes(), ...provides.notes()],
    ...(!isOld && { start: start.found(document) }),
  };
}

/** The predicates of one need; null when invalid, too many or too long. */
function versionsIn(value: unknown): string[] | null {
  const written = items(value);
  const versions = written.map((one) => (typeof one === 'string' ? label(one, most.characters) : ''));
  const isFit =
    versions.length > 0 &&
    versions.length <= most.alternatives &&
    versions.every((one, index) => one !== '' && one === written[index]);
  return isFit ? versions : null;
}
