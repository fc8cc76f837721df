import { decodeText } from '../lenient/text.ts';
import { label } from '../lenient/value.ts';
import type { JarContents } from './contents.ts';

/** The main attributes of a jar's own manifest, by their lower-case names. */
export type JarManifest = ReadonlyMap<string, string>;

export const manifestEntry = 'META-INF/MANIFEST.MF';

/** Bytes of a main section that are looked at; the sections of single files that follow it may be long. */
const longestSection = 64 * 1024;
/** Most attributes that are kept, and most characters of one. */
const most = { attributes: 200, characters: 16_384 };

/** Reads the main section of a jar's manifest, which ends with the first empty line; empty when there is none or it cannot be read. */
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
    // A line holds 72 bytes; longer ones continue after a blank.
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
