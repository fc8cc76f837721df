import { compareGameVersions } from '../../modloaders/game-version.ts';
import { type FailingUpdates, failingUpdates } from '../../modloaders/java-facts.ts';
import { traceOfClass } from '../frames.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

/** Class files of Java 1.1 have version 45, and each release has one more. */
const classFileBase = 44;

function tooOld(
  needed: number,
  { found, whose }: { found?: number; whose?: string | undefined } = {},
): RuleFinding {
  const now = found === undefined ? '' : `, and Java ${found} was used`;
  const trace = whose === undefined ? null : traceOfClass(whose);
  return {
    cause: 'WRONG_JAVA',
    message: `${trace?.className ?? 'This'} needs Java ${needed}${now}.`,
    traces: trace === null ? [] : [trace],
    act: { kind: 'USE_JAVA', java: needed },
  };
}

function tooNew(message: string, java: number | null): RuleFinding {
  return { cause: 'WRONG_JAVA', message, act: java === null ? null : { kind: 'USE_JAVA', java } };
}

const byManifest = failingUpdates.filter(({ failure }) => failure === 'MANIFEST_ENTRY_VERIFIER');

/** The finding for a build of a modloader that fails on newer updates of its Java, from the known builds. */
function failingUpdate(known: readonly FailingUpdates[]): RuleFinding {
  const [first] = known;
  const mended = known
    .flatMap(({ take, games }) => (take === null ? [] : [{ take, game: games.to }]))
    .toSorted((a, b) => compareGameVersions(a.game, b.game))
    .map(({ take, game }) => `${take} or later for ${game}`)
    .join(', ');
  const updates = new Set(known.flatMap(({ firstFailing }) => firstFailing.map(({ name }) => name)));
  const older = known.find((one) => one.older !== null)?.older;
  const elsewhere = older ? `use ${older.name}` : `add the mod ${first?.mod?.name} (${first?.mod?.url})`;
  return {
    cause: 'WRONG_JAVA',
    message: `This version of ${first?.modloader} stops on newer updates of its Java (${[...updates].join(', ')} and later): take ${first?.modloader} ${mended}, or ${elsewhere}.`,
    act: { kind: 'USE_LOADER', version: mended },
  };
}

/** A Java that is too old, too new, or got unknown options. */
export const java: LogRule = [
  {
    has: ['more recent version of the Java Runtime'],
    pattern:
      /(?:([\w./$]{1,300}) has been compiled by a )?more recent version of the Java Runtime \(class file version (\d{2,3})\.\d+\)(?:.{0,200}up to (\d{2,3})\.)?/,
    report: ([, whose, needed = '', found]) =>
      tooOld(Number(needed) - classFileBase, {
        whose,
        ...(found === undefined ? {} : { found: Number(found) - classFileBase }),
      }),
    traced: true,
  },
  {
    has: ['Unsupported major.minor version'],
    pattern: /UnsupportedClassVersionError: ([\w./$]{1,300}) : Unsupported major\.minor version (\d{2,3})\./,
    report: ([, whose, needed = '']) => tooOld(Number(needed) - classFileBase, { whose }),
    traced: true,
  },
  {
    has: ['(java)', 'of java,'],
    pattern:
      /requires (?:version )?(\d{1,2})(?:\.\d+)* or later of (?:'[^']{1,100}' \(java\)|java), but only the wrong version is present: (\d{1,2})/,
    report: ([, needed = '', found = '']) => tooOld(Number(needed), { found: Number(found) }),
    stops: true,
  },
  {
    has: ['Requested by:'],
    pattern: /Mod ID: 'java', .{0,200}Expected range: '\[(\d{1,2})/,
    report: ([, needed = '']) => tooOld(Number(needed)),
    stops: true,
  },
  {
    has: ['Unsupported class file major version'],
    pattern: /Unsupported class file major version (\d{2,3})/,
    report: ([, found = '']) =>
      tooNew(`Java ${Number(found) - classFileBase} is newer than this modloader or a mod can read.`, null),
    traced: true,
  },
  {
    has: ['cannot be cast to class java.net.URLClassLoader', 'cannot be cast to java.net.URLClassLoader'],
    pattern: /cannot be cast to (?:class )?java\.net\.URLClassLoader/,
    report: () => tooNew('This game is too old for Java 9 and newer: it needs Java 8.', 8),
  },
  {
    has: ['ManifestEntryVerifier'],
    pattern: /NoSuchMethodError: .{0,80}sun\.security\.util\.ManifestEntryVerifier/,
    report: () => failingUpdate(byManifest),
    // The frame with the failing library tells the era of the game.
    refine: (frame) =>
      frame.includes('cpw.mods.jarhandling.')
        ? failingUpdate(byManifest.filter(({ games }) => games.to === '1.17.1'))
        : frame.includes('cpw.mods.modlauncher.SecureJarHandler.')
          ? failingUpdate(byManifest.filter(({ games }) => games.to !== '1.17.1'))
          : null,
  },
  {
    // LaunchWrapper's line that removes a tweaker from the list, in releases from 1.9 on and in 1.8, whose logs name no
    // jar.
    has: ['Launch.java:117)', 'Launch.java:114)'],
    pattern: /net\.minecraft\.launchwrapper\.Launch\.launch\(Launch\.java:(?:117\)|114\)$)/,
    report: () => failingUpdate(failingUpdates.filter(({ failure }) => failure === 'SORTED_TWEAKERS')),
  },
  {
    has: ['Unrecognized VM option', 'Unrecognized option:'],
    pattern: /Unrecognized (?:VM option '([^']{1,100})'|option: (\S{1,100}))/,
    report: ([, vm, option]) =>
      tooNew(
        `The Java that was used does not know the option ${vm ?? option}: it is too old, too new, or of another make.`,
        null,
      ),
    stops: true,
  },
  {
    has: ['main class @'],
    pattern: /Could not find or load main class @(\S{1,100})/,
    report: () => tooOld(17, { found: 8 }),
    stops: true,
  },
];
