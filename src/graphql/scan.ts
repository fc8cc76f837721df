import { permissionsOf } from '../access/permissions.ts';
import { findScans, releaseModPack, type Scan as ScanRow } from '../core/packs/scans.ts';
import type { NotScanned, ScanFinding } from '../scan/scan-task.ts';
import { builder } from './builder.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { loaderByKey } from './loaders.ts';
import { changedModPack, ModPackResult } from './results.ts';

const FoundBy = builder.enumType('ScanFindingSource', {
  description: 'The source that identifies a file as malware.',
  values: {
    CLAMD: { description: 'A signature of clamd.' },
    HASH_LIST: { description: "A list of hashes: the operator's, or the one in this release." },
    CLASS_RULES: { description: 'A rule of this release about class files of a known malware family.' },
  },
});

const Finding = builder.objectRef<ScanFinding>('ScanFinding').implement({
  description: 'Malware in a file of a modpack.',
  fields: (t) => ({
    entry: t.exposeString('entry', { description: 'The file, with ` > ` before each file nested in it.' }),
    signature: t.exposeString('signature', { description: 'The name of the malware.' }),
    by: t.expose('by', { type: FoundBy, description: 'The source of the finding.' }),
  }),
});

const NotScannedType = builder.objectRef<NotScanned>('NotScannedFile').implement({
  description: 'A file of a modpack that was not scanned, or only in part.',
  fields: (t) => ({
    entry: t.exposeString('entry', {
      description: 'The file, as in `ScanFinding`; empty for all files.',
    }),
    reason: t.exposeString('reason', { description: 'The reason, as a sentence.' }),
  }),
});

/** The newest scan for malware, by the modpack. */
export const scanLoader = loaderByKey(findScans, ({ modPackId }) => modPackId);

export const Scan = builder.objectRef<ScanRow>('ModPackScan').implement({
  description: 'The newest scan of a modpack for malware, including its fetched files.',
  fields: (t) => ({
    quarantined: t.exposeBoolean('quarantined', {
      description:
        'Whether the modpack is in quarantine: it is neither downloaded nor built until an operator releases ' +
        'it.',
    }),
    findings: t.expose('findings', {
      type: [Finding],
      description: 'The malware that scans have found, the newest first; at most 20. Findings stay.',
    }),
    notScanned: t.expose('notScanned', {
      type: [NotScannedType],
      description: 'Files that were not scanned in full; 50 at most.',
    }),
    notScannedCount: t.exposeInt('notScannedCount', {
      description: 'The number of files that were not scanned in full.',
    }),
    version: t.exposeString('version', {
      nullable: true,
      description:
        "The version numbers of the scanner's rules, hashes and signatures. Null where the scanner was " +
        'unavailable.',
    }),
    scannedAt: t.expose('dateScanned', { type: 'DateTime', description: 'When.' }),
    releasedAt: t.expose('dateReleased', {
      type: 'DateTime',
      nullable: true,
      description: 'When an operator released the modpack from quarantine. Null where there was no release.',
    }),
    releaseReason: t.exposeString('releaseReason', {
      nullable: true,
      description: 'Why the modpack was released. Null where it was not.',
    }),
    releasedBy: t.string({
      nullable: true,
      description:
        'The name of the token or sign-in that released the modpack. For operators. Null where the caller is ' +
        'none.',
      resolve: ({ releasedBy }, _args, { parts: { access }, viewer }) =>
        permissionsOf(access.mode, viewer).has('operate') ? releasedBy : null,
    }),
  }),
});

const ReleaseInput = builder.inputType('ReleaseModPackInput', {
  description: 'A modpack in quarantine.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    reason: t.string({
      required: true,
      description: 'Why the finding is wrong, in at most 1,000 characters.',
    }),
  }),
});

builder.mutationField('releaseModPack', (t) =>
  t.field({
    type: ModPackResult,
    needs: 'operate',
    description: 'Releases a modpack from quarantine, until a scan finds something else. For operators.',
    args: {
      input: t.arg({ type: ReleaseInput, required: true, description: 'The modpack, and the reason.' }),
    },
    resolve: (_root, { input: { modPack, reason } }, context) =>
      orExpectedError(async () => {
        const { viewer, operation } = context;
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        await releaseModPack(operation.database, { modPackId, reason, by: viewer.name });
        scanLoader(context).clear(modPackId);
        return changedModPack(context, modPackId);
      }),
  }),
);
