import { accountOf, admitGeneration, lineCallerOf } from '../access/accounts.ts';
import { takeFinishedUpload } from '../access/resumable-uploads.ts';
import { nameOf } from '../core/files/file-name.ts';
import { type AcceptedRun, requestServerPack, retryModPack, uploadModPack } from '../core/packs/mod-packs.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { UploadedFile } from '../storage/storage.ts';
import { builder } from './builder.ts';
import { ownersUrl } from './download-url.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPackInput } from './inputs.ts';
import { ModPack, modPackLoader, Run } from './objects.ts';
import { RunConfigurationInput } from './run-configuration.ts';

export const RunStarted = builder.objectRef<AcceptedRun>('RunStarted').implement({
  description: 'The request was accepted; follow `run`.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      async resolve({ modPackId }, _args, context) {
        const modPack = await modPackLoader(context).load(modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
        return modPack;
      },
    }),
    run: t.field({
      type: Run,
      description: 'The run.',
      resolve: ({ runConfiguration: configuration }) => ({ configuration }),
    }),
    ownerSecret: t.string({
      nullable: true,
      description:
        'Proves in `updateModPack` and `deleteModPack` that the caller uploaded the modpack; returned only ' +
        'once. Null where the caller has a token or sign-in, and where the modpack was stored before or is a ' +
        "version of a platform's project.",
      resolve: ({ ownerSecret }) => ownerSecret ?? null,
    }),
    archiveUrl: t.string({
      nullable: true,
      description:
        'A link with which the uploader gets the sent archive back for a while, even where its check refuses ' +
        'it. Null where no archive was sent.',
      async resolve({ modPackId, isSent }, _args, context) {
        const modPack = isSent ? await modPackLoader(context).load(modPackId) : null;
        return modPack && ownersUrl(context, modPack);
      },
    }),
  }),
});

export const RunStartedResult = resultOf(RunStarted, 'The started run, or why none was started.');

/** Description of the argument `line`. */
export const lineArgument =
  'The name of the line that the modpack becomes a version of: small letters, digits and hyphens. The ' +
  'first version creates the line for the caller; overrides absent from the run configuration are ' +
  'those of the line.';

const ArchiveInput = builder.inputType('ModPackArchiveInput', {
  description: 'The archive of a modpack.',
  isOneOf: true,
  fields: (t) => ({
    file: t.field({ type: 'Upload', description: 'A zip or an .mrpack, sent with this request.' }),
    upload: t.id({
      description: 'A finished upload to /uploads: the last segment of its address.',
    }),
  }),
});

const UploadInput = builder.inputType('UploadModPackInput', {
  description: 'A modpack, and the run configuration of its first server pack.',
  fields: (t) => ({
    archive: t.field({ type: ArchiveInput, required: true, description: 'The archive.' }),
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'The run configuration of the server pack.',
    }),
    line: t.string({ description: lineArgument }),
  }),
});

const GenerateInput = builder.inputType('GenerateServerPackInput', {
  description: 'A stored modpack, and the run configuration of another server pack.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'The run configuration of the server pack.',
    }),
  }),
});

builder.mutationFields((t) => ({
  uploadModPack: t.field({
    type: RunStartedResult,
    description: 'Stores a modpack, and queues its check and the building of a server pack.',
    args: { input: t.arg({ type: UploadInput, required: true, description: 'The upload.' }) },
    needs: 'publish',
    resolve: (_root, { input: { archive, runConfiguration, line } }, context) =>
      orExpectedError(async () => {
        const { viewer } = context;
        const { access } = context.parts;
        const claim = line == null ? null : { of: { name: line }, by: lineCallerOf(viewer, access.mode) };
        const take = (received: UploadedFile, spend?: (tx: Queries) => Promise<void>) =>
          uploadModPack(
            context.parts,
            { file: received, name: nameOf(received), runConfiguration, line: claim },
            accountOf(viewer, spend),
          );
        if (archive.file) return take(archive.file);
        if (!archive.upload)
          throw new AppError('INVALID_INPUT', 'archive.upload is blank.', { field: 'archive' });
        const taken = { id: archive.upload, uploader: { viewer, ticket: null } };
        return takeFinishedUpload(context.parts, taken, take);
      }),
  }),
  generateServerPack: t.field({
    type: RunStartedResult,
    description: 'Queues the building of another server pack from a stored modpack.',
    args: { input: t.arg({ type: GenerateInput, required: true, description: 'The request.' }) },
    needs: 'publish',
    resolve: (_root, { input: { modPack, runConfiguration } }, context) =>
      orExpectedError(async () => {
        const { viewer } = context;
        const { access } = context.parts;
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        await admitGeneration(context.parts, viewer, modPackId);
        const by = lineCallerOf(viewer, access.mode);
        return requestServerPack(context.parts, { modPackId, runConfiguration, by }, accountOf(viewer));
      }),
  }),
  retryModPack: t.field({
    type: RunStartedResult,
    description: 'Starts a new run like the newest of a modpack in state ERROR. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: ModPackInput, required: true, description: 'The modpack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', input.modPack);
        const { caller } = accountOf(context.viewer);
        return retryModPack(context.parts, modPackId, { tokenId: null, caller });
      }),
  }),
}));
