import type { Context } from '../graphql/context.ts';
import { operation } from './execute.ts';
import type { ListName, ListPartsQuery, ListRevisionsQuery, OrderDirection } from './gql/graphql.ts';
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

const parts = operation(
  graphql(`
    query ListParts($list: ListName!, $direction: OrderDirection!) {
      listParts(list: $list, direction: $direction, first: 1000000000) {
        nodes {
          revision
          after
          before
        }
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

/** What lies between two cursors of a list, with a value that is new after every change to it. */
export type ListPart = ListPartsQuery['listParts']['nodes'][number];

/** All parts of a list, in its order. */
export async function findParts(
  context: Context,
  variables: { list: ListName; direction: OrderDirection },
): Promise<readonly ListPart[]> {
  const { listParts } = await parts.run(variables, context);
  return listParts.nodes;
}
