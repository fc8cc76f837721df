import type { OutsidePlace } from '../core/files/outside-places.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

const stateWords: Record<OutsidePlace['state'], { description: string }> = {
  OFF: { description: 'The settings keep it from being asked.' },
  NOT_ASKED: { description: 'This node has not asked it since its start.' },
  ANSWERS: { description: 'It answered when it was asked last.' },
  AWAY: { description: 'It could not be reached, or not in time. This passes by itself.' },
  KEY_REFUSED: { description: 'It does not take the key. An operator has to mend that.' },
  NO_SENSE: { description: 'Its answers are of an unknown form, for which the service has to be mended.' },
};

const PlatformState = builder.enumType('PlatformState', {
  description: 'How a platform answers.',
  values: stateWords,
});

const Platform = builder.objectRef<OutsidePlace>('Platform').implement({
  description: 'A platform that packs and files are fetched from, or a host of version lists.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        '`modrinth`, `curseforge`, `curseforge_files` (the hosts of its files) or `ftb`; otherwise the host of a version list that is away.',
    }),
    state: t.field({ type: PlatformState, description: 'How it answers.', resolve: ({ state }) => state }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it has been so; null where it was not asked.',
    }),
    retryAt: t.expose('retryAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when it is left alone after a failure; null where the next question asks it. Questions without which a run cannot go on ask it anyway.',
    }),
  }),
});

builder.objectField(Administration, 'platforms', (t) =>
  t.field({
    type: [Platform],
    description: 'How the platforms answer the node that answers this.',
    resolve: (_administration, _args, { outsidePlaces }) => outsidePlaces(),
  }),
);
