import { layersOf } from './base-folder.ts';
import { collisionKey } from './entry-names.ts';
import { hasHiddenCharacters } from './hidden-names.ts';
import { addCollision, type SameButCase } from './judge-entries.ts';
import { judgePaths } from './left-out.ts';
import type { WarningCode } from './problem-codes.ts';
import { firstNamed, type ProblemList, printable } from './problem-list.ts';
import { type ArchiveEntry, isLink } from './zip/entry.ts';

/** A file by its name in the archive or the pack's index, and its path in the pack. */
interface PlacedFile {
  name: string;
  path: string;
  isLink: boolean;
}

interface Told {
  problems: ProblemList;
  warnings: ProblemList<WarningCode>;
}

const modsKey = collisionKey('mods');

/** Judges what depends on where in the pack a file is, once it is known which folder that is: links, hidden characters, case. */
export function judgeFileNames(
  entries: readonly ArchiveEntry[],
  baseFolder: string,
  sameButCase: readonly SameButCase[],
  told: Told,
): void {
  const layers = layersOf(baseFolder);
  const pathOf = (name: string) => {
    const layer = layers.find((one) => name.startsWith(one) && name !== one);
    return layer === undefined ? null : name.slice(layer.length);
  };
  const placed = entries.flatMap((entry): PlacedFile[] => {
    const path = pathOf(entry.name);
    return path === null ? [] : [{ name: entry.name, path, isLink: isLink(entry) }];
  });
  judgeHidden(placed, told);
  judgeLinks(placed, told);
  judgeCase(sameButCase, (name) => pathOf(name) ?? '', told);
}

/** Refuses names with hidden characters in `mods/` and at the top of a pack, where they could pass for others; elsewhere they are told. */
function judgeHidden(files: readonly Omit<PlacedFile, 'isLink'>[], { problems, warnings }: Told): void {
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

/** A link among the mods is a mod that is not there. Elsewhere it stays out, which is told where the file would go in. */
function judgeLinks(placed: readonly PlacedFile[], { problems, warnings }: Told): void {
  const links = placed.filter((file) => file.isLink);
  if (links.length === 0) return;
  const ofMods = links.filter(({ path }) => isInMods(path) || collisionKey(path) === modsKey);
  for (const { name } of ofMods)
    problems.add(
      'LINK_ENTRY',
      `"${printable(name)}" is a symbolic link; zip the file that it leads to.`,
      name,
    );
  const wishes = { includeFiles: [], excludeFiles: [], includeWorld: false };
  const judge = judgePaths(
    placed.map(({ path }) => path),
    wishes,
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

/** Loaders look for mods on systems of all kinds, so there both names have to be files. */
function judgeCase(
  pairs: readonly SameButCase[],
  pathOf: (name: string) => string,
  { problems, warnings }: Told,
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

/** Applies the same rules to named files, and returns those that stay in the pack. */
export function judgeNamedFiles<File extends { path: string }>(
  files: readonly File[],
  sameButCase: readonly SameButCase[],
  told: Told,
): File[] {
  judgeHidden(
    files.map(({ path }) => ({ name: path, path })),
    told,
  );
  judgeCase(sameButCase, (name) => name, told);
  return files.filter(({ path }) => !hasHiddenCharacters(path));
}

function isInMods(path: string): boolean {
  const slash = path.indexOf('/');
  return slash >= 0 && collisionKey(path.slice(0, slash)) === modsKey;
}
