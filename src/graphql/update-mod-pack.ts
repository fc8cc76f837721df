import { asOwner } from '../access/accounts.ts';
import { changeModPack } from '../core/packs/owners.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { ownerSecretArgument } from './deletion.ts';
import { ForbiddenError, InvalidInputError, NotFoundError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ModPack } from './objects.ts';

const UpdateModPackInput = builder.inputType('UpdateModPackInput', {
  description: 'A modpack, and what its uploader says anew of it. An absent field stays.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    name: t.string({
      description:
        'Its new name, at most 200 bytes. The ending of its file stays: `Sky.zip` named `Sea` is `Sea.zip`.',
    }),
    hidden: t.boolean({
      description:
        'Whether it is left out of lists and searches, with its server packs. Whoever has its address or number still finds it.',
    }),
    ownerSecret: t.string({ description: ownerSecretArgument }),
  }),
});

interface Updated {
  modPackId: number;
}

const ModPackUpdated = builder.objectRef<Updated>('ModPackUpdated').implement({
  description: 'The modpack as it now is.',
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

const UpdateModPackResult = builder.unionType('UpdateModPackResult', {
  description: 'The changed modpack, or why it was not changed.',
  types: [ModPackUpdated, InvalidInputError, NotFoundError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'ModPackUpdated'),
});

builder.mutationField('updateModPack', (t) =>
  t.field({
    type: UpdateModPackResult,
    needs: 'read',
    description: 'Renames a modpack, hides it or shows it again. For its uploader, and operators.',
    args: { input: t.arg({ type: UpdateModPackInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { modPack, ownerSecret, name, hidden } }, context) =>
      orExpectedError<Updated>(async () => {
        const modPackId = databaseIdOf('modPack', 'ModPack', modPack);
        const changes = { modPackId, name, hidden };
        await asOwner(context, ownerSecret, (by) => changeModPack(context.database, changes, by));
        return { modPackId };
      }),
  }),
);
