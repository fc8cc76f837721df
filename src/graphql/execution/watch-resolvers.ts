import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Context } from '../context.ts';
import { isTurnUsedUp } from './turns.ts';
import { countAnswered } from './work.ts';

/** The resolvers as they were before they were watched, by their fields. */
const plain = new WeakMap<GraphQLField<unknown, unknown>, GraphQLFieldResolver<unknown, unknown>>();

/**
 * Lets every resolver of a schema, also of what it says of itself, count what it adds to an answer, end where the work
 * was stopped, and wait for another turn of the event loop where this one is used up. Answers the same schema.
 */
export function watchResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) watch(field);
  }
  for (const field of [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]) watch(field);
  return schema;
}

function watch(field: GraphQLField<unknown, unknown>): void {
  if (plain.has(field)) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  plain.set(field, resolve);
  const hasFieldsBelow = isCompositeType(getNamedType(field.type));
  field.resolve = (source, args, context, info) => {
    // Whoever executes by themselves, as tools that print the schema do, want their answer at once.
    if (!isOurs(context)) return resolve(source, args, context, info);
    const { work, turns, change } = context;
    const isChange = change !== null && info.parentType === info.schema.getMutationType();
    work?.throwIfStopped();
    const counted = (value: unknown) => {
      countAnswered(work, String(info.path.key), value);
      return value;
    };
    const resolveNow = () => {
      const value: unknown = isChange
        ? change.once(() => resolve(source, args, context, info))
        : resolve(source, args, context, info);
      if (!(value instanceof Promise)) return counted(value);
      return value.then((resolved: unknown) => {
        counted(resolved);
        // Loaded together with many others, it comes in one turn with them.
        return hasFieldsBelow && isTurnUsedUp() ? turns.wait().then(() => resolved) : resolved;
      });
    };
    if (!hasFieldsBelow || !isTurnUsedUp()) return resolveNow();
    return turns.wait().then(() => {
      work?.throwIfStopped();
      return resolveNow();
    });
  };
}

function isOurs(context: unknown): context is Context {
  return typeof context === 'object' && context !== null && 'turns' in context;
}

/** The resolver of a field of a watched schema that neither counts nor waits: whoever calls it does. */
export function plainResolver(field: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  return plain.get(field) ?? field.resolve ?? defaultFieldResolver;
}
