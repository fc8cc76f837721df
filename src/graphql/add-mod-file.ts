import { type KeptModFile, keepModFile } from '../core/runs/keep-mod-file.ts';
import { builder } from './builder.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';

const AddInput = builder.inputType('AddModFileInput', {
  description: 'A jar for runs to add.',
  fields: (t) => ({
    file: t.field({ type: 'Upload', required: true, description: 'The jar, sent with this request.' }),
  }),
});

const ModFileAdded = builder.objectRef<KeptModFile>('ModFileAdded').implement({
  description:
    'A stored jar that runs can add. It goes a day later, unless a run or the overrides of a line name it.',
  fields: (t) => ({
    sha256: t.exposeString('sha256', { description: 'The SHA-256 in lower-case hexadecimal.' }),
    size: t.expose('size', { type: 'BigInt', description: 'The size in bytes.' }),
    entry: t.exposeString('entry', { description: 'The entry for `addedMods`.' }),
  }),
});

const AddResult = resultOf(ModFileAdded, 'The stored jar, or why it was refused.');

builder.mutationField('addModFile', (t) =>
  t.field({
    type: AddResult,
    description: 'Stores a jar for `addedMods`, such as a mod that is not on Modrinth. Counts as an upload.',
    args: { input: t.arg({ type: AddInput, required: true, description: 'The jar.' }) },
    needs: 'publish',
    resolve: (_root, { input: { file } }, { parts, operation }) =>
      orExpectedError<KeptModFile>(() => keepModFile(parts, file, operation.gone)),
  }),
);
