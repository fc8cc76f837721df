import { addMissingFiles, type BroughtFile } from '../core/runs/missing-files.ts';
import { type MissingFile, mostMissing } from '../fetching/missing-file.ts';
import { builder } from './builder.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPack, modPackLoader } from './objects.ts';

export const MissingFileType = builder.objectRef<MissingFile>('MissingFile').implement({
  description: 'A file that people have to provide.',
  fields: (t) => ({
    name: t.string({
      description: 'The name of the file.',
      resolve: ({ path }) => path.slice(path.lastIndexOf('/') + 1),
    }),
    path: t.exposeString('path', { description: 'The path of the file in the pack.' }),
    project: t.exposeString('project', { description: "The name of the file's project." }),
    page: t.exposeString('page', { description: 'The page where people can download it.' }),
    size: t.expose('size', {
      type: 'BigInt',
      nullable: true,
      description: 'The size in bytes. Null where unknown.',
    }),
    sha1: t.string({
      nullable: true,
      description: 'The SHA-1 in lower-case hexadecimal. Null where unknown.',
      resolve: ({ hashes }) => hashes.sha1 ?? null,
    }),
    md5: t.string({
      nullable: true,
      description: 'The MD5 in lower-case hexadecimal. Null where unknown.',
      resolve: ({ hashes }) => hashes.md5 ?? null,
    }),
    fingerprint: t.string({
      nullable: true,
      description: "CurseForge's own hash. Null where another hash is known.",
      resolve: ({ hashes }) => hashes.murmur2 ?? null,
    }),
  }),
});

/** Description of every field that lists missing files. */
export const missingFilesWords = `The files still missing; at most ${mostMissing}. Empty where the run waits for something else.`;

const AddInput = builder.inputType('AddMissingFilesInput', {
  description: 'Files that a run waits for.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack whose run waits.' }),
    files: t.field({
      type: ['Upload'],
      required: true,
      description: 'At most 10, sent with this request and matched by their bytes.',
    }),
  }),
});

const BroughtFileType = builder.objectRef<BroughtFile>('BroughtFile').implement({
  description: 'A sent file, and whether it was accepted.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the sent file.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'The path in the pack. Null where the file was refused.',
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why the file was refused. Null where it was accepted.',
    }),
  }),
});

interface Added {
  modPackId: number;
  files: BroughtFile[];
}

const MissingFilesAdded = builder.objectRef<Added>('MissingFilesAdded').implement({
  description: 'The files were checked. The run continues by itself once it has all files.',
  fields: (t) => ({
    files: t.field({
      type: [BroughtFileType],
      description: 'Each sent file, in the order sent; at most 10.',
      resolve: ({ files }) => files,
    }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'Null where it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, context) => modPackLoader(context).load(modPackId),
    }),
  }),
});

const AddResult = resultOf(MissingFilesAdded, 'The results for the files, or why none was checked.');

builder.mutationField('addMissingFiles', (t) =>
  t.field({
    type: AddResult,
    description:
      'Accepts files that a run waits for, if they match its hashes. Each refused file counts as an upload.',
    args: { input: t.arg({ type: AddInput, required: true, description: 'The files.' }) },
    needs: 'publish',
    resolve: (_root, { input: { modPack, files } }, context) =>
      orExpectedError<Added>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        const brought = await addMissingFiles(context.parts, { modPackId, files }, context.operation.gone);
        // The pack was counted as an upload already, so its missing files count by their bytes.
        const taken = brought.filter(({ refusal }) => refusal === null).length;
        if (taken > 0) await context.parts.access.limiter.giveBack('uploads', context.viewer, taken);
        return { modPackId, files: brought };
      }),
  }),
);
