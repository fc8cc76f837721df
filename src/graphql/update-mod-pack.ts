import { asOwner } from '../access/accounts.ts';
import { changeModPack } from '../core/packs/owners.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { ownerSecretArgument } from './deletion.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPack, modPackLoader } from './objects.ts';

const UpdateModPackInput = builder.inputType('UpdateModPackInput', {
  description: 'A modpack and the changes to it; an absent field stays.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    name: t.string({
      description:
        'The new name, at most 200 bytes. The file extension stays: `Sky.zip` named `Sea` is `Sea.zip`.',
    }),
    hidden: t.boolean({
      description:
        'Whether lists and searches leave out the modpack and its server packs. Callers with its address or ' +
        'number still find it.',
    }),
    ownerSecret: t.string({ description: ownerSecretArgument }),
  }),
});

interface Updated {
  modPackId: number;
}

const ModPackUpdated = builder.objectRef<Updated>('ModPackUpdated').implement({
  description: 'The modpack was changed.',
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
  }),
});

const UpdateModPackResult = resultOf(ModPackUpdated, 'The changed modpack, or why it was not changed.');

builder.mutationField('updateModPack', (t) =>
  t.field({
    type: UpdateModPackResult,
    needs: 'read',
    description: 'Renames a modpack, hides it or shows it again. For its uploader and operators.',
    args: { input: t.arg({ type: UpdateModPackInput, required: true, description: 'The changes.' }) },
    resolve: (
      _root,
      { input: { modPack, ownerSecret, name, hidden } },
      { parts: { access }, viewer, operation: { database } },
    ) =>
      orExpectedError<Updated>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        const changes = { modPackId, name, hidden };
        await asOwner({ access, viewer }, ownerSecret, (by) => changeModPack(database, changes, by));
        return { modPackId };
      }),
  }),
);
