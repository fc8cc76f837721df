import type { ListedVersions, VersionFeed } from './modloader.ts';

/** A Maven repository's list of all versions of one artifact; it judges only loader versions. */
export function mavenFeed(url: string): VersionFeed {
  return {
    url,
    parseVersions: (body) =>
      setOf([...body.matchAll(/<version>\s*([^<\s]{1,100})\s*<\/version>/g)].map((m) => m[1])),
  };
}

/** A JSON array of objects with a `version`; `judges` says which of the two versions the array lists. */
export function metaFeed(url: string, judges: 'gameVersion' | 'version'): VersionFeed {
  return {
    url,
    parseVersions(body) {
      const document = parseBody(body);
      if (!Array.isArray(document)) return null;
      return setOf(
        document.map((element) => textOf(element, 'version')),
        judges,
      );
    },
  };
}

/** The JSON document of an answer; undefined when invalid. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Versions as a searchable list; null for an empty one, which cannot be a real list. */
function setOf(
  versions: Iterable<string | undefined>,
  judges: 'gameVersion' | 'version' = 'version',
): ListedVersions | null {
  const known = new Set([...versions].filter((version) => version !== undefined));
  if (known.size === 0) return null;
  return {
    listed: (gameVersion, version) => known.has(judges === 'gameVersion' ? gameVersion : version),
    instead: () => ({ of: judges, versions: [...known] }),
  };
}

function textOf(element: unknown, key: 'id' | 'version'): string | undefined {
  const found = new Map(typeof element === 'object' && element !== null ? Object.entries(element) : []).get(
    key,
  );
  return typeof found === 'string' ? found : undefined;
}
