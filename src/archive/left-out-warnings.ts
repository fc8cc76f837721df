import { isSecret } from '../../texts/secret-names.ts';
import type { LeftOut } from './left-out.ts';
import { isArchiveName } from './nested-archives.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, firstNamed, printable } from './problem-list.ts';
import type { Problem } from './report.ts';
import { foldersToTellOf, type LeftOutReason } from './selection-rules.ts';

/** At most one warning for each of its codes. */
const mostWarnings = 4;

const asUseless: ReadonlySet<LeftOutReason> = new Set(['MAP', 'BACKUP', 'PROJECT', 'CACHE', 'OLD_COPY']);
const savedWorlds = 'saves/';
const toTellOf = new Set(foldersToTellOf.map((folder) => `${folder}/`));

/**
 * Warns of omitted files that somebody may miss, and how to include them: worlds, accounts, and traces of playing and
 * of making the pack. Files that servers never need, such as resource packs, appear in previews alone.
 */
export function leftOutWarnings(leftOut: readonly LeftOut[]): Problem[] {
  const warnings = createProblemList<WarningCode>(mostWarnings);
  const tell = (
    code: WarningCode,
    wanted: (part: LeftOut) => boolean,
    sentence: (parts: readonly [LeftOut, ...LeftOut[]]) => string,
  ) => {
    const [first, ...others] = leftOut.filter(wanted);
    if (first !== undefined) warnings.add(code, sentence([first, ...others]), first.path);
  };
  tell(
    'WORLD_LEFT_OUT',
    ({ reason, path }) => reason === 'WORLD' && path.toLowerCase() !== savedWorlds,
    (parts) => `A world that was played stays out: ${named(parts)}. To include it, set includeWorld.`,
  );
  tell(
    'ACCOUNT_FILES_FOUND',
    ({ reason, path }) => reason === 'SECRET' && isOfAccounts(path),
    (parts) => accountsSentence(parts.map(({ path }) => path)),
  );
  tell(
    'SECRETS_LEFT_OUT',
    ({ reason, path }) => reason === 'SECRET' && !isOfAccounts(path),
    (parts) =>
      `${named(parts)} has a private key, and stays out. Everybody who gets the modpack can read it there: upload the modpack without it, and replace the key. To include it anyway, name it in includeFiles.`,
  );
  tell(
    'FILES_LEFT_OUT',
    ({ reason, path }) =>
      asUseless.has(reason) ||
      (reason === 'WORLD' && path.toLowerCase() === savedWorlds) ||
      (reason === 'CLIENT' && toTellOf.has(path.toLowerCase())),
    (parts) =>
      `Left over from playing or from making the pack, and stays out: ${named(parts)}. To include some of it, name it in includeFiles, such as "${printable(parts[0].path.replace(/\/$/, ''))}".`,
  );
  return warnings.found;
}

/** Warns of data packs beside `mods/`: the game loads them from a world alone. */
export function dataPackWarnings(goingIn: readonly string[]): Problem[] {
  const found = goingIn.filter((name) => /^datapacks\/./i.test(name));
  const warnings = createProblemList<WarningCode>(1);
  if (found.length > 0)
    warnings.add(
      'DATA_PACKS_IN_ROOT',
      'Data packs go in beside mods/, in "datapacks/". The game loads them from "world/datapacks/" alone: move them there before the first start, unless a mod of the pack loads them.',
      'datapacks/',
    );
  return warnings.found;
}

/** Whether what stays out as a secret holds accounts; else it has a private key. */
function isOfAccounts(path: string): boolean {
  return isSecret(path) || isArchiveName(path);
}

/** What is told of files that hold accounts, and of archives with such files, by their paths. */
export function accountsSentence(paths: readonly string[]): string {
  const found = paths.every(isSecret) ? 'Account files' : 'Account files, or archives with some,';
  return `${found} were found: ${firstNamed(paths)}. They stay out of every server pack, and only the uploader and operators can download the modpack itself. If others have had the archive, sign out of these accounts everywhere.`;
}

function named(parts: readonly LeftOut[]): string {
  return firstNamed(parts.map(({ path }) => path));
}
