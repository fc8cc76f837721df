import { sql } from 'drizzle-orm';
import { type Config, ConfigError } from '../config.ts';
import { rows } from '../database/database.ts';
import { openForCommand } from '../database/open-for-command.ts';
import { type Finding, fault, ok, warn } from './finding.ts';

/** Seconds by which two clocks may differ. */
export const clockSeconds = 5;

/**
 * Whether the PostgreSQL server takes connections that keep their session, and its clock agrees. The embedded database
 * is left alone: a running service has it open, and another user's process would leave files in it.
 */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null) return [];
  let address = '';
  const print = (line: string) => {
    address = line;
  };
  try {
    await using database = await openForCommand(config, { print, migrates: false });
    const [answer = {}] = await rows(
      database.db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    );
    const now = 'now' in answer ? Number(answer.now) : Date.now();
    return [ok(address), checkClock('the database server', now - Date.now())];
  } catch (error) {
    if (error instanceof ConfigError) return [fault(error.message)];
    throw error;
  }
}

/** What this difference in milliseconds between another clock and ours means. */
export function checkClock(whose: string, difference: number): Finding {
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (seconds <= clockSeconds) return ok(`The clock of ${whose} agrees with the one here.`);
  return warn(
    `The clock of ${whose} is ${seconds} seconds off the one here. Let both machines keep time by NTP.`,
  );
}
