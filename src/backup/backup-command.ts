import { z } from 'zod';
import { backupStates } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type Backups, findBackup } from './backups.ts';
import { readPlace } from './place-address.ts';

/** A command on backups for the running gateway. */
export const backupCommand = z.discriminatedUnion('do', [
  /** Begins a backup, into the place of the settings by default. */
  z.object({ do: z.literal('back up'), to: z.string().nullable() }),
  z.object({ do: z.literal('look at backup'), id: z.int() }),
]);
export type BackupCommand = z.infer<typeof backupCommand>;

/** What a command answers, as its only line. */
export const backupState = z.object({
  id: z.int(),
  name: z.string(),
  place: z.string(),
  state: z.enum(backupStates),
  reason: z.string().nullable(),
  files: z.number(),
  bytes: z.number(),
  modPacks: z.number(),
  lost: z.number(),
});
export type BackupState = z.infer<typeof backupState>;

/** Runs a command and returns the backup as a line of JSON. Fails with INVALID_INPUT, CONFLICT or NOT_FOUND. */
export async function runBackupCommand(
  { database, backups }: { database: Pick<Database, 'db'>; backups: Pick<Backups, 'begin'> },
  command: BackupCommand,
): Promise<string[]> {
  const find = async () => {
    if (command.do === 'look at backup') return findBackup(database, command.id);
    const to = command.to === null ? undefined : readPlace(command.to);
    if (to === null) throw new AppError('INVALID_INPUT', `${command.to} is no place for backups.`);
    return (await backups.begin(to)).backup;
  };
  const found = await find();
  if (found === null) throw new AppError('NOT_FOUND', 'There is no such backup.');
  return [JSON.stringify(backupState.parse(found))];
}
