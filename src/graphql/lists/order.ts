import type { Order, SortKey } from '../../core/lists/pages.ts';
import { builder } from '../builder.ts';

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { description: 'The smallest, oldest or alphabetically first.' },
    DESC: { description: 'The largest, newest or alphabetically last.' },
  },
});

/** An order as a client sends it. */
export interface RequestedOrder<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

/** The requested order, or the newest first. */
export function toOrder<Row, Field extends string>(
  requested: RequestedOrder<Field> | null | undefined,
  keys: Record<Field, SortKey<Row> | null>,
  id: Order<Row>['id'],
): Order<Row> {
  if (!requested) return { name: 'DATE_CREATED', id, by: null, descending: true };
  return {
    name: requested.field,
    id,
    by: keys[requested.field],
    descending: requested.direction === 'DESC',
  };
}

/** Whether the client requests the newest first, in lists that are ordered by date only. */
export function isDescending(
  requested: { direction: 'ASC' | 'DESC' } | null | undefined,
  byDefault: boolean,
): boolean {
  return requested ? requested.direction === 'DESC' : byDefault;
}

/** The orders of lists that can be ordered by date only; ids rise with the date. */
export const DateOrderField = builder.enumType('DateOrderField', {
  description: 'The orders of a list that can be ordered by date only.',
  values: { DATE_CREATED: { description: 'By date of creation.' } },
});

export const DateOrder = builder.inputType('DateOrder', {
  description: 'The order of a list by date.',
  fields: (t) => ({
    field: t.field({ type: DateOrderField, required: true, description: 'The value to order by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
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
