import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
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
import { countAnswered, type Work } from './work.ts';

/** The fields that are watched: those of introspection belong to all schemas. */
const watched = new WeakSet<GraphQLField<unknown, unknown>>();

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
  if (watched.has(field)) return;
  watched.add(field);
  const resolve = field.resolve ?? defaultFieldResolver;
  const watchedResolve = isCompositeType(getNamedType(field.type)) ? withFieldsBelow(resolve) : leaf(resolve);
  // Tools that execute by themselves, as those that print the schema, use the plain resolver.
  field.resolve = (source, args, context, info) =>
    isOurs(context) ? watchedResolve(source, args, context, info) : resolve(source, args, context, info);
}

type Resolve = GraphQLFieldResolver<unknown, unknown>;
type WatchedResolve = GraphQLFieldResolver<unknown, Context>;

/** Elements of a list that are answered without asking how long it takes. */
const fewElements = 100;

/** A field that ends the way down: it counts, and waits with a long list where this turn is used up. */
function leaf(resolve: Resolve): WatchedResolve {
  return (source, args, context, info) => {
    const { work, turns } = context;
    work?.throwIfStopped();
    const answer = (value: unknown) => {
      const isLong = Array.isArray(value) && value.length > fewElements;
      if (isLong && isTurnUsedUp()) return turns.wait().then(() => counted(work, info, value));
      return counted(work, info, value);
    };
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(answer) : answer(value);
  };
}

/** A field with much below it: it also waits where this turn is used up, before it is resolved and after. */
function withFieldsBelow(resolve: Resolve): WatchedResolve {
  return (source, args, context, info) => {
    const { work, turns } = context;
    const resolveNow = () => {
      work?.throwIfStopped();
      const value: unknown = resolve(source, args, context, info);
      if (!(value instanceof Promise)) return counted(work, info, value);
      return value.then((resolved: unknown) => {
        counted(work, info, resolved);
        // Loaded together with many others, it comes in one turn with them.
        return isTurnUsedUp() ? turns.wait().then(() => resolved) : resolved;
      });
    };
    return isTurnUsedUp() ? turns.wait().then(resolveNow) : resolveNow();
  };
}

function counted(work: Work | null, { path }: Pick<GraphQLResolveInfo, 'path'>, value: unknown): unknown {
  countAnswered(work, String(path.key), value);
  return value;
}

function isOurs(context: unknown): context is Context {
  return typeof context === 'object' && context !== null && 'turns' in context;
}
