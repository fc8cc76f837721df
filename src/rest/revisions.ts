import type { Context } from '../graphql/context.ts';
import { operation } from './execute.ts';
import type { ListRevisionsQuery } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

const revisions = operation(
  graphql(`
    query ListRevisions {
      listRevisions {
        modPacks
        serverPacks
        runConfigurations
        events
      }
    }
  `),
);

/** For each table that lists show, a value that is new after every change to it. */
export type Revisions = ListRevisionsQuery['listRevisions'];

export async function findRevisions(context: Context): Promise<Revisions> {
  const { listRevisions } = await revisions.run({}, context);
  return listRevisions;
}
