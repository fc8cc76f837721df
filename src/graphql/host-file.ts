import { type HostFile, type HostFileKind, hostFileKinds } from '../hosting/host-files.ts';
import { builder } from './builder.ts';

const described = (kind: HostFileKind) => ({ description: hostFileKinds[kind].what });

const HostFileKindEnum = builder.enumType('HostFileKind', {
  description: 'Where a server pack can run.',
  values: {
    LINUX_COMMANDS: described('LINUX_COMMANDS'),
    WINDOWS_COMMANDS: described('WINDOWS_COMMANDS'),
    COMPOSE: described('COMPOSE'),
    PTERODACTYL_EGG: described('PTERODACTYL_EGG'),
    PELICAN_EGG: described('PELICAN_EGG'),
    SYSTEMD_UNIT: described('SYSTEMD_UNIT'),
    PACKWIZ: described('PACKWIZ'),
  },
});

export const HostFileType = builder.objectRef<HostFile>('HostFile').implement({
  description: 'A file that sets a server pack up at a host or in a panel.',
  fields: (t) => ({
    kind: t.expose('kind', { type: HostFileKindEnum, description: 'Where.' }),
    name: t.exposeString('name', { description: 'The name of the file.' }),
    text: t.exposeString('text', { description: 'The whole text of the file.' }),
    url: t.string({
      nullable: true,
      description: 'The address of the file, for panels that import it. Null where reading needs a token.',
      resolve: ({ serverPackId, name }, _args, { parts: { access }, operation: { baseUrl } }) =>
        access.mode === 'closed' ? null : `${baseUrl}/hosting/${serverPackId}/${name}`,
    }),
  }),
});
