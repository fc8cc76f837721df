import { timesOfBackups } from '../backup/place.ts';
import { nameOfPlace } from '../backup/place-address.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warn, wordsOf } from './finding.ts';

const hourMs = 3_600_000;

/** Whether the newest backup is as young as BACKUP_EVERY_HOURS promises. */
export async function checkBackups(config: Config): Promise<Finding[]> {
  const { place, everyHours } = config.backups;
  const name = nameOfPlace(place);
  try {
    const [newest] = await timesOfBackups(place, config);
    if (newest === undefined)
      return [
        warn(
          `There is no backup in ${name}. Run "npm run backup", and set BACKUP_EVERY_HOURS to have it done.`,
        ),
      ];
    const hours = Math.floor((Date.now() - newest.getTime()) / hourMs);
    const age = `The newest backup in ${name} is ${hours} hours old`;
    // One that is under way is not there yet.
    if (everyHours !== null && hours > 2 * everyHours)
      return [
        fault(
          `${age}, and BACKUP_EVERY_HOURS is ${everyHours}. The operator's room says why the last ones failed.`,
        ),
      ];
    return [ok(`${age}.`)];
  } catch (error) {
    return [fault(`The backups in ${name} cannot be listed: ${wordsOf(error)}. See to BACKUP_DIR.`)];
  }
}
