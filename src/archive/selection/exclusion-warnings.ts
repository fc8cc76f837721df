import { isSecret } from '../../../texts/secret-names.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, firstNamed, printable } from '../problem-list.ts';
import type { Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { collisionKey } from '../zip/entry-names.ts';
import type { ExcludedFiles } from './excluded-files.ts';
import { isArchiveName } from './nested-archives.ts';
import { type ExclusionReason, foldersToReport, generatedSecrets } from './selection-rules.ts';

/** At most one warning for each of its codes. */
const mostWarnings = 4;

const asUseless: ReadonlySet<ExclusionReason> = new Set(['MAP', 'BACKUP', 'PROJECT', 'CACHE', 'OLD_COPY']);
const savedWorlds = 'saves/';
const generated = new Set(generatedSecrets.map(collisionKey));
const reportedFolders = new Set(foldersToReport.map((folder) => `${folder}/`));

/**
 * Warns of excluded files that somebody may miss, and how to include them: worlds, accounts, and traces of playing and
 * of making the pack. Files that servers never need, for example resource packs, appear only in previews.
 */
export function exclusionWarnings(
  leftOut: readonly ExcludedFiles[],
  { includeWorld }: Pick<RunConfiguration, 'includeWorld'>,
): Problem[] {
  const warnings = createProblemList<WarningCode>(mostWarnings);
  const warn = (
    code: WarningCode,
    wanted: (part: ExcludedFiles) => boolean,
    sentence: (parts: readonly [ExcludedFiles, ...ExcludedFiles[]]) => string,
  ) => {
    const [first, ...others] = leftOut.filter(wanted);
    if (first !== undefined) warnings.add(code, sentence([first, ...others]), first.path);
  };
  warn(
    'WORLD_LEFT_OUT',
    // With includeWorld, the pack's own world stays out for the save that was named instead.
    ({ reason, path }) => !includeWorld && reason === 'WORLD' && path.toLowerCase() !== savedWorlds,
    (parts) => `A world that was played stays out: ${named(parts)}. To include it, set includeWorld.`,
  );
  warn(
    'ACCOUNT_FILES_FOUND',
    ({ reason, path }) => reason === 'SECRET' && isOfAccounts(path),
    (parts) => accountsSentence(parts.map(({ path }) => path)),
  );
  warn(
    'SECRETS_LEFT_OUT',
    ({ reason, path }) => reason === 'SECRET' && !isOfAccounts(path) && !isGenerated(path),
    (parts) =>
      `${named(parts)} has a private key, and stays out. Everybody who gets the modpack can read it there: upload the modpack without it, and replace the key. To include it anyway, name it in includeFiles.`,
  );
  warn(
    'FILES_LEFT_OUT',
    ({ reason, path }) =>
      asUseless.has(reason) ||
      (reason === 'WORLD' && path.toLowerCase() === savedWorlds) ||
      (reason === 'CLIENT' && reportedFolders.has(path.toLowerCase())),
    (parts) => {
      const left = `Left over from playing or from making the pack, and stays out: ${named(parts)}.`;
      const world = parts.some(({ path }) => path.toLowerCase() === savedWorlds)
        ? ' To make one save the world of the server, name it in includeFiles, such as "saves/NAME".'
        : '';
      const other = parts.find(({ path }) => path.toLowerCase() !== savedWorlds);
      if (other === undefined) return `${left}${world}`;
      return `${left}${world} To include some of it, name it in includeFiles, such as "${printable(other.path.replace(/\/$/, ''))}".`;
    },
  );
  return warnings.found;
}

/** Warns of data packs beside `mods/`: the game loads data packs only from a world. */
export function dataPackWarnings(goingIn: readonly string[]): Problem[] {
  const found = goingIn.filter((name) => /^datapacks\/./i.test(name));
  const warnings = createProblemList<WarningCode>(1);
  if (found.length > 0)
    warnings.add(
      'DATA_PACKS_IN_ROOT',
      'Data packs go in beside mods/, in "datapacks/". The game loads them from the world alone: to have them there, name "datapacks" in includeFiles, unless a mod of the pack loads them.',
      'datapacks/',
    );
  return warnings.found;
}

/** Whether a mod or the game generates a missing secret, so that no warning is needed. */
function isGenerated(path: string): boolean {
  return generated.has(collisionKey(path.replace(/\/$/, '')));
}

/** Whether an excluded secret holds accounts rather than a private key. */
function isOfAccounts(path: string): boolean {
  return isSecret(path) || isArchiveName(path);
}

/** The sentence about files with accounts, and archives of such files, by path. */
export function accountsSentence(paths: readonly string[]): string {
  const found = paths.every(isSecret) ? 'Account files' : 'Account files, or archives with some,';
  return `${found} were found: ${firstNamed(paths)}. They stay out of every server pack, and only the uploader and operators can download the modpack itself. If others have had the archive, sign out of these accounts everywhere.`;
}

function named(parts: readonly ExcludedFiles[]): string {
  return firstNamed(parts.map(({ path }) => path));
}
