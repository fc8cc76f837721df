import type { WarningCode } from '../problem-codes.ts';
import { firstNamed, type ProblemList, printable } from '../problem-list.ts';
import { layersOf } from '../selection/base-folder.ts';
import { judgePaths } from '../selection/excluded-files.ts';
import { hasHiddenCharacters } from '../selection/hidden-names.ts';
import { type ArchiveEntry, isLink } from '../zip/entry.ts';
import { collisionKey } from '../zip/entry-names.ts';
import { addCollision, type SameButCase } from '../zip/judge-entries.ts';

/** A file with its name in the archive or the pack's index, and its path in the pack. */
interface LocatedFile {
  name: string;
  path: string;
  isLink: boolean;
}

interface Findings {
  problems: ProblemList;
  warnings: ProblemList<WarningCode>;
}

const modsKey = collisionKey('mods');

/**
 * Judges names whose effect depends on the path in the pack, once the base folder is known: links, hidden characters,
 * case.
 */
export function judgeFileNames(
  entries: readonly ArchiveEntry[],
  baseFolder: string,
  sameButCase: readonly SameButCase[],
  findings: Findings,
): void {
  const layers = layersOf(baseFolder);
  const pathOf = (name: string) => {
    const layer = layers.find((one) => name.startsWith(one) && name !== one);
    return layer === undefined ? null : name.slice(layer.length);
  };
  const located = entries.flatMap((entry): LocatedFile[] => {
    const path = pathOf(entry.name);
    return path === null ? [] : [{ name: entry.name, path, isLink: isLink(entry) }];
  });
  judgeHidden(located, findings);
  judgeLinks(located, findings);
  judgeCase(sameButCase, (name) => pathOf(name) ?? '', findings);
}

/**
 * Refuses hidden characters in `mods/` and in the pack's root, where a file could pass for another; warns of them
 * elsewhere.
 */
function judgeHidden(files: readonly Omit<LocatedFile, 'isLink'>[], { problems, warnings }: Findings): void {
  const hidden = files.filter(({ path }) => hasHiddenCharacters(path));
  for (const { name, path } of hidden)
    if (isInMods(path) || hasHiddenCharacters(path.split('/', 1)[0] ?? ''))
      problems.add(
        'HIDDEN_CHARACTER',
        `"${printable(name)}" has a character in its name that is not seen, or that turns the name around.`,
        name,
      );
  const [first] = hidden;
  if (first === undefined || problems.found.length > 0) return;
  warnings.add(
    'ENTRY_LEFT_OUT',
    `Names with characters that are not seen, or that turn them around, stay out: ${firstNamed(hidden.map(({ name }) => name))}. To have them in, rename them.`,
    first.name,
  );
}

/**
 * Refuses a link among the mods, because the mod itself is missing. Elsewhere a link is excluded, with a warning when
 * the file would be included.
 */
function judgeLinks(located: readonly LocatedFile[], { problems, warnings }: Findings): void {
  const links = located.filter((file) => file.isLink);
  if (links.length === 0) return;
  const ofMods = links.filter(({ path }) => isInMods(path) || collisionKey(path) === modsKey);
  for (const { name } of ofMods)
    problems.add(
      'LINK_ENTRY',
      `"${printable(name)}" is a symbolic link; zip the file that it leads to.`,
      name,
    );
  const overrides = { includeFiles: [], excludeFiles: [], includeWorld: false };
  const judge = judgePaths(
    located.map(({ path }) => path),
    overrides,
  );
  const missed = links.filter(({ path }) => !isInMods(path) && judge(path) === null).map(({ name }) => name);
  const [first] = missed;
  if (first !== undefined)
    warnings.add(
      'ENTRY_LEFT_OUT',
      `Symbolic links stay out: ${firstNamed(missed)}. To include their targets, zip those in their place.`,
      first,
    );
}

/** Refuses mods whose names differ only by case: loaders run on all systems, where both names have to be files. */
function judgeCase(
  pairs: readonly SameButCase[],
  pathOf: (name: string) => string,
  { problems, warnings }: Findings,
): void {
  const others = pairs.filter(([first, name]) => {
    if (!isInMods(pathOf(name)) && !isInMods(pathOf(first))) return true;
    addCollision(problems, { name }, first);
    return false;
  });
  const [pair] = others;
  if (pair !== undefined)
    warnings.add(
      'SAME_BUT_CASE',
      `Names that differ in nothing but the case of letters are one file on Windows and macOS: ${firstNamed(others.map(([, name]) => name))}.`,
      pair[1],
    );
}

/** Applies the same rules to files from an index, and returns the accepted ones. */
export function judgeNamedFiles<File extends { path: string }>(
  files: readonly File[],
  sameButCase: readonly SameButCase[],
  findings: Findings,
): File[] {
  judgeHidden(
    files.map(({ path }) => ({ name: path, path })),
    findings,
  );
  judgeCase(sameButCase, (name) => name, findings);
  return files.filter(({ path }) => !hasHiddenCharacters(path));
}

function isInMods(path: string): boolean {
  const slash = path.indexOf('/');
  return slash >= 0 && collisionKey(path.slice(0, slash)) === modsKey;
}
