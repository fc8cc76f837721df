import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  type GraphQLUnionType,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { Context } from '../context.ts';
import { plainResolver } from './watch-resolvers.ts';
import { countAnswered } from './work.ts';
import { Written } from './written.ts';

/** A query, or a mutation of one field, that was looked at once: which fields it asks of which objects, and how each is answered. */
export interface Plan {
  root: Selection;
  /** How many fields it has. */
  size: number;
}

interface Selection {
  type: GraphQLObjectType;
  fields: FieldPlan[];
}

interface FieldPlan {
  /** From 0 on, among all fields of the plan. */
  index: number;
  /** Its name in the answer. */
  key: string;
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  nodes: [FieldNode, ...FieldNode[]];
  /** Null for fields with an object below them, whose resolvers count and wait by themselves. */
  leaf: ((source: unknown, args: object, context: unknown, info: GraphQLResolveInfo) => unknown) | null;
  complete: Complete;
}

/** What is answered for what a resolver gave; objects may be filled later on. */
type Complete = (run: Run, value: unknown) => unknown;

/** Where a field's type is used: its index among the fields of the plan, and what is asked below it. */
interface Place {
  index: number;
  below: readonly SelectionSetNode[];
}

/** What of an execution a plan is made from. */
type Planned = Pick<ValidatedExecutionArgs, 'schema' | 'operation' | 'fragments' | 'fragmentDefinitions'>;

/** Thrown where only the executor of the library knows what to do. */
class Unplanned extends Error {
  override readonly name = 'Unplanned';
}

/** Plans by their operations; null for those that are left to the library. */
const plans = new WeakMap<OperationDefinitionNode, Plan | null>();

/**
 * The plan of a query or a mutation, made when it is first asked for; null where it has anything that is left to the library's
 * executor: directives, interfaces, what the schema says of itself, fields that take more work than a row does, which must
 * not be begun twice, and several mutations, which wait for each other.
 */
export function planOf(args: Planned): Plan | null {
  const known = plans.get(args.operation);
  if (known !== undefined) return known;
  const plan = makePlan(args);
  plans.set(args.operation, plan);
  return plan;
}

function makePlan(args: Planned): Plan | null {
  const { schema, operation } = args;
  const isChange = operation.operation === OperationTypeNode.MUTATION;
  const type = schema.getRootType(operation.operation);
  if (operation.operation === OperationTypeNode.SUBSCRIPTION || !type || hasDirectives(operation))
    return null;
  const planner = new Planner(args);
  try {
    const root = planner.select(type, [operation.selectionSet]);
    // What is no object is resolved past the one place that knows whether a change has been made.
    const [field, ...others] = root.fields;
    if (isChange && (field?.leaf !== null || others.length > 0)) return null;
    return { root, size: planner.fields };
  } catch (error) {
    if (error instanceof Unplanned) return null;
    throw error;
  }
}

function hasDirectives({ directives }: { directives?: readonly unknown[] | undefined }): boolean {
  return directives !== undefined && directives.length > 0;
}

class Planner {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** How many fields there are until now. */
  fields = 0;

  constructor({ schema, fragmentDefinitions }: Planned) {
    this.#schema = schema;
    this.#fragments = fragmentDefinitions;
  }

  select(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
    const byKey = new Map<string, [FieldNode, ...FieldNode[]]>();
    for (const set of sets) this.#collect(type, set, byKey);
    return { type, fields: [...byKey].map(([key, nodes]) => this.#field(type, key, nodes)) };
  }

  /** Fields by their names in the answer, in the order in which these are first met. */
  #collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    into: Map<string, [FieldNode, ...FieldNode[]]>,
  ): void {
    for (const selection of set.selections) {
      if (hasDirectives(selection)) throw new Unplanned();
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        // Set on an object of ours, it would be no field but what the object is made after.
        if (key === '__proto__') throw new Unplanned();
        const before = into.get(key);
        if (before) before.push(selection);
        else into.set(key, [selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
      if (
        !fragment ||
        hasDirectives(fragment) ||
        ('variableDefinitions' in fragment && fragment.variableDefinitions?.length)
      )
        throw new Unplanned();
      const condition = fragment.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
      if (condition && condition !== type && !this.#isOneOf(condition, type)) continue;
      this.#collect(type, fragment.selectionSet, into);
    }
  }

  #isOneOf(condition: GraphQLNamedType, type: GraphQLObjectType): boolean {
    return isAbstractType(condition) && this.#schema.isSubType(condition, type);
  }

  #field(parent: GraphQLObjectType, key: string, nodes: [FieldNode, ...FieldNode[]]): FieldPlan {
    const [{ name }] = nodes;
    const field = name.value === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name.value];
    if (!field || 'weight' in field.extensions) throw new Unplanned();
    const index = this.fields;
    this.fields += 1;
    const below = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    const leaf = isCompositeType(getNamedType(field.type)) ? null : plainResolver(field);
    return {
      index,
      key,
      parent,
      field,
      nodes,
      leaf,
      complete: this.#completion(field.type, { index, below }),
    };
  }

  #completion(type: GraphQLOutputType, place: Place): Complete {
    if (!isNonNullType(type)) {
      const complete = this.#nonNull(type, place);
      return (run, value) => (value === null || value === undefined ? null : complete(run, value));
    }
    const complete = this.#nonNull(type.ofType, place);
    return (run, value) => {
      if (value === null || value === undefined) throw new Unplanned();
      return complete(run, value);
    };
  }

  #nonNull(type: GraphQLOutputType, place: Place): Complete {
    if (isListType(type)) return this.#list(type.ofType, place);
    if (isLeafType(type)) return leafCompletion(type);
    if (isUnionType(type)) return this.#union(type, place);
    if (!isObjectType(type)) throw new Unplanned();
    const selection = this.select(type, place.below);
    return (run, value) => (value instanceof Written ? run.embed(value) : run.select(selection, value));
  }

  /** What is asked of each type that it may be. */
  #union(union: GraphQLUnionType, { index, below }: Place): Complete {
    const selections = new Map(union.getTypes().map((type) => [type.name, this.select(type, below)]));
    return (run, value) => {
      const selection = selections.get(run.typeOf(union, value, index));
      if (selection === undefined) throw new Unplanned();
      return run.select(selection, value);
    };
  }

  #list(type: GraphQLOutputType, place: Place): Complete {
    const isOfTexts = isNonNullType(type) && type.ofType === GraphQLString;
    const complete = this.#completion(type, place);
    return (run, value) => {
      if (!Array.isArray(value)) throw new Unplanned();
      // What is nothing but texts is answered as it is.
      if (isOfTexts && value.every((one) => typeof one === 'string')) return value;
      return run.list(value, complete);
    };
  }
}

function leafCompletion(type: GraphQLLeafType): Complete {
  if (type !== GraphQLString) return (_run, value) => written(type, value);
  return (_run, value) => (typeof value === 'string' ? value : written(type, value));
}

function written(type: GraphQLLeafType, value: unknown): unknown {
  const output = type.coerceOutputValue(value);
  if (output === null || output === undefined) throw new Unplanned();
  return output;
}

/**
 * Carries a plan out. Answers null where something came up that the plan does not cover, a failure of a resolver among
 * it: what reads can be executed again, and the library's executor says what went wrong, and where.
 */
export async function carryOut(
  plan: Plan,
  args: ValidatedExecutionArgs,
  context: Context,
): Promise<Record<string, unknown> | null> {
  const run = new Run(plan, args, context);
  try {
    return await run.answer();
  } catch {
    return null;
  }
}

/** A plan has no fields that ask for these. */
function noSignal(): undefined {}
function noHelpers(): never {
  throw new Unplanned();
}

/** One execution of a plan. */
class Run {
  readonly #plan: Plan;
  readonly #args: ValidatedExecutionArgs;
  readonly #context: Context;
  readonly #infos: (GraphQLResolveInfo | undefined)[];
  readonly #arguments: (Record<string, unknown> | undefined)[];
  readonly #done = Promise.withResolvers<void>();
  /** What is not in its place yet. */
  #open = 1;
  #failed = false;

  constructor(plan: Plan, args: ValidatedExecutionArgs, context: Context) {
    this.#plan = plan;
    this.#args = args;
    this.#context = context;
    this.#infos = new Array(plan.size);
    this.#arguments = new Array(plan.size);
  }

  /** Nobody may wait for it when the very first field fails. */
  async answer(): Promise<Record<string, unknown>> {
    this.#done.promise.catch(() => {});
    const data = this.select(this.#plan.root, this.#args.rootValue);
    this.#close();
    await this.#done.promise;
    return data;
  }

  /** An object with these fields of what a resolver gave. */
  select({ type, fields }: Selection, source: unknown): Record<string, unknown> {
    if (source instanceof Error) throw source;
    const object: Record<string, unknown> = {};
    const context = this.#context;
    let isChecked = type.isTypeOf === undefined;
    for (const plan of fields) {
      const { key, leaf, complete } = plan;
      const info = this.#infoOf(plan);
      if (!isChecked && type.isTypeOf?.(source, context, info) !== true) throw new Unplanned();
      isChecked = true;
      const given = this.#argumentsOf(plan, info);
      const value =
        leaf === null
          ? plan.field.resolve?.(source, given, context, info)
          : leaf(source, given, context, info);
      if (value instanceof Promise) {
        // Fields keep their order, whenever they are answered.
        object[key] = undefined;
        this.#await(value, (resolved) => {
          if (leaf !== null) countAnswered(context.work, key, resolved);
          object[key] = complete(this, resolved);
        });
        continue;
      }
      if (leaf !== null) countAnswered(context.work, key, value);
      object[key] = complete(this, value);
    }
    return object;
  }

  /** An object that is written already counts with all its fields. */
  embed(written: Written): Written {
    countAnswered(this.#context.work, '', written.text);
    return written;
  }

  /** Which type of a union this is, that the field with this index is answered by. */
  typeOf(union: GraphQLUnionType, value: unknown, index: number): string {
    const info = this.#infos[index];
    const name = info && union.resolveType?.(value, this.#context, info, union);
    if (typeof name !== 'string') throw new Unplanned();
    return name;
  }

  list(values: readonly unknown[], complete: Complete): unknown[] {
    const list: unknown[] = new Array(values.length);
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (value instanceof Promise) {
        this.#await(value, (resolved) => {
          list[index] = complete(this, resolved);
        });
      } else list[index] = complete(this, value);
    }
    return list;
  }

  #await(value: Promise<unknown>, put: (resolved: unknown) => void): void {
    this.#open += 1;
    value
      .then((resolved) => {
        if (this.#failed) return;
        put(resolved);
        this.#close();
      })
      .catch((error: unknown) => {
        this.#failed = true;
        this.#done.reject(error);
      });
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#done.resolve();
  }

  #argumentsOf(
    { index, field, nodes: [node] }: FieldPlan,
    info: GraphQLResolveInfo,
  ): Record<string, unknown> {
    this.#arguments[index] ??= getArgumentValues(field, node, info.variableValues);
    return this.#arguments[index];
  }

  #infoOf({ index, key, parent, field, nodes }: FieldPlan): GraphQLResolveInfo {
    const known = this.#infos[index];
    if (known) return known;
    const { schema, fragmentDefinitions: fragments, rootValue, operation, variableValues } = this.#args;
    const made: GraphQLResolveInfo = {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType: parent,
      // Our resolvers ask for their own name alone.
      path: { prev: undefined, key, typename: parent.name },
      schema,
      fragments,
      rootValue,
      operation,
      variableValues,
      getAbortSignal: noSignal,
      getAsyncHelpers: noHelpers,
    };
    this.#infos[index] = made;
    return made;
  }
}
