import { asOwner } from '../access/accounts.ts';
import { deleteModPack, deleteServerPack } from '../core/packs/deletion.ts';
import { builder } from './builder.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ServerPackInput } from './inputs.ts';

export interface Deleted {
  typename: 'ModPack' | 'ServerPack' | 'Webhook' | 'Line' | 'Session' | 'DropList';
  databaseId: number;
}

const DeletedType = builder.objectRef<Deleted>('Deleted').implement({
  description: 'The object is deleted, with everything that belonged to it.',
  fields: (t) => ({
    deletedId: t.globalID({
      description: 'The global id of the deleted object.',
      resolve: ({ typename, databaseId }) => ({ type: typename, id: databaseId }),
    }),
    databaseId: t.exposeInt('databaseId', { description: 'The number of the deleted object in REST.' }),
  }),
});

export const DeleteResult = resultOf(DeletedType, 'The deleted object, or why nothing was deleted.');

/** Description of the argument `ownerSecret`. */
export const ownerSecretArgument =
  'The `ownerSecret` of the upload; not needed by the token or sign-in that uploaded the modpack, nor ' +
  'by operators.';

const DeleteModPackInput = builder.inputType('DeleteModPackInput', {
  description: 'A modpack that no run is waiting or working for.',
  fields: (t) => ({
    modPack: t.globalID({ required: true, description: 'The modpack.' }),
    ownerSecret: t.string({ description: ownerSecretArgument }),
  }),
});

builder.mutationFields((t) => ({
  deleteModPack: t.field({
    type: DeleteResult,
    needs: 'read',
    description:
      'Deletes a modpack with its runs, server packs and events, unless a run waits or is under way. For ' +
      'its uploader and operators.',
    args: { input: t.arg({ type: DeleteModPackInput, required: true, description: 'The modpack.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError<Deleted>(async () => {
        const databaseId = databaseIdOf('modPack', 'ModPack', input.modPack);
        await asOwner({ access, viewer }, input.ownerSecret, (by) => deleteModPack(database, databaseId, by));
        return { typename: 'ModPack', databaseId };
      }),
  }),
  deleteServerPack: t.field({
    type: DeleteResult,
    needs: 'operate',
    description: 'Deletes a server pack with its votes and events. For operators.',
    args: { input: t.arg({ type: ServerPackInput, required: true, description: 'The server pack.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError<Deleted>(async () => {
        const databaseId = databaseIdOf('serverPack', 'ServerPack', input.serverPack);
        await deleteServerPack(database, databaseId);
        return { typename: 'ServerPack', databaseId };
      }),
  }),
}));
