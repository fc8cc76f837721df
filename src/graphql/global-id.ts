import { type GraphQLSchema, isObjectType } from 'graphql';
import { AppError } from '../errors.ts';

/** The largest id the database can hold. */
const largestId = 2_147_483_647;

/**
 * Reads the number inside a global id. Numbers that cannot exist become 0, which no row has; so do those with leading
 * zeros, or an object would have two ids.
 */
export function parseDatabaseId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= largestId ? id : 0;
}

/** Checks the kind of a global id, which clients can forge. Fails with INVALID_INPUT for one without objects. */
export function demandNodeIds(
  schema: GraphQLSchema,
  field: string,
  ids: readonly { typename: string }[],
): void {
  for (const { typename } of ids) {
    const type = schema.getType(typename);
    if (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')) continue;
    const message = `${field} must be ids that this service has given; there is no object of the kind "${typename.slice(0, 100)}".`;
    throw new AppError('INVALID_INPUT', message, { field });
  }
}

/** The number inside a global id of the type expected. Fails with INVALID_INPUT for an id of another type. */
export function databaseIdOf(
  field: string,
  typename: string,
  globalId: { typename: string; id: string },
): number {
  if (globalId.typename === typename) return parseDatabaseId(globalId.id);
  const message = `${field} must be the id of a ${typename}, not of a ${globalId.typename}.`;
  throw new AppError('INVALID_INPUT', message, { field });
}

/**
 * The object that a filter names, by its global id or by the number that REST uses; undefined when it names none.
 * Fails with INVALID_INPUT for an id of another type.
 */
export function idInFilter(
  field: string,
  typename: string,
  given: { id: { typename: string; id: string } | null | undefined; databaseId: number | null | undefined },
): number | undefined {
  return given.id ? databaseIdOf(field, typename, given.id) : (given.databaseId ?? undefined);
}

/** An object by its global id or by the number that REST uses: exactly one of them, which the schema sees to. */
interface By {
  id?: { typename: string; id: string } | null | undefined;
  databaseId?: number | null | undefined;
}

/** The number of an object that is known by its global id or its number. Fails with INVALID_INPUT for another type's id. */
export function numberOf(typename: string, { id, databaseId }: By): number {
  return id ? databaseIdOf('by', typename, id) : (databaseId ?? 0);
}

/**
 * What an object is known by where a field takes `by`, or in its place the number alone. Fails with INVALID_INPUT for
 * both and for neither.
 */
export function knownBy({
  by,
  databaseId,
}: {
  by?: By | null | undefined;
  databaseId?: number | null | undefined;
}): By {
  if (by && databaseId == null) return by;
  if (!by && databaseId != null) return { databaseId };
  throw new AppError('INVALID_INPUT', 'Give either by or databaseId.', { field: 'by' });
}
