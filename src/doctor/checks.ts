import { type Config, findRemovedSettings } from '../config.ts';
import { checkBackups } from './backups.ts';
import { checkBoots } from './boots.ts';
import { checkBucket } from './bucket.ts';
import { checkCallers, checkPublicUrl } from './callers.ts';
import { checkDataFolder, checkDisk } from './data-folder.ts';
import { checkDatabase } from './database.ts';
import { type Finding, fault, warn, wordsOf } from './finding.ts';
import { checkIssuer } from './issuer.ts';
import { checkScanner } from './scanner.ts';
import { checkSettingsFile } from './settings-file.ts';

/** The checks that ask no other machine; a start makes them too. */
export function quickFindings(config: Config, settingsFiles: readonly string[]): Finding[] {
  return [
    ...settingsFiles.flatMap(checkSettingsFile),
    ...checkRemovedSettings(),
    ...checkDataFolder(config),
    ...checkDisk(config),
    ...checkCallers(config),
  ];
}

function checkRemovedSettings(): Finding[] {
  const names = findRemovedSettings();
  return names.length === 0
    ? []
    : [warn(`These settings were removed and have no effect: ${names.join(', ')}.`)];
}

/** The checks that ask the other programs and machines which the settings name. */
const asking = {
  PUBLIC_URL: checkPublicUrl,
  'the database': checkDatabase,
  'the bucket': checkBucket,
  'the issuer of tokens': checkIssuer,
  clamd: checkScanner,
  backups: checkBackups,
  boots: checkBoots,
};

/** All findings, as they come. */
export async function* allFindings(
  config: Config,
  settingsFiles: readonly string[],
): AsyncGenerator<Finding> {
  yield* quickFindings(config, settingsFiles);
  for (const [subject, check] of Object.entries(asking))
    yield* await check(config).catch((error: unknown) => [
      fault(`The check of ${subject} has failed: ${wordsOf(error)}.`),
    ]);
}
