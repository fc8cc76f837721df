import {
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
  type ValueNode,
  validateExecutionArgs,
} from 'graphql';
import { z } from 'zod';
import { BoundedMap } from '../../bounded-map.ts';
import { elementsBelow } from './introspection.ts';
import { refusalOfSizes } from './value-sizes.ts';

/** Page size of a connection without first or last. */
export const defaultPageSize = 20;

/** Elements assumed for a list without pages. */
const elementsOfList = 5;

const pageArgs = z.object({
  first: z.number().nullish(),
  last: z.number().nullish(),
  ids: z.array(z.unknown()).nullish(),
  name: z.string().nullish(),
});

/** An operation that is ready to be executed. */
type Weighed = Pick<ValidatedExecutionArgs, 'schema' | 'operation' | 'fragments' | 'variableValues'>;

/** The parent of a selection's fields: a type, and for introspection the schema element being shown. */
interface Parent {
  type: GraphQLNamedType;
  element: object | null;
}

/** The error for an operation that costs too much, or null. */
export function refusalOfCost(operation: Weighed, most: number): GraphQLError | null {
  const cost = knownCostOf(operation, most);
  if (cost <= most) return null;
  const figure = Number.isFinite(cost)
    ? `${cost}; at most ${most} is accepted`
    : `more than ${most}, the most that is accepted`;
  return new GraphQLError(
    `This operation costs ${figure}. Every field costs 1, times the page sizes of the lists around it: ask for smaller pages or fewer fields.`,
    { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
  );
}

/**
 * A result that also says what its operation costs (null where that is far beyond), and what one may cost. A refused
 * operation says so, too, unless a value of it is too large or does not fit.
 */
export function withCost(result: ExecutionResult, args: ExecutionArgs, most: number): ExecutionResult {
  // Coercing a value that was refused for its size would take long.
  if (refusalOfSizes(args)) return result;
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return result;
  const requested = knownCostOf(validated, most);
  const cost = { requested: Number.isFinite(requested) ? requested : null, most };
  return { ...result, extensions: { ...result.extensions, cost } };
}

/** Known costs of an operation, by the values of the variables they depend on. */
interface KnownCosts {
  /** The variables that page sizes were read from. */
  names: Set<string>;
  byValues: BoundedMap<string, number>;
}

const knownCosts = new WeakMap<OperationDefinitionNode, KnownCosts>();
/** Most costs cached for one operation, and most characters of a key. */
const mostKnown = 8;
const mostCharacters = 200;

/** The cost of an operation, cached by its page sizes. */
function knownCostOf(operation: Weighed, most: number): number {
  const { names, byValues } = knownCosts.get(operation.operation) ?? {
    names: new Set(),
    byValues: new BoundedMap(mostKnown),
  };
  const key = () =>
    JSON.stringify([most, ...[...names].map((name) => operation.variableValues.coerced[name])]);
  const known = byValues.get(key());
  if (known !== undefined) return known;
  const cost = costOf(operation, most, names);
  // The key is made anew: it is longer when `names` has grown.
  const values = key();
  if (values.length <= mostCharacters) byValues.set(values, cost);
  knownCosts.set(operation.operation, { names, byValues });
  return cost;
}

/**
 * The cost of an operation: one for every field, or the field's own weight, and the fields below a list once for each
 * element it may have. Introspection is counted exactly. Infinite when counting would go far beyond `most` steps, each
 * of which costs at least one. Adds the variables that it read to `names`.
 */
function costOf(operation: Weighed, most: number, names: Set<string>): number {
  const { schema, fragments } = operation;
  // Nested fragments could take exponential time, so each selection is weighed once for each parent.
  const known = new Map<SelectionSetNode, Map<object, number>>();
  let steps = 0;

  function ofSelections(selectionSet: SelectionSetNode, parent: Parent): number {
    const costs = known.get(selectionSet) ?? new Map<object, number>();
    known.set(selectionSet, costs);
    const whose = parent.element ?? parent.type;
    const earlier = costs.get(whose);
    if (earlier !== undefined) return earlier;
    let cost = 0;
    for (const selection of selectionSet.selections) {
      steps += 1;
      if (steps > 2 * most) return Number.POSITIVE_INFINITY;
      if (selection.kind === Kind.FIELD) {
        cost += ofField(selection, parent);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]?.definition;
      if (!fragment) continue;
      const narrowed = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      cost += ofSelections(fragment.selectionSet, { ...parent, type: narrowed ?? parent.type });
    }
    costs.set(whose, cost);
    return cost;
  }

  function ofField(node: FieldNode, { type, element }: Parent): number {
    const field = isCompositeType(type) ? schema.getField(type, node.name.value) : undefined;
    if (!field) return 1;
    let cost = weightOf(field);
    if (!node.selectionSet) return cost;
    const below = getNamedType(field.type);
    if (isIntrospectionType(below)) {
      const { name } = argumentsOf(operation, field, node, names);
      for (const one of elementsBelow(schema, element, field.name, name)) {
        cost += ofSelections(node.selectionSet, { type: below, element: one });
      }
      return cost;
    }
    const times = elementsOf(operation, field, node, names);
    return times === 0
      ? cost
      : cost + times * ofSelections(node.selectionSet, { type: below, element: null });
  }

  const root = schema.getRootType(operation.operation.operation);
  return root ? ofSelections(operation.operation.selectionSet, { type: root, element: null }) : 0;
}

/** A field's own cost: `weight` of its extensions, for fields that cost more than a row. */
function weightOf({ extensions }: GraphQLField<unknown, unknown>): number {
  return typeof extensions.weight === 'number' ? extensions.weight : 1;
}

/** The most elements that a field may have. A page's own `nodes` and `edges` do not count a second time. */
function elementsOf(
  operation: Weighed,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  names: Set<string>,
): number {
  // The `first` of a comparison is a server pack.
  const isPaged = field.args.some(
    ({ name, type }) => (name === 'first' || name === 'last') && getNamedType(type).name === 'Int',
  );
  if (isPaged) {
    const { first, last } = argumentsOf(operation, field, node, names);
    // A negative page size is refused later; here it must not lower the cost of other fields.
    return Math.max(0, first ?? last ?? defaultPageSize);
  }
  if (field.args.some(({ name }) => name === 'ids'))
    return argumentsOf(operation, field, node, names).ids?.length ?? 1;
  const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  return isList && field.name !== 'nodes' && field.name !== 'edges' ? elementsOfList : 1;
}

/** The numeric arguments of a field. Invalid ones are refused when the field is resolved. */
function argumentsOf(
  { variableValues }: Weighed,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  names: Set<string>,
): Partial<z.infer<typeof pageArgs>> {
  for (const { name, value } of node.arguments ?? [])
    if (name.value in pageArgs.shape) noteVariables(value, names);
  try {
    return pageArgs.safeParse(getArgumentValues(field, node, variableValues)).data ?? {};
  } catch {
    return {};
  }
}

function noteVariables(value: ValueNode, names: Set<string>): void {
  if (value.kind === Kind.VARIABLE) names.add(value.name.value);
  else if (value.kind === Kind.LIST) for (const one of value.values) noteVariables(one, names);
}
