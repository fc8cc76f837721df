import type { backupStates } from '../../drizzle/schema.ts';
import { type Backup as BackupRow, listBackups } from '../backup/backups.ts';
import { builder } from './builder.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { Administration } from './objects.ts';

const stateWords: Record<(typeof backupStates)[number], { description: string }> = {
  RUNNING: { description: 'The backup is being made.' },
  WHOLE: { description: 'The backup was whole when it had been made.' },
  FAILED: { description: 'There is no such backup; the reason is given.' },
};

const BackupState = builder.enumType('BackupState', {
  description: 'What has become of a backup.',
  values: stateWords,
});

/** The last backups of a list. */
const mostShown = 50;

const Backup = builder.objectRef<BackupRow>('Backup').implement({
  description: 'A backup that the service has begun. For operators.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name, by which `npm run restore` finds the backup.' }),
    place: t.exposeString('place', { description: 'The folder, or `s3://bucket/prefix`.' }),
    state: t.field({
      type: BackupState,
      description: 'What has become of the backup.',
      resolve: ({ state }) => state,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why the backup has failed, as a sentence. Null where it has not.',
    }),
    modPacks: t.exposeInt('modPacks', { description: 'Modpacks in the backup; 0 until it is whole.' }),
    files: t.exposeInt('files', {
      description: 'Files in the backup; of a running one, those that are there already.',
    }),
    bytes: t.expose('bytes', {
      type: 'BigInt',
      description: 'Bytes of these files, including those shared with earlier backups; 0 until it is whole.',
    }),
    lostFiles: t.exposeInt('lost', {
      description: 'Files that were missing or damaged in the store, and are not in the backup.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the backup was begun.' }),
    endedAt: t.expose('dateEnded', {
      type: 'DateTime',
      nullable: true,
      description: 'When the backup ended. Null until then.',
    }),
  }),
});

builder.objectField(Administration, 'backups', (t) =>
  t.field({
    type: [Backup],
    description: `The newest ${mostShown} backups that the service has begun, the newest first.`,
    resolve: (_administration, _args, { operation: { database } }) => listBackups(database, mostShown),
  }),
);

const BackupResult = resultOf(Backup, 'The backup, or why none was begun.');

builder.mutationField('createBackup', (t) =>
  t.field({
    type: BackupResult,
    needs: 'operate',
    description:
      'Begins a backup of all rows and files as of one moment, into `BACKUP_DIR`. It goes on after the answer; ' +
      '`administration.backups` tells how it ends. For operators.',
    resolve: (_root, _args, { parts: { backups } }) =>
      orExpectedError(async () => (await backups.begin()).backup),
  }),
);
