import { builder } from './builder.ts';
import { Administration } from './objects.ts';

/** Deprecation reason of the operators' fields at the root. */
export const insteadOfRoot =
  'Use the field of `administration`: without the right, only that field is null and the rest of the ' +
  'answer stays.';

Administration.implement({
  description: 'Data for operators only.',
});

builder.queryField('administration', (t) =>
  t.field({
    type: Administration,
    nullable: true,
    needs: 'operate',
    description: 'Data for operators only. Other callers get null and an error that says why.',
    resolve: () => ({}),
  }),
);
