import { countStoredPacks, listStoredPacks, type StoredPack } from '../core/packs/stored-packs.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { Administration, ModPack } from './objects.ts';

const StoredPackType = builder.objectRef<StoredPack>('StoredPack').implement({
  description:
    'What is stored because of a modpack. A content that several modpacks have in common counts for each of them.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack; null if it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, { loaders }) => loaders.modPack.load(modPackId),
    }),
    uploadedBytes: t.expose('uploaded', {
      type: 'BigInt',
      description: 'Bytes of the modpack itself; 0 once a refused one was removed.',
    }),
    fetchedBytes: t.expose('fetched', { type: 'BigInt', description: 'Bytes of the files fetched for it.' }),
    builtBytes: t.expose('built', { type: 'BigInt', description: 'Bytes of its server packs.' }),
    bytes: t.expose('bytes', { type: 'BigInt', description: 'Bytes of all of it.' }),
  }),
});

const StoredPackConnection = builder.connectionObject(
  {
    type: StoredPackType,
    name: 'StoredPackConnection',
    description: 'A page of what is stored by modpack.',
  },
  { name: 'StoredPackEdge', description: 'A node of the list and its place in it.' },
);

builder.objectField(Administration, 'storage', (t) =>
  t.connection(
    {
      type: StoredPackType,
      description: 'What each modpack keeps stored, the largest first. It reads the sizes of all files.',
      async resolve(_administration, args, { database, maxPageSize }) {
        const page = await listStoredPacks(database, pageRequest(args, maxPageSize));
        return toConnection(page, () => countStoredPacks(database));
      },
    },
    StoredPackConnection,
  ),
);
