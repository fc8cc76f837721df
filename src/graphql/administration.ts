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
    description: 'Data for operators only. Other callers get null and an error that says why.',
    resolve: () => ({}),
  }),
);
