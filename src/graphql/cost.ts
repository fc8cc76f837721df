import type { GraphQLField } from 'graphql';
import { GraphQLList, GraphQLNonNull } from 'graphql';
import { z } from 'zod';
import { AppError } from '../errors.ts';

/** How many nodes a connection answers when neither first nor last is given. */
export const defaultPageSize = 20;

/** Elements that a list without pages is reckoned to have. */
const elementsOfList = 5;

const pageArgs = z.object({
  first: z.number().nullish(),
  last: z.number().nullish(),
  ids: z.array(z.unknown()).optional(),
});

/**
 * What a field costs: one, and the fields below it once for each element that a page may have. A page's own `nodes` and
 * `edges` do not count a second time.
 */
export function costOf(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>,
  args: unknown,
): { field: number; multiplier: number } {
  const { first, last, ids } = pageArgs.safeParse(args).data ?? {};
  const isPaged = field.args.some(({ name }) => name === 'first');
  // A page of less than nothing is refused in its place; its cost must not make up for that of other fields.
  if (isPaged) return { field: 1, multiplier: Math.max(0, first ?? last ?? defaultPageSize) };
  if (ids) return { field: 1, multiplier: ids.length };
  if (!isList(field.type) || field.name === 'nodes' || field.name === 'edges')
    return { field: 1, multiplier: 1 };
  return { field: 1, multiplier: elementsOfList };
}

function isList(type: unknown): boolean {
  if (type instanceof GraphQLNonNull) return isList(type.ofType);
  return type instanceof GraphQLList;
}

/** The refusal of an operation that costs too much. */
export function refuseCost(cost: number, most: number | undefined): AppError {
  return new AppError(
    'QUERY_TOO_COMPLEX',
    `This operation costs ${cost}; at most ${most} is accepted. Every field costs 1, times the page sizes of the lists around it: ask for smaller pages or fewer fields.`,
  );
}
