/** Program: looks at what keeps a service from working as it is meant, and says what to do. */
import { type Config, ConfigError, readConfig } from '../config.ts';
import { escaped } from '../logging/escaped.ts';
import { settingsFilesOf } from '../settings/settings-in-force.ts';
import { allFindings } from './checks.ts';
import { type Finding, fault } from './finding.ts';
import { checkSettingsFile } from './settings-file.ts';

const files = settingsFilesOf(process.execArgv);

function print({ verdict, says }: Finding): void {
  process.stdout.write(`${verdict.padEnd(5)} ${escaped(says)}\n`);
  if (verdict === 'fault') process.exitCode = 1;
}

let config: Config | null = null;
try {
  config = readConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  for (const finding of files.flatMap(checkSettingsFile)) print(finding);
  const [, ...faults] = error.message.split('\n');
  for (const says of faults) print(fault(says.trim()));
}
if (config !== null) for await (const finding of allFindings(config, files)) print(finding);
