import { isAboutExclusion, modOf, problemCodes, warningCodes } from '../archive/problem-codes.ts';
import type { Problem } from '../archive/report.ts';
import { runProblemCodes } from '../core/runs/run-problems.ts';
import { fetchProblemCodes } from '../fetching/problem-codes.ts';
import { builder } from './builder.ts';

const codes: Readonly<Record<string, string>> = {
  ...problemCodes,
  ...warningCodes,
  ...runProblemCodes,
  ...fetchProblemCodes,
  OTHER: 'A kind that this release no longer knows; its name is in `code`.',
};

export const NoticeKind = builder.enumType('NoticeKind', {
  description: 'Every kind of problem and warning.',
  values: Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }])),
});

export const Notice = builder.objectRef<Problem>('Notice').implement({
  description: 'A problem, which makes a run fail, or a warning, which fails nothing.',
  fields: (t) => ({
    kind: t.field({
      type: NoticeKind,
      description: 'The kind, for programs.',
      resolve: ({ code }) => (Object.hasOwn(codes, code) ? code : 'OTHER'),
    }),
    code: t.exposeString('code', { description: 'The kind as a text.' }),
    message: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned; null for the archive as a whole.',
    }),
    mod: t.string({
      nullable: true,
      description: 'The jar concerned, by its path below mods/; null where no single jar is.',
      resolve: modOf,
    }),
    tellsOfLeftOut: t.boolean({
      description: 'Whether the warning only lists files that stay out of a server pack and may be missed.',
      resolve: ({ code }) => isAboutExclusion(code),
    }),
  }),
});
