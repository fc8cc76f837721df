import { readChanges } from '../changes.ts';
import { version } from '../version.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

builder.objectFields(Administration, (t) => ({
  version: t.string({ description: 'The version of the service.', resolve: () => version }),
  changes: t.string({
    description: "What the changelog says of this version, read from the service's own files.",
    resolve: () => readChanges(version),
  }),
}));
