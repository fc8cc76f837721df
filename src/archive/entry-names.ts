import type { ArchiveLimits } from './limits.ts';
import type { ProblemCode } from './problem-codes.ts';

/** What is wrong with a name: the code and the rest of a sentence that begins with the name. */
export interface NameFault {
  code: ProblemCode;
  fault: string;
}

const controlCharacters = /\p{Cc}/u;
const driveLetter = /^[A-Za-z]:/;
/** What Windows lets follow the name of a file or folder and still takes for the same: `::$DATA`, `:$I30:$INDEX_ALLOCATION`. */
const streamType = /:(?:\$I30)?:\$[A-Z_]+(?=\/|$)/gi;
const onlyDotsAndSpaces = /^[. ]+$/;
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[.:]|$)/i;

/** Judges the name of an entry as every system that may unpack it would take it; null when it is harmless. */
export function judgeName(
  name: string,
  limits: Pick<ArchiveLimits, 'nameBytes' | 'segmentBytes' | 'depth'>,
): NameFault | null {
  if (name === '') return { code: 'EMPTY_NAME', fault: 'has no name' };
  if (Buffer.byteLength(name) > limits.nameBytes)
    return { code: 'NAME_TOO_LONG', fault: `has a name of more than ${limits.nameBytes} bytes` };
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
  // Windows drops dots and spaces at the end of a name, so that ".. " and "..." climb as ".." does.
  if (onlyDotsAndSpaces.test(segment.replace(streamType, '')))
    return {
      code: 'PATH_TRAVERSAL',
      fault: `has "${segment}" in its path, which can lead out of the folder`,
    };
  if (driveLetter.test(segment))
    return { code: 'DRIVE_LETTER', fault: `has the drive "${segment.slice(0, 2)}" in its path` };
  if (deviceName.test(segment))
    return { code: 'DEVICE_NAME', fault: `has "${segment}" in its path, the name of a Windows device` };
  if (Buffer.byteLength(segment) > longest)
    return { code: 'NAME_TOO_LONG', fault: `has a part of more than ${longest} bytes in its path` };
  return null;
}

/** The name without the `./` that some programs write in front of every name. */
export function withoutDotSlash(name: string): string {
  return name.replace(/^(?:\.\/)+/, '');
}

/** The same string for all names that some system takes for one file: by case, by Unicode form, by what Windows drops. */
export function collisionKey(name: string): string {
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  return path
    .normalize('NFC')
    .toUpperCase()
    .normalize('NFC')
    .replace(streamType, '')
    .replace(/[. ]+(?=\/|$)/g, '');
}

/** The folders that a path lies in, from the innermost outwards; one with a slash at its end is a folder itself. */
export function* foldersOf(path: string): Generator<string> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
    yield path.slice(0, slash);
}
