import { permissionsOf } from '../access/permissions.ts';
import {
  countStoredPacks,
  findStoredPacks,
  listStoredPacks,
  type StoredPack,
} from '../core/packs/stored-packs.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { loaderByKey } from './loaders.ts';
import { Administration, ModPack, ModPackConnection, modPackLoader } from './objects.ts';

const storedPackLoader = loaderByKey(findStoredPacks, ({ modPackId }) => modPackId);

const StoredBytes = builder.objectRef<StoredPack>('StoredBytes').implement({
  description:
    'The storage that a modpack uses. Content that several modpacks share counts for each of them.',
  fields: (t) => ({
    uploadedBytes: t.expose('uploaded', {
      type: 'BigInt',
      description: 'Bytes of the modpack itself; 0 once a refused archive was removed.',
    }),
    fetchedBytes: t.expose('fetched', {
      type: 'BigInt',
      description: 'Bytes of the files fetched for the modpack.',
    }),
    builtBytes: t.expose('built', { type: 'BigInt', description: "Bytes of the modpack's server packs." }),
    bytes: t.expose('bytes', { type: 'BigInt', description: 'Bytes in total.' }),
  }),
});

builder.objectField(ModPack, 'storage', (t) =>
  t.field({
    type: StoredBytes,
    nullable: true,
    description: 'The storage that the modpack uses. For operators. Null where the caller is none.',
    resolve: ({ id }, _args, context) =>
      permissionsOf(context.parts.access.mode, context.viewer).has('operate')
        ? storedPackLoader(context).load(id)
        : null,
  }),
);

builder.objectField(Administration, 'storage', (t) =>
  t.connection(
    {
      type: ModPack,
      description:
        'The modpacks by the storage that they use, the largest first. Reads the sizes of all files.',
      async resolve(_administration, args, context) {
        const { database, maxPageSize } = context.operation;
        const page = await listStoredPacks(database, pageRequest(args, maxPageSize));
        const stored = storedPackLoader(context);
        for (const row of page.rows) stored.prime(row.modPackId, row);
        const modPacks = modPackLoader(context);
        const found = await Promise.all(page.rows.map(({ modPackId }) => modPacks.load(modPackId)));
        // A modpack may be deleted between the two statements.
        const shown = found.flatMap((modPack, index) => {
          const position = page.positions[index];
          return modPack && position ? [{ modPack, position }] : [];
        });
        const rows = shown.map(({ modPack }) => modPack);
        const positions = shown.map(({ position }) => position);
        return toConnection({ ...page, rows, positions }, () => countStoredPacks(database));
      },
    },
    ModPackConnection,
  ),
);
