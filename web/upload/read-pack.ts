import type { ManifestKind } from '../../client/gql/schema.ts';
import { isSecret } from '../../texts/secret-names.ts';
import { type Marker, type MarkerName, markerNames, readMarker } from './marker.ts';

/** The facts found in a file before it is sent. */
export type PackReading =
  | { fault: 'empty' | 'notZip' }
  | {
      fault: null;
      marker: Marker | null;
      /** The service may read versions that the browser cannot. */
      isLeftToService: boolean;
      /** Entries with accounts or passwords. */
      secrets: string[];
    };

/** In bytes and entries: what is larger the service reads, not the browser. */
const largestMarker = 16_000_000;
const mostEntries = 300_000;

/** Markers that only the service reads. Two have further forms beside those read here. */
const readByService = new Set([
  'pack.toml',
  'mcbbs.packmeta',
  'profile.json',
  'instance.json',
  'manifest.json',
  // Of an installer, which holds no pack.
  'server-setup-config.yaml',
]);

/** A `versions/NAME/NAME.json` of HMCL, PCL and the game's own launcher, which only the service reads too. */
const versionFile = /(?:^|\/)([^/]+)\/\1\.json$/;
const ofExports: ReadonlySet<ManifestKind> = new Set(['CURSEFORGE_EXPORT', 'MODRINTH']);
/** Depth of it below the top: beside a wrapping folder and a game folder, `versions/` and its own. */
const deepestVersion = 5;

/** Depth of a marker below the top: a wrapping folder and a game folder. */
const deepest = 3;

/** Reads the directory of an archive, and of its entries only the marker file that tells what it is for. */
export async function readPack(file: File): Promise<PackReading> {
  if (file.size === 0) return { fault: 'empty' };
  const { BlobReader, TextWriter, ZipReader, configure } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  try {
    const found: { name: MarkerName; depth: number; read(): Promise<string> }[] = [];
    let count = 0;
    let isLeftToService = false;
    let hasVersion = false;
    const secrets: string[] = [];
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1;
      if (count > mostEntries) break;
      if (!entry.directory && isSecret(entry.filename)) secrets.push(entry.filename);
      const parts = entry.filename.replaceAll('\\', '/').split('/');
      const last = parts.at(-1) ?? '';
      const name = markerNames.find((one) => one === last);
      // An archive at the top may be the pack itself.
      const isPack = parts.length === 1 && /\.(?:zip|mrpack)$/i.test(last);
      if (isPack || (parts.length <= deepest && readByService.has(last))) isLeftToService = true;
      if (parts.length <= deepestVersion && versionFile.test(parts.join('/'))) hasVersion = true;
      if (entry.directory || name === undefined || parts.length > deepest) continue;
      if (entry.encrypted || entry.uncompressedSize > largestMarker) continue;
      found.push({ name, depth: parts.length, read: () => entry.getData(new TextWriter()) });
    }
    found.sort((a, b) => a.depth - b.depth || markerNames.indexOf(a.name) - markerNames.indexOf(b.name));
    for (const { name, read } of found) {
      const marker = readMarker(name, parse(await read().catch(() => '')));
      // In a game folder, the version that is started counts before what an export has left there.
      if (marker !== null && hasVersion && ofExports.has(marker.kind)) continue;
      if (marker !== null) return { fault: null, marker, isLeftToService: false, secrets };
    }
    return { fault: null, marker: null, isLeftToService: isLeftToService || hasVersion, secrets };
  } catch {
    return { fault: 'notZip' };
  } finally {
    await zip.close().catch(() => undefined);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
