import type { ExternalService } from '../core/files/external-services.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

const stateWords: Record<ExternalService['state'], { description: string }> = {
  OFF: { description: 'The settings switch the platform off.' },
  NOT_ASKED: { description: 'This node has not sent the platform a request since its start.' },
  ANSWERS: { description: 'The platform answered the last request.' },
  AWAY: { description: 'The platform could not be reached, or not in time. This is temporary.' },
  KEY_REFUSED: { description: 'The platform refuses the key. An operator has to correct it.' },
  NO_SENSE: { description: "The platform's answers have an unknown format; the service has to be updated." },
};

const PlatformState = builder.enumType('PlatformState', {
  description: 'How a platform answers.',
  values: stateWords,
});

const Platform = builder.objectRef<ExternalService>('Platform').implement({
  description: 'A platform that packs and files are fetched from, or a host of version lists.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        '`modrinth`, `curseforge`, `curseforge_files` (the hosts of its files) or `ftb`; otherwise the host of a version list that is away.',
    }),
    state: t.field({
      type: PlatformState,
      description: 'How the platform answers.',
      resolve: ({ state }) => state,
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the platform has been in this state; null without a request.',
    }),
    retryAt: t.expose('retryAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the service sends no requests after a failure; null where the next request is sent. ' +
        'Requests without which a run cannot continue are sent anyway.',
    }),
  }),
});

builder.objectField(Administration, 'platforms', (t) =>
  t.field({
    type: [Platform],
    description: 'How the platforms answer the node that serves this request.',
    resolve: (_administration, _args, { parts: { externalServices } }) => externalServices(),
  }),
);
