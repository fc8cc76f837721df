import { addMissingFiles, type BroughtFile } from '../core/runs/missing-files.ts';
import { type MissingFile, mostMissing } from '../fetching/missing-file.ts';
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

export const MissingFileType = builder.objectRef<MissingFile>('MissingFile').implement({
  description: 'A file that people have to bring, since its author forbids other programs to fetch it.',
  fields: (t) => ({
    name: t.string({
      description: 'What it is called.',
      resolve: ({ path }) => path.slice(path.lastIndexOf('/') + 1),
    }),
    path: t.exposeString('path', { description: 'Where it lies in the pack.' }),
    project: t.exposeString('project', { description: 'The name of its project.' }),
    page: t.exposeString('page', { description: 'The page where people can download it.' }),
    size: t.expose('size', { type: 'BigInt', nullable: true, description: 'Bytes; null where nobody says.' }),
    sha1: t.string({
      nullable: true,
      description: 'Lower-case hexadecimal; null where nobody says.',
      resolve: ({ hashes }) => hashes.sha1 ?? null,
    }),
    md5: t.string({
      nullable: true,
      description: 'The same of MD5.',
      resolve: ({ hashes }) => hashes.md5 ?? null,
    }),
    fingerprint: t.string({
      nullable: true,
      description: "CurseForge's own number, given where there is neither of these.",
      resolve: ({ hashes }) => hashes.murmur2 ?? null,
    }),
  }),
});

/** Said where a list of them is. */
export const missingFilesWords = `The files that are missing yet; at most ${mostMissing}. None where it waits for something else.`;

const AddInput = builder.inputType('AddMissingFilesInput', {
  description: 'Files that a run waits for.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack whose run waits.' }),
    files: t.field({
      type: ['Upload'],
      required: true,
      description:
        'The files, sent with this request, at most 10; they are known by their bytes, whatever they are called.',
    }),
  }),
});

const BroughtFileType = builder.objectRef<BroughtFile>('BroughtFile').implement({
  description: 'What has become of a file that was sent.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it was called.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Where it lies in the pack; null when it was not taken.',
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why it was not taken, a sentence for people; null when it was.',
    }),
  }),
});

interface Added {
  modPackId: number;
  files: BroughtFile[];
}

const MissingFilesAdded = builder.objectRef<Added>('MissingFilesAdded').implement({
  description: 'The files were looked at. The run goes on by itself once it has all.',
  fields: (t) => ({
    files: t.field({
      type: [BroughtFileType],
      description: 'Each file that was sent, in that order; at most 10.',
      resolve: ({ files }) => files,
    }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack; null if it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, { loaders }) => loaders.modPack.load(modPackId),
    }),
  }),
});

const AddResult = builder.unionType('AddMissingFilesResult', {
  description: 'What has become of the files, or why none was looked at.',
  types: [
    MissingFilesAdded,
    InvalidInputError,
    NotFoundError,
    ConflictError,
    UnavailableError,
    ForbiddenError,
  ],
  resolveType: (value) => resultType(value, 'MissingFilesAdded'),
});

builder.mutationField('addMissingFiles', (t) =>
  t.field({
    type: AddResult,
    description:
      'Takes files for which a run waits because their authors forbid other programs to fetch them. Files that are taken count by their bytes alone, others as uploads. Each is held to its hashes; what is another file is refused by name, and the others are taken.',
    args: { input: t.arg({ type: AddInput, required: true, description: 'The files.' }) },
    needs: 'publish',
    resolve: (_root, { input: { modPack, files } }, context) =>
      orExpectedError<Added>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        const brought = await addMissingFiles(context, { modPackId, files }, context.gone);
        // The pack that lacks them was counted as an upload; its files count by their bytes.
        const taken = brought.filter(({ refusal }) => refusal === null).length;
        if (taken > 0) await context.access.limiter.giveBack('uploads', context.viewer, taken);
        return { modPackId, files: brought };
      }),
  }),
);
