import { isAboutExclusion, modOf } from '../archive/problem-codes.ts';
import type { Problem } from '../archive/report.ts';
import { builder } from './builder.ts';

export const Notice = builder.objectRef<Problem>('Notice').implement({
  description: 'A problem, which makes a run fail, or a warning, which fails nothing.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'Stable, for programs, such as CORRUPT_DATA; docs/archive-safety.md, docs/fetching.md and docs/graphql.md list them.',
    }),
    message: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned. Null where it is the whole archive.',
    }),
    link: t.string({
      nullable: true,
      description:
        'Where the pack lies that an installer in the archive fetches, for `importModPack`. Null for all else.',
      resolve: ({ link }) => link ?? null,
    }),
    mod: t.string({
      nullable: true,
      description: 'The path of the jar concerned below mods/. Null where no single jar is.',
      resolve: modOf,
    }),
    tellsOfLeftOut: t.boolean({
      description: 'Whether it only lists files that stay out of a server pack.',
      resolve: ({ code }) => isAboutExclusion(code),
    }),
  }),
});
