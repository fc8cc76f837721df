import { findListRevisions, type ListRevisions as Revisions } from '../core/list-revisions.ts';
import { builder } from './builder.ts';

const ListRevisions = builder.objectRef<Revisions>('ListRevisions').implement({
  description:
    'Opaque values, each of which is new after every change to what its list shows: equal values mean an unchanged list.',
  fields: (t) => ({
    modPacks: t.exposeString('modPacks', {
      description: 'Of the modpacks themselves, not of their server packs.',
    }),
    serverPacks: t.exposeString('serverPacks', { description: 'Downloads and votes change it too.' }),
    runConfigurations: t.exposeString('runConfigurations', { description: 'Of the run configurations.' }),
    events: t.exposeString('events', { description: 'Of the events.' }),
  }),
});

builder.queryField('listRevisions', (t) =>
  t.field({
    type: ListRevisions,
    description: 'Whether lists have changed, for caches: far cheaper than reading them.',
    resolve: (_root, _args, { database }) => findListRevisions(database),
  }),
);
