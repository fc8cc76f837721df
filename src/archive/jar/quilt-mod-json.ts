import { type Fit, fitsFabricPredicates } from '../../modloaders/version-ranges.ts';
import { readJson, type Wanted } from '../lenient/json.ts';
import { items, member } from '../lenient/value.ts';
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
import { lowestJava } from './java-needs.ts';
import { quiltDependency, quiltId, quiltNeeds } from './needs.ts';

const format = 'quilt.mod.json';
const platform = new Set(['quilt_loader', 'quilt_base', 'quilted_fabric_api', 'java', 'minecraft']);

/** Reads a `quilt.mod.json`; throws SyntaxError when it is not even lenient JSON. */
export function readQuiltModJson(bytes: Uint8Array, limits: DeclaredLimits): DescriptorContent {
  const requires = collectIds(`${format} needs`, limits.maxRequires, limits.maxIdLength, platform);
  const provides = collectIds(`${format} provides`, limits.maxProvides, limits.maxIdLength);
  const nested = collectNames(limits.maxNestedJars);
  const languages = collectIds(`${format} uses`, limits.maxRequires, limits.maxIdLength, ownAdapters);
  const teaches = collectIds(`${format} teaches`, limits.maxRequires, limits.maxIdLength);
  const alternatives: string[][] = [];
  let ofJava: unknown = null;
  const require = (entry: unknown) => {
    if (quiltId(entry) === 'java') ofJava = entry;
    for (const ids of quiltNeeds(entry)) {
      const spelt = [...new Set(ids.map((id) => id.toLowerCase()))];
      const isKnown = spelt.every((id) => id.length <= limits.maxIdLength && !platform.has(id));
      if (spelt.length === 1) requires.add(spelt[0]);
      else if (isKnown && alternatives.length < limits.maxRequires) alternatives.push(spelt);
    }
  };
  const named: Wanted = { members: { id: {} } };
  const entrypoint: Wanted = {
    items: { of: { members: { adapter: {} } }, take: (one) => languages.add(member(one, 'adapter')) },
  };
  const document = readJson(bytes, {
    members: {
      quilt_loader: {
        members: {
          id: {},
          version: {},
          metadata: { members: { name: {} } },
          depends: { items: { of: quiltDependency, take: require } },
          provides: { items: { of: named, take: (mod) => provides.add(quiltId(mod)) } },
          entrypoints: { entries: { of: entrypoint, take: () => {} } },
          language_adapters: { entries: { of: {}, take: (_, name) => teaches.add(name) } },
          jars: { items: { of: {}, take: nested.add } },
        },
      },
      minecraft: { members: { environment: {} } },
    },
  });
  const mods = collectMods(format, limits);
  const loader = member(document, 'quilt_loader');
  const java = lowestJava(javaFits(ofJava));
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
              { server: 'dedicated_server', both: '*' },
            ),
            requires: requires.found(),
            provides: provides.found(),
            ...(alternatives.length > 0 && { alternatives }),
            ...(java !== null && { javaNeeds: [{ version: java, by: `depends on java in ${format}` }] }),
            ...languageFields(languages, teaches),
          },
    nestedJars: nested.found(),
    notes: [...mods.notes(), ...requires.notes(), ...provides.notes()],
  };
}

/** Whether a Java version satisfies a dependency, by Fabric's predicates. */
function javaFits(entry: unknown): (version: string) => Fit {
  const versions = items(member(entry, 'versions')).filter((one) => typeof one === 'string');
  return (version) => fitsFabricPredicates(versions, version);
}
