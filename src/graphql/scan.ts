import { permissionsOf } from '../access/permissions.ts';
import { releaseModPack, type Scan as ScanRow } from '../core/packs/scans.ts';
import { AppError } from '../errors.ts';
import type { NotScanned, ScanFinding } from '../scan/scan-task.ts';
import { builder } from './builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPack } from './objects.ts';

const FoundBy = builder.enumType('ScanFindingSource', {
  description: 'What knows a file as malware.',
  values: {
    CLAMD: { description: 'A signature of clamd.' },
    HASH_LIST: { description: 'A list of hashes: that of the operator, or that of this release.' },
    CLASS_RULES: { description: 'A rule of this release over class files of a known family.' },
  },
});

const Finding = builder.objectRef<ScanFinding>('ScanFinding').implement({
  description: 'Malware in a file of a modpack.',
  fields: (t) => ({
    entry: t.exposeString('entry', { description: 'The file, and behind ` > ` those within it.' }),
    signature: t.exposeString('signature', { description: 'The name that it is known by.' }),
    by: t.expose('by', { type: FoundBy, description: 'What knows it.' }),
  }),
});

const NotScannedType = builder.objectRef<NotScanned>('NotScannedFile').implement({
  description: 'A file of a modpack that was not scanned, or not whole.',
  fields: (t) => ({
    entry: t.exposeString('entry', {
      description: 'The file, and behind ` > ` those within it; empty for all.',
    }),
    reason: t.exposeString('reason', { description: 'Why, as a sentence.' }),
  }),
});

export const Scan = builder.objectRef<ScanRow>('ModPackScan').implement({
  description: 'The newest look for malware in a modpack, its fetched files included.',
  fields: (t) => ({
    quarantined: t.exposeBoolean('quarantined', {
      description:
        'Whether the modpack is in quarantine: downloads of it and of its server packs answer 410, and nothing is built of it, until an operator releases it.',
    }),
    findings: t.expose('findings', {
      type: [Finding],
      description:
        'The malware that scans have found, the newest first; 20 findings at most. A later scan that does not find it does not take it away.',
    }),
    notScanned: t.expose('notScanned', {
      type: [NotScannedType],
      description: 'Files that were not scanned whole; 50 at most.',
    }),
    notScannedCount: t.exposeInt('notScannedCount', { description: 'How many such files there are.' }),
    version: t.exposeString('version', {
      nullable: true,
      description:
        'The numbers of the rules, the list of hashes and the signatures; null when the scanner was away and the modpack passed.',
    }),
    scannedAt: t.expose('dateScanned', { type: 'DateTime', description: 'When.' }),
    releasedAt: t.expose('dateReleased', {
      type: 'DateTime',
      nullable: true,
      description: 'When an operator released it from quarantine; null when none has.',
    }),
    releaseReason: t.exposeString('releaseReason', { nullable: true, description: 'Why it was released.' }),
    releasedBy: t.string({
      nullable: true,
      description: 'The name of the token or sign-in that released it. For operators; null for others.',
      resolve: ({ releasedBy }, _args, { access, viewer }) =>
        permissionsOf(access.mode, viewer).has('operate') ? releasedBy : null,
    }),
  }),
});

const ReleaseInput = builder.inputType('ReleaseModPackInput', {
  description: 'A modpack in quarantine.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    reason: t.string({ required: true, description: 'Why it is no malware, in at most 1,000 characters.' }),
  }),
});

interface Released {
  modPackId: number;
}

const ModPackReleased = builder.objectRef<Released>('ModPackReleased').implement({
  description:
    'The modpack is out of quarantine. `retryModPack` builds the server pack that its run failed to.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      async resolve({ modPackId }, _args, { loaders }) {
        const modPack = await loaders.modPack.load(modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
        return modPack;
      },
    }),
  }),
});

const ReleaseResult = builder.unionType('ReleaseModPackResult', {
  description: 'The released modpack, or why it was not released.',
  types: [ModPackReleased, InvalidInputError, NotFoundError, ConflictError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'ModPackReleased'),
});

builder.mutationField('releaseModPack', (t) =>
  t.field({
    type: ReleaseResult,
    needs: 'operate',
    description:
      'Releases a modpack from quarantine. It stays released while later scans find nothing else. For operators.',
    args: { input: t.arg({ type: ReleaseInput, required: true, description: 'The modpack, and why.' }) },
    resolve: (_root, { input: { modPack, reason } }, { database, viewer }) =>
      orExpectedError<Released>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        await releaseModPack(database, { modPackId, reason, by: viewer.name });
        return { modPackId };
      }),
  }),
);
