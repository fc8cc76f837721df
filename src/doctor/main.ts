/** Program: looks at what keeps a service from working as it is meant, and says what to do. */
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { escaped } from '../logging/escaped.ts';
import { settingsFilesOf } from '../settings/settings-in-force.ts';
import { allFindings } from './checks.ts';
import { type Finding, fault } from './finding.ts';
import { checkJwt } from './issuer.ts';
import { checkSettingsFile } from './settings-file.ts';

const usage = `npm run doctor               says what is wrong around the service, and what to do
    -- --token FILE          also whether the JSON web token of OIDC_ISSUER in this file is accepted, and for how long`;

const files = settingsFilesOf(process.execArgv);

function print({ verdict, says }: Finding): void {
  process.stdout.write(`${verdict.padEnd(5)} ${escaped(says)}\n`);
  if (verdict === 'fault') process.exitCode = 1;
}

/** The file of `--token FILE`; null without one, undefined for arguments that are not known. */
function parseTokenFile(): string | null | undefined {
  try {
    return parseArgs({ options: { token: { type: 'string' } } }).values.token ?? null;
  } catch {
    return undefined;
  }
}

async function look(tokenFile: string | null): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const finding of files.flatMap(checkSettingsFile)) print(finding);
    const [, ...faults] = error.message.split('\n');
    for (const says of faults) print(fault(says.trim()));
    return;
  }
  for await (const finding of allFindings(config, files)) print(finding);
  if (tokenFile !== null) print(await checkJwt(config, tokenFile));
}

const tokenFile = parseTokenFile();
if (tokenFile === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else {
  await look(tokenFile);
}
