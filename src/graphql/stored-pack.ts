import { countStoredPacks, listStoredPacks, type StoredPack } from '../core/packs/stored-packs.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { Administration, ModPack, modPackLoader } from './objects.ts';

const StoredPackType = builder.objectRef<StoredPack>('StoredPack').implement({
  description:
    'The storage that a modpack uses. Content that several modpacks share counts for each of them.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack; null if it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, context) => modPackLoader(context).load(modPackId),
    }),
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

const StoredPackConnection = builder.connectionObject(
  {
    type: StoredPackType,
    name: 'StoredPackConnection',
    description: 'A page of the storage by modpack.',
  },
  { name: 'StoredPackEdge', description: 'A node and its cursor.' },
);

builder.objectField(Administration, 'storage', (t) =>
  t.connection(
    {
      type: StoredPackType,
      description: 'The storage that each modpack uses, the largest first. Reads the sizes of all files.',
      async resolve(_administration, args, { operation: { database, maxPageSize } }) {
        const page = await listStoredPacks(database, pageRequest(args, maxPageSize));
        return toConnection(page, () => countStoredPacks(database));
      },
    },
    StoredPackConnection,
  ),
);
