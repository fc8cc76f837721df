import { onLines, type Told } from '../on-lines.ts';

/** Class files of Java 1.1 have version 45, and each release has one more. */
const classFileBase = 44;

function tooOld(needed: number, found?: number): Told {
  const now = found === undefined ? '' : `, and Java ${found} was used`;
  return {
    cause: 'WRONG_JAVA',
    message: `This needs Java ${needed}${now}.`,
    act: { kind: 'USE_JAVA', java: needed },
  };
}

function tooNew(message: string, java: number | null): Told {
  return { cause: 'WRONG_JAVA', message, act: java === null ? null : { kind: 'USE_JAVA', java } };
}

/** A Java that is too old, too new, or was given options that it does not know. */
export const java = onLines([
  {
    has: 'more recent version of the Java Runtime',
    pattern: /class file version (\d{2,3})\.\d+\)(?:.{0,200}up to (\d{2,3})\.)?/,
    tell: ([, needed = '', found]) =>
      tooOld(Number(needed) - classFileBase, found === undefined ? undefined : Number(found) - classFileBase),
    traced: true,
  },
  {
    has: ['(java)', 'of java,'],
    pattern:
      /requires (?:version )?(\d{1,2})(?:\.\d+)* or later of (?:'[^']{1,100}' \(java\)|java), but only the wrong version is present: (\d{1,2})/,
    tell: ([, needed = '', found = '']) => tooOld(Number(needed), Number(found)),
  },
  {
    has: 'Requested by:',
    pattern: /Mod ID: 'java', .{0,200}Expected range: '\[(\d{1,2})/,
    tell: ([, needed = '']) => tooOld(Number(needed)),
  },
  {
    has: 'Unsupported class file major version',
    pattern: /Unsupported class file major version (\d{2,3})/,
    tell: ([, found = '']) =>
      tooNew(`Java ${Number(found) - classFileBase} is newer than this modloader or a mod can read.`, null),
    traced: true,
  },
  {
    has: 'cannot be cast to class java.net.URLClassLoader',
    pattern: /cannot be cast to class java\.net\.URLClassLoader/,
    tell: () => tooNew('This game is too old for Java 9 and newer: it needs Java 8.', 8),
  },
  {
    has: 'ManifestEntryVerifier',
    pattern: /NoSuchMethodError: .{0,80}sun\.security\.util\.ManifestEntryVerifier/,
    tell: () => tooNew('This version of Forge is too old for the Java that was used: take Java 8.', 8),
  },
  {
    has: ['Unrecognized VM option', 'Unrecognized option:'],
    pattern: /Unrecognized (?:VM option '([^']{1,100})'|option: (\S{1,100}))/,
    tell: ([, vm, option]) =>
      tooNew(
        `The Java that was used does not know the option ${vm ?? option}: it is too old, too new, or of another make.`,
        null,
      ),
  },
  {
    has: '@',
    pattern: /Could not find or load main class @(\S{1,100})/,
    tell: () => tooOld(17, 8),
  },
]);
