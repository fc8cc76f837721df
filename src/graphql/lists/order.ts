import type { Order, SortKey } from '../../core/lists/pages.ts';
import { builder } from '../builder.ts';

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { description: 'The smallest, oldest or alphabetically first.' },
    DESC: { description: 'The largest, newest or alphabetically last.' },
  },
});

/** An order as a client asks for it. */
export interface RequestedOrder<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

/** The order that a client asks for, or the newest first. */
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

/** Whether the client asks for the newest first, in lists whose one order is that by date. */
export function isDescending(
  requested: { direction: 'ASC' | 'DESC' } | null | undefined,
  byDefault: boolean,
): boolean {
  return requested ? requested.direction === 'DESC' : byDefault;
}

/** The orders of lists that can be ordered by date alone; the ids rise with the date. */
export const DateOrderField = builder.enumType('DateOrderField', {
  description: 'What a list that only knows dates can be ordered by.',
  values: { DATE_CREATED: { description: 'When it came to be.' } },
});

export const DateOrder = builder.inputType('DateOrder', {
  description: 'The order of a list by date.',
  fields: (t) => ({
    field: t.field({ type: DateOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
});

export const DateRangeInput = builder.inputType('DateRange', {
  description: 'A span of time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Its beginning; absent means since ever.' }),
    to: t.field({ type: 'DateTime', description: 'Its end, not included; absent means until now.' }),
  }),
});

/** The span as the core reads it. */
export function toDateRange(
  range: { from?: Date | null | undefined; to?: Date | null | undefined } | null | undefined,
): { from?: Date | undefined; to?: Date | undefined } | undefined {
  return range ? { from: range.from ?? undefined, to: range.to ?? undefined } : undefined;
}
