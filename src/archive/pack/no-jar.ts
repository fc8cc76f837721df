import type { ProblemCode, WarningCode } from '../problem-codes.ts';
import { createProblemList, printable } from '../problem-list.ts';
import type { Problem } from '../report.ts';

/** Kinds of files named like a jar that are none, each with a sentence's rest that follows the name. */
const kinds = {
  empty: 'is empty. Its download has failed; get it again',
  page: 'is a web page, as a failed download leaves one. Get the jar again',
  pointer: 'is a pointer of Git LFS and not the jar itself. Run "git lfs pull", then zip the pack again',
  zeros: 'holds nothing but zeros, as a download or a disk that failed leaves it. Get the jar again',
  cut: 'is cut off. Its download has broken off; get it again',
  other: 'is no jar, but something else. Get the jar again',
} as const;

export type NoJar = keyof typeof kinds;

/** Bytes at the beginning that identify a file's kind. */
const beginning = 1_024;
const byteOrderMark = /^\ufeff/;

/** The kind of a file without a zip's end record. */
export function whatIsNoJar(bytes: Uint8Array): NoJar {
  if (bytes.length === 0) return 'empty';
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, beginning));
  const text = start.toString().replace(byteOrderMark, '').trimStart().toLowerCase();
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return 'pointer';
  if (/^<(?:!doctype html|html|head|body|!--[\s\S]*<html)/.test(text)) return 'page';
  if (text.startsWith('pk\u0003\u0004')) return 'cut';
  return bytes.every((byte) => byte === 0) ? 'zeros' : 'other';
}

/** A jar of a pack, and its actual kind when it is none. */
interface NoJarCandidate {
  file: string;
  noJar?: NoJar;
}

/** A warning for each file that is no jar, by its path, and a problem when these are more than half. */
export function judgeNoJars(
  mods: readonly NoJarCandidate[],
  most: { warnings: number; bytes: number },
): { problems: Problem[]; warnings: Problem[] } {
  const warnings = createProblemList<WarningCode>(most.warnings, most.bytes);
  const problems = createProblemList<ProblemCode>(1, most.bytes);
  const none = mods.filter(({ noJar }) => noJar !== undefined);
  for (const { file, noJar = 'other' } of none)
    warnings.add('NOT_A_JAR', `"${printable(file)}" ${kinds[noJar]}.`, `mods/${file}`);
  const [first] = none;
  if (first !== undefined && 2 * none.length > mods.length) {
    const count =
      mods.length === 1
        ? 'The one jar in mods/ is none'
        : `${none.length} of the ${mods.length} jars in mods/ are none`;
    const { file, noJar = 'other' } = first;
    problems.add('MODS_ARE_NO_JARS', `${count}: "${printable(file)}" ${kinds[noJar]}.`, `mods/${file}`);
  }
  return { problems: problems.found, warnings: warnings.found };
}
