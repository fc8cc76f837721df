import type { Order, SortKey } from '../../core/lists/pages.ts';
import { builder } from '../builder.ts';

/** A value to order by and the end that comes first, as one word of an enum. */
type OrderWord<Field extends string> = `${Field}_${'ASC' | 'DESC'}`;

function isField<Field extends string>(keys: Record<Field, unknown>, name: string): name is Field {
  return Object.hasOwn(keys, name);
}

/** The value to order by. */
export function fieldOf<Field extends string>(word: OrderWord<Field>, keys: Record<Field, unknown>): Field {
  const field = word.slice(0, word.lastIndexOf('_'));
  if (!isField(keys, field)) throw new Error(`There is no order ${word}.`);
  return field;
}

/** The requested order, or the newest first. */
export function toOrder<Row, Field extends string>(
  requested: OrderWord<Field> | null | undefined,
  keys: Record<Field, SortKey<Row> | null>,
  id: Order<Row>['id'],
): Order<Row> {
  if (!requested) return { name: 'CREATED_AT', id, by: null, descending: true };
  const field = fieldOf(requested, keys);
  return { name: field, id, by: keys[field], descending: isDescending(requested, true) };
}

/** Whether the largest, newest or alphabetically last comes first. */
export function isDescending(requested: string | null | undefined, byDefault: boolean): boolean {
  return requested ? requested.endsWith('_DESC') : byDefault;
}

/** The orders of lists that can be ordered by date only; ids rise with the date. */
export const DateOrder = builder.enumType('DateOrder', {
  description: 'The order of a list by date of creation.',
  values: {
    CREATED_AT_ASC: { description: 'The oldest first.' },
    CREATED_AT_DESC: { description: 'The newest first.' },
  },
});

export const DateRangeInput = builder.inputType('DateRange', {
  description: 'A span of time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'The beginning; absent means from the start.' }),
    to: t.field({ type: 'DateTime', description: 'The end, not included; absent means until now.' }),
  }),
});

/** The span in the core's form. */
export function toDateRange(
  range: { from?: Date | null | undefined; to?: Date | null | undefined } | null | undefined,
): { from?: Date | undefined; to?: Date | undefined } | undefined {
  return range ? { from: range.from ?? undefined, to: range.to ?? undefined } : undefined;
}
