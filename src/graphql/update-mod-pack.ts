import { asOwner } from '../access/accounts.ts';
import { changeModPack } from '../core/packs/owners.ts';
import { builder } from './builder.ts';
import { ownerSecretArgument } from './deletion.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { changedModPack, ModPackResult } from './results.ts';

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

builder.mutationField('updateModPack', (t) =>
  t.field({
    type: ModPackResult,
    needs: 'read',
    description: 'Renames a modpack, hides it or shows it again. For its uploader and operators.',
    args: { input: t.arg({ type: UpdateModPackInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { modPack, ownerSecret, name, hidden } }, context) =>
      orExpectedError(async () => {
        const { parts, viewer, operation } = context;
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        const changes = { modPackId, name, hidden };
        await asOwner({ access: parts.access, viewer }, ownerSecret, (by) =>
          changeModPack(operation.database, changes, by),
        );
        return changedModPack(context, modPackId);
      }),
  }),
);
