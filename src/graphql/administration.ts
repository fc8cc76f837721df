import { builder } from './builder.ts';
import { Administration } from './objects.ts';

/** Why fields of operators at the root are deprecated. */
export const insteadOfRoot =
  'Use the field of `administration`: without the right, that alone is null, and the rest of the answer stays.';

Administration.implement({
  description: 'What operators see.',
});

builder.queryField('administration', (t) =>
  t.field({
    type: Administration,
    nullable: true,
    needs: 'operate',
    description: 'What operators see. For others it is null, and an error says why.',
    resolve: () => ({}),
  }),
);
