import { builder } from './builder.ts';
import { Administration } from './objects.ts';

Administration.implement({
  description: 'Data for operators only.',
});

builder.queryField('administration', (t) =>
  t.field({
    type: Administration,
    nullable: true,
    needs: 'operate',
    description: 'For operators. Null where the caller is none, with an error.',
    resolve: () => ({}),
  }),
);
