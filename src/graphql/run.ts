import { accountOf, lineCallerOf } from '../access/accounts.ts';
import { megabytes } from '../access/rate-limits.ts';
import { takeFinishedUpload } from '../access/resumable-uploads.ts';
import { nameOf } from '../core/files/file-name.ts';
import {
  type AcceptedRun,
  findModPacks,
  requestServerPack,
  retryModPack,
  uploadModPack,
} from '../core/packs/mod-packs.ts';
import { cancelRun } from '../core/runs/run-control.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { UploadedFile } from '../storage/storage.ts';
import { builder } from './builder.ts';
import {
  ConflictError,
  ErrorInterface,
  type Failure,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  orExpectedError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPack, RunConfiguration } from './objects.ts';
import { RunConfigurationInput } from './run-configuration.ts';

export const RunStarted = builder.objectRef<AcceptedRun>('RunStarted').implement({
  description: 'The request was taken; follow its run by the events of the modpack.',
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
    runConfiguration: t.field({
      type: RunConfiguration,
      description: 'The run configuration made for this request; its events tell how the run goes.',
      resolve: ({ runConfiguration }) => runConfiguration,
    }),
  }),
});

export const DuplicateModPackError = builder.objectRef<Failure>('DuplicateModPackError').implement({
  description: 'The same content is stored already.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    existing: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack that has this content: generate from it.',
      resolve: ({ details }, _args, { loaders }) =>
        details.modPackId === undefined ? null : loaders.modPack.load(details.modPackId),
    }),
  }),
});

const RunResult = builder.unionType('RunResult', {
  description: 'The run that was started, or why none was.',
  types: [
    RunStarted,
    InvalidInputError,
    DuplicateModPackError,
    NotFoundError,
    ConflictError,
    UnavailableError,
    ForbiddenError,
  ],
  resolveType: (value) => resultType(value, 'RunStarted'),
});

/** What the argument `line` means. */
export const lineArgument =
  'The name of the line that this is a version of: small letters, digits and hyphens. The first version makes the line, which belongs to the token or subject of the request; wishes that the run configuration does not say are those of the line.';

const UploadInput = builder.inputType('UploadModPackInput', {
  description: 'A modpack and what its first server pack is to be built for.',
  fields: (t) => ({
    file: t.field({
      type: 'Upload',
      description:
        'The archive: a zip or an .mrpack, sent with this request. Either it or `upload` is given.',
    }),
    upload: t.id({
      description:
        'The archive as a finished upload, sent to /uploads before: the last segment of its address. What is wrong with the run configuration leaves it there for another try.',
    }),
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'What the server pack is to be built for.',
    }),
    line: t.string({ description: lineArgument }),
  }),
});

const GenerateInput = builder.inputType('GenerateServerPackInput', {
  description: 'A stored modpack and what another server pack is to be built for.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'What the server pack is to be built for.',
    }),
  }),
});

const RetryInput = builder.inputType('RetryModPackInput', {
  description: 'A modpack whose last run failed.',
  fields: (t) => ({ modPack: t.globalID({ required: true, description: 'The modpack.' }) }),
});

const CancelInput = builder.inputType('CancelRunInput', {
  description: 'A run that waits or is under way.',
  fields: (t) => ({
    runConfiguration: t.globalID({
      required: true,
      description: 'The run configuration that the run is for.',
    }),
  }),
});

interface Cancelled {
  modPackId: number;
}

const RunCancelled = builder.objectRef<Cancelled>('RunCancelled').implement({
  description: 'The run has ended with the event ERROR and the code CANCELLED.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack; null if it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, { loaders }) => loaders.modPack.load(modPackId),
    }),
  }),
});

const CancelResult = builder.unionType('CancelRunResult', {
  description: 'The cancelled run, or why it was not cancelled.',
  types: [RunCancelled, InvalidInputError, NotFoundError, ConflictError, ForbiddenError],
  resolveType: (value) => resultType(value, 'RunCancelled'),
});

builder.mutationFields((t) => ({
  uploadModPack: t.field({
    type: RunResult,
    description: 'Stores a modpack, and queues its check and the building of a server pack.',
    args: { input: t.arg({ type: UploadInput, required: true, description: 'The upload.' }) },
    needs: 'publish',
    resolve: (_root, { input: { file, upload, runConfiguration, line } }, context) =>
      orExpectedError(async () => {
        const { viewer, access } = context;
        const claim = line == null ? null : { of: { name: line }, by: lineCallerOf(viewer, access.mode) };
        const take = (received: UploadedFile, spend?: (tx: Queries) => Promise<void>) =>
          uploadModPack(
            context,
            { file: received, name: nameOf(received), runConfiguration, line: claim },
            accountOf(viewer, spend),
          );
        if (file && !upload) return take(file);
        if (upload && !file) {
          return takeFinishedUpload(context, { id: upload, uploader: { viewer, ticket: null } }, take);
        }
        const message = 'Either file or upload must be given, and not both.';
        throw new AppError('INVALID_INPUT', message, { field: 'file' });
      }),
  }),
  generateServerPack: t.field({
    type: RunResult,
    description: 'Queues the building of a further server pack from a stored modpack.',
    args: { input: t.arg({ type: GenerateInput, required: true, description: 'The request.' }) },
    needs: 'publish',
    resolve: (_root, { input: { modPack, runConfiguration } }, context) =>
      orExpectedError(async () => {
        const { access, viewer, database } = context;
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        await access.limiter.spend('generates', viewer);
        // A server pack is about as large as its modpack.
        const [stored] = await findModPacks(database, [modPackId]);
        await access.limiter.spend('megabytes', viewer, megabytes(stored?.size ?? 0));
        const by = lineCallerOf(viewer, access.mode);
        return requestServerPack(context, { modPackId, runConfiguration, by }, accountOf(viewer));
      }),
  }),
  retryModPack: t.field({
    type: RunResult,
    description:
      'Starts a modpack in state ERROR once more, with a copy of its newest run configuration. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: RetryInput, required: true, description: 'The modpack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', input.modPack);
        const { caller } = accountOf(context.viewer);
        return retryModPack(context, modPackId, { tokenId: null, caller });
      }),
  }),
  cancelRun: t.field({
    type: CancelResult,
    description: 'Ends a run that waits or is under way. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: CancelInput, required: true, description: 'The run.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError<Cancelled>(async () => {
        const id = databaseIdOf('runConfiguration', 'RunConfiguration', input.runConfiguration);
        return cancelRun(context.database, id);
      }),
  }),
}));
