import { type GraphQLSchema, isObjectType } from 'graphql';
import { AppError } from '../errors.ts';

/** The largest id the database can hold. */
const largestId = 2_147_483_647;

/**
 * Reads the number inside a global id. Numbers that cannot exist become 0, which no row has; numbers with leading zeros
 * do, too, because an object must not have two ids.
 */
export function parseDatabaseId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= largestId ? id : 0;
}

/** Checks the type in a global id, which clients can forge. Fails with INVALID_INPUT for a type that is no node. */
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

/** The number inside a global id of the expected type. Fails with INVALID_INPUT for an id of another type. */
export function databaseIdOf(
  field: string,
  typename: string,
  globalId: { typename: string; id: string },
): number {
  if (globalId.typename === typename) return parseDatabaseId(globalId.id);
  const message = `${field} must be the id of a ${typename}, not of a ${globalId.typename}.`;
  throw new AppError('INVALID_INPUT', message, { field });
}

/** An object by its global id or by its number in REST; the schema demands exactly one of them. */
interface By {
  id?: { typename: string; id: string } | null | undefined;
  databaseId?: number | null | undefined;
}

/**
 * The number of an object given, as `field`, by its global id or its number. Fails with INVALID_INPUT for an id of
 * another type.
 */
export function numberOf(field: string, typename: string, { id, databaseId }: By): number {
  return id ? databaseIdOf(field, typename, id) : (databaseId ?? 0);
}
