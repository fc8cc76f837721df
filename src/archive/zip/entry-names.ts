import type { ArchiveLimits } from '../limits.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { printable } from '../problem-list.ts';

/** A fault of a name: its code, and a sentence's rest that follows the name. */
export interface NameFault {
  code: ProblemCode;
  fault: string;
}

const controlCharacters = /\p{Cc}/u;
const driveLetter = /^[A-Za-z]:/;
/** Suffixes that Windows ignores in a file or folder name: `::$DATA`, `:$I30:$INDEX_ALLOCATION`. */
const streamType = /:(?:\$I30)?:\$[A-Z_]+(?=\/|$)/gi;
/** Characters that HFS+ ignores when it compares names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
const onlyDotsAndSpaces = /^[. ]*$/;
/** More marks on one character than any script uses: normalising a pile of marks takes time quadratic in its size. */
const pileOfMarks = /\p{M}{31}/u;
/** Whether a name is that of a Windows device, whatever its ending. */
export const deviceName =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[.:]|$)/i;

export type NameLimits = Pick<ArchiveLimits, 'nameBytes' | 'segmentBytes' | 'depth'>;

/**
 * Judges an entry's name as any unpacking system might read it; null when the name is harmless. The length is checked
 * first, which bounds all further work.
 */
export function judgeName(name: string, limits: NameLimits): NameFault | null {
  if (name === '') return { code: 'EMPTY_NAME', fault: 'has no name' };
  if (isLongerThan(name, limits.nameBytes))
    return { code: 'NAME_TOO_LONG', fault: `has a name of more than ${limits.nameBytes} bytes` };
  if (pileOfMarks.test(name))
    return { code: 'NAME_TOO_LONG', fault: 'has a character with more than 30 marks on it in its name' };
  if (controlCharacters.test(name))
    return { code: 'CONTROL_CHARACTER', fault: 'has a control character in its name' };
  if (name.startsWith('/')) return { code: 'ABSOLUTE_PATH', fault: 'is an absolute path' };
  const backslash = name.includes('\\');
  const segments = name.split(/[/\\]/);
  if (segments.at(-1) === '') segments.pop();
  for (const segment of segments) {
    const fault = judgeSegment(segment, limits.segmentBytes);
    if (fault !== null) return fault;
  }
  if (backslash)
    return {
      code: 'BACKSLASH_IN_NAME',
      fault: 'has a backslash in its name; zip the folder with another program',
    };
  if (segments.length > limits.depth + 1)
    return { code: 'PATH_TOO_DEEP', fault: `lies in more than ${limits.depth} folders` };
  return null;
}

function judgeSegment(segment: string, longest: number): NameFault | null {
  if (segment === '' || segment === '.')
    return { code: 'EMPTY_SEGMENT', fault: 'has an empty part or a single dot in its path' };
  // Windows drops dots and spaces at the end of a name, so ".. " and "..." climb as ".." does; a nameless stream of a
  // folder is the folder itself.
  if (onlyDotsAndSpaces.test(segment.replace(streamType, '')))
    return {
      code: 'PATH_TRAVERSAL',
      fault: `has "${printable(segment)}" in its path, which can lead out of the folder`,
    };
  if (driveLetter.test(segment))
    return { code: 'DRIVE_LETTER', fault: `has the drive "${segment.slice(0, 2)}" in its path` };
  if (deviceName.test(segment))
    return {
      code: 'DEVICE_NAME',
      fault: `has "${printable(segment)}" in its path, the name of a Windows device`,
    };
  if (isLongerThan(segment, longest))
    return { code: 'NAME_TOO_LONG', fault: `has a part of more than ${longest} bytes in its path` };
  return null;
}

/** A string never has fewer bytes than UTF-16 units, so the length alone rejects an endless name. */
function isLongerThan(name: string, bytes: number): boolean {
  return name.length > bytes || Buffer.byteLength(name) > bytes;
}

/** The name without the `./` that some programs write in front of every name. */
export function withoutDotSlash(name: string): string {
  return name.replace(/^(?:\.\/)+/, '');
}

/**
 * One key for all names that some system takes for the same file: by case, by Unicode form, by what Windows drops. Only
 * for names that `judgeName` admits, because a pile of marks costs quadratic time.
 */
export function collisionKey(name: string): string {
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  const folded = path
    .normalize('NFC')
    .toUpperCase()
    .normalize('NFC')
    .replace(passedOver, '')
    .replace(streamType, '');
  return folded.split('/').map(withoutDropped).join('/');
}

/** A part of a path without the dots and spaces at its end, which Windows drops. */
function withoutDropped(segment: string): string {
  let end = segment.length;
  while (segment[end - 1] === '.' || segment[end - 1] === ' ') end--;
  return segment.slice(0, end);
}

/** The folders around a path, from the innermost outwards; a path that ends in a slash is itself a folder. */
export function* foldersOf(path: string): Generator<string> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    yield path.slice(0, slash);
}

/** All folders around the paths, each of them once. */
export function foldersOfAll(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (const folder of foldersOf(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
