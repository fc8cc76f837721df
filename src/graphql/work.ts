import {
  defaultFieldResolver,
  GraphQLError,
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
import type { Context } from './context.ts';
import { isTurnUsedUp } from './turns.ts';

/** What the answers of one request may still hold together. */
export interface AnswerBudget {
  readonly maxBytes: number;
  bytesLeft: number;
}

/** One operation, or one event of a subscription, while it is worked on. */
export class Work {
  readonly budget: AnswerBudget;
  #reason: GraphQLError | null = null;
  #controller: AbortController | null = null;
  #told: ((reason: GraphQLError) => void)[] = [];

  constructor(budget: AnswerBudget) {
    this.budget = budget;
  }

  /** Ends what is under way: no resolver begins after it. */
  stop(reason: GraphQLError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    for (const tell of this.#told) tell(reason);
    this.#controller?.abort(reason);
  }

  /** Why it was stopped; null while it was not. */
  get reason(): GraphQLError | null {
    return this.#reason;
  }

  /** Resolves with the reason when it is stopped. */
  stopped(): Promise<GraphQLError> {
    if (this.#reason !== null) return Promise.resolve(this.#reason);
    return new Promise((resolve) => this.#told.push(resolve));
  }

  /** Made for whoever asks: most operations are over before anybody does. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#reason !== null) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  throwIfStopped(): void {
    if (this.#reason !== null) throw this.#reason;
  }
}

/** Bytes around a value: quotes, colon, comma; around an object: braces, comma. */
const bytesAround = 4;

export function createBudget(maxBytes: number): AnswerBudget {
  return { maxBytes, bytesLeft: maxBytes };
}

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
    const { work, turns } = context;
    work?.throwIfStopped();
    const counted = (value: unknown) => {
      countAnswered(work, String(info.path.key), value);
      return value;
    };
    const resolveNow = () => {
      const value: unknown = resolve(source, args, context, info);
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

/** Counts what a field adds to an answer. Fails, and stops the work, when the answer has grown too large. */
export function countAnswered(work: Work | null, key: string, value: unknown): void {
  if (work === null) return;
  const { budget } = work;
  budget.bytesLeft -= key.length + bytesAround + bytesOf(value);
  if (budget.bytesLeft >= 0) return;
  const refusal = tooLarge(budget);
  work.stop(refusal);
  throw refusal;
}

/** Bytes of a value in the answer, its fields aside, which are counted as they are resolved. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (!Array.isArray(value)) return bytesAround;
  let bytes = bytesAround;
  for (const element of value) bytes += bytesAround + bytesOf(element);
  return bytes;
}

/** The refusal of an answer that is too large. */
export function tooLarge({ maxBytes }: AnswerBudget): GraphQLError {
  return new GraphQLError(
    `This answer has more than ${maxBytes} bytes; no more are sent. Ask for smaller pages or fewer fields. What a mutation has changed stays changed.`,
    { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
  );
}
