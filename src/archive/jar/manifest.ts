import { decodeText } from '../lenient/text.ts';
import { label } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';

/** The main attributes of a jar's own manifest, by their lower-case names. */
export type JarManifest = ReadonlyMap<string, string>;

export const manifestEntry = 'META-INF/MANIFEST.MF';

/** Most bytes of the main section; the sections of single files that follow may be long. */
const longestSection = 64 * 1024;
/** Most kept attributes, and most characters of one. */
const most = { attributes: 200, characters: 16_384 };

/** Reads the main section of a jar's manifest, up to the first empty line; empty when missing or unreadable. */
export function readManifest(jar: JarContents, maxBytes: number): JarManifest {
  const entry = jar.files.get(manifestEntry);
  if (entry === undefined) return new Map();
  try {
    return attributesIn(decodeText(jar.read(entry, maxBytes).subarray(0, longestSection)));
  } catch {
    return new Map();
  }
}

function attributesIn(text: string): JarManifest {
  const attributes = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line === '') break;
    // A line holds at most 72 bytes; longer values continue on a line that begins with a blank.
    if (line.startsWith(' ')) attributes.set(name, (attributes.get(name) ?? '') + line.slice(1));
    else {
      const colon = line.indexOf(':');
      name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      if (attributes.size < most.attributes || attributes.has(name))
        attributes.set(name, line.slice(colon + 1));
    }
  }
  return new Map(attributes.entries().map(([key, value]) => [key, label(value, most.characters)]));
}
