import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { flag, items, label, member } from '../lenient/value.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';

/** Prism's words for platforms that number their packs; elsewhere the id is a label. */
const platformsWithIds = new Set(['flame', 'modrinth', 'ftb']);

/** The `mmc-pack.json` of MultiMC and Prism; the name stands in `instance.cfg` beside it, and Prism adds the ids there. */
export const multiMc: ManifestFormat = {
  read(document, beside) {
    const listed = member(document, 'components');
    if (!Array.isArray(listed)) return null;
    const components = items(listed).filter((component) => flag(member(component, 'disabled')) !== true);
    const game = components.find((component) => member(component, 'uid') === 'net.minecraft');
    const gameVersion = textAt(game, 'version');
    const [loader] = components.flatMap((component) => {
      const modloader = loaderOfLauncherId(label(member(component, 'uid')));
      return modloader === null ? [] : [{ modloader, version: label(member(component, 'version')) }];
    });
    const settings = readSettings(beside('instance.cfg') ?? '');
    const isManaged = flag(settings.get('ManagedPack')) === true;
    const hasIds = isManaged && platformsWithIds.has(settings.get('ManagedPackType') ?? '');
    return {
      manifest: {
        kind: 'MULTIMC',
        name: (settings.get('name') ?? settings.get('ManagedPackName')) || null,
        version: (isManaged && settings.get('ManagedPackVersionName')) || null,
        projectID: hasIds ? platformId(settings.get('ManagedPackID')) : null,
        versionID: hasIds ? platformId(settings.get('ManagedPackVersionID')) : null,
        gameVersion,
        modloader: loader?.modloader ?? null,
        modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
      },
      referencedMods: [],
    };
  },
};

/** More characters than any name or id has, escapes included. */
const longestValue = 2000;

/** Reads `key=value` lines; the first of a key counts, and section headers are passed over. */
function readSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    const key = line.slice(0, Math.max(equals, 0)).trim();
    if (key !== '' && !settings.has(key))
      settings.set(
        key,
        label(
          unescaped(
            line
              .slice(equals + 1)
              .trim()
              .slice(0, longestValue),
          ),
        ),
      );
  }
  return settings;
}

/** A value as it was before it was written: quoted where it holds a comma or the like, with escapes as in C. */
function unescaped(value: string): string {
  const body = /^"(.*)"$/.exec(value)?.[1] ?? value;
  return body.replaceAll(/\\(?:x([0-9a-f]{1,4})|([\s\S]))/gi, (_, code?: string, letter = '') => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return letter === 'n' || letter === 't' ? ' ' : letter;
  });
}
