import { createHash } from 'node:crypto';
import { decodeText } from '../lenient/text.ts';
import { parseToml } from '../lenient/toml.ts';
import { label, member } from '../lenient/value.ts';
import type { ArchiveLimits } from '../limits.ts';
import { printable } from '../problem-list.ts';
import type { SideClaim } from '../report.ts';
import type { PackEntry } from '../selection/selection.ts';
import type { LocatedEntry } from '../zip/entry.ts';
import { murmurFingerprint } from './murmur.ts';

/** A launcher's note on a client-only jar, with the hash that identifies the jar. */
export interface ClientNote {
  /** The archive entry with the note. */
  file: string;
  hash: string;
  hashFormat: HashFormat;
}

const hashFormats = ['sha512', 'sha256', 'sha1', 'md5', 'murmur2'] as const;
type HashFormat = (typeof hashFormats)[number];

/** Paths of notes: `mods/.index/` for Prism and packs made with packwiz; packwiz itself puts them beside the jars. */
const noteName = /^mods\/(?:\.index\/)?[^/]+\.pw\.toml$/i;
/** Most values of one note that are kept; real notes have two dozen. */
const mostValues = 200;

/**
 * The jars in `mods/` that a launcher's notes call client-only, by file name. The limits of a marker file apply: its
 * number of files to the number of notes, its bytes to all notes together.
 */
export function readClientNotes(
  pack: readonly PackEntry<LocatedEntry>[],
  read: (entry: LocatedEntry) => Uint8Array | null,
  { manifestFiles, manifestBytes }: Pick<ArchiveLimits, 'manifestFiles' | 'manifestBytes'>,
): ReadonlyMap<string, ClientNote> {
  const notes = new Map<string, ClientNote>();
  let left = manifestBytes;
  for (const { entry } of pack.filter(({ name }) => noteName.test(name)).slice(0, manifestFiles)) {
    left -= Math.max(entry.size, entry.compressedSize);
    if (left < 0) break;
    const bytes = read(entry);
    const note = bytes === null ? null : clientNote(bytes);
    if (note !== null) notes.set(note.jar, { file: entry.name, ...note.hash });
  }
  return notes;
}

function clientNote(
  bytes: Uint8Array,
): { jar: string; hash: Pick<ClientNote, 'hash' | 'hashFormat'> } | null {
  const { document } = parseToml(decodeText(bytes), mostValues);
  if (label(member(document, 'side')).toLowerCase() !== 'client') return null;
  const jar = label(member(document, 'filename'), 1_000);
  const hash = label(member(document, 'download', 'hash')).toLowerCase();
  const named = label(member(document, 'download', 'hash-format')).toLowerCase();
  const hashFormat = hashFormats.find((format) => format === named);
  return hashFormat === undefined ? null : { jar, hash: { hash, hashFormat } };
}

/** The note's objection to the jar on a server; empty when the note describes another jar. */
export function claimsOfNote(note: ClientNote | undefined, jar: Uint8Array): SideClaim[] {
  if (note === undefined || hashOf(jar, note.hashFormat) !== note.hash) return [];
  return [{ reason: 'PACK_INDEX', evidence: `${printable(note.file)} says that it is for clients only.` }];
}

function hashOf(bytes: Uint8Array, format: HashFormat): string {
  if (format === 'murmur2') return String(murmurFingerprint(bytes));
  return createHash(format).update(bytes).digest('hex');
}
