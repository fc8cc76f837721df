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
import { mustYield } from './event-loop-yields.ts';
import { countAnswered, type Work } from './work.ts';

/** The fields already wrapped: introspection fields are shared by all schemas. */
const watched = new WeakSet<GraphQLField<unknown, unknown>>();

/**
 * Wraps every resolver of a schema, including introspection, so that it counts what it adds to an answer, ends when the
 * work is stopped, and yields to the event loop when this turn is used up. Returns the same schema.
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
  // Tools that execute by themselves, such as the one that prints the schema, use the plain resolver.
  field.resolve = (source, args, context, info) =>
    isOurs(context) ? watchedResolve(source, args, context, info) : resolve(source, args, context, info);
}

type Resolve = GraphQLFieldResolver<unknown, unknown>;
type WatchedResolve = GraphQLFieldResolver<unknown, Context>;

/** Elements of a list that are answered without checking the clock. */
const fewElements = 100;

/** A field with few or no fields below: it yields only with a long list. */
function leaf(resolve: Resolve): WatchedResolve {
  return (source, args, context, info) => {
    const { work, yields } = context.operation;
    work?.throwIfStopped();
    const answer = (value: unknown) => {
      const isLong = Array.isArray(value) && value.length > fewElements;
      if (isLong && mustYield()) return yields.wait().then(() => counted(work, info, value));
      return counted(work, info, value);
    };
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(answer) : answer(value);
  };
}

/** A field with many fields below: it also yields before it is resolved and after. */
function withFieldsBelow(resolve: Resolve): WatchedResolve {
  return (source, args, context, info) => {
    const { work, yields } = context.operation;
    const resolveNow = () => {
      work?.throwIfStopped();
      const value: unknown = resolve(source, args, context, info);
      if (!(value instanceof Promise)) return counted(work, info, value);
      return value.then((resolved: unknown) => {
        counted(work, info, resolved);
        // When loaded in a batch with many others, the field would continue in the same turn as they do.
        return mustYield() ? yields.wait().then(() => resolved) : resolved;
      });
    };
    return mustYield() ? yields.wait().then(resolveNow) : resolveNow();
  };
}

function counted(work: Work | null, { path }: Pick<GraphQLResolveInfo, 'path'>, value: unknown): unknown {
  countAnswered(work, String(path.key), value);
  return value;
}

function isOurs(context: unknown): context is Context {
  return typeof context === 'object' && context !== null && 'operation' in context;
}
