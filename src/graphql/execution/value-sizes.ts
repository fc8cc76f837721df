import {
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Limits for the value of an argument or input field; its `extensions`, or those of its type, may set others. */
export interface ValueSizes {
  /** Most characters of a text. */
  longest: number;
  /** Most words of a text. */
  words: number;
  /** Most elements of a list; a list of an enum has no more than the enum has values. */
  most: number;
}

/** Looser than any field's own rules, whose violation is answered as an error type. */
const usual: ValueSizes = { longest: 4_096, words: Number.POSITIVE_INFINITY, most: 1_000 };

/** Limits for a text in a filter, which the database searches for in many rows. */
export const filterTexts = { longest: 200, words: 32 };

/** For texts whose own rules set a limit and answer as an error type. */
export const ownRules = { longest: Number.POSITIVE_INFINITY, most: 10_000 };

interface Sized {
  name: string;
  extensions: Readonly<Record<string, unknown>>;
}

/** A position in an operation that takes a value. */
interface ValuePosition {
  type: GraphQLInputType;
  sizes: ValueSizes;
  /** The path in the operation, such as `filter.nameContains`. */
  path: string;
}

/** The verdict on a document's own values, and the positions of its variables. */
interface Judged {
  fault: string | null;
  variables: (ValuePosition & { name: string })[];
}

const judgedDocuments = new WeakMap<DocumentNode, Judged>();

/**
 * The error for an operation with too large a value, or null. Judged before values are coerced to their types: coercing
 * a list of a megabyte takes longer than a turn of the event loop may.
 */
export function refusalOfSizes({
  schema,
  document,
  variableValues,
}: {
  schema: GraphQLSchema;
  document: DocumentNode;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}): GraphQLError | null {
  const judged = judgedDocuments.get(document) ?? judgeDocument(schema, document);
  judgedDocuments.set(document, judged);
  const fault =
    judged.fault ??
    firstFault(judged.variables, ({ name, ...position }) => faultOfValue(variableValues?.[name], position));
  return fault === null
    ? null
    : new GraphQLError(fault, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });
}

function judgeDocument(schema: GraphQLSchema, document: DocumentNode): Judged {
  const judged: Judged = { fault: null, variables: [] };
  const defaults = defaultsOf(document);
  const judge = (node: ValueNode, position: ValuePosition) => {
    if (node.kind === Kind.VARIABLE) {
      judged.variables.push({ ...position, name: node.name.value });
      for (const value of defaults.get(node.name.value) ?? []) judge(value, position);
      return;
    }
    const inner = itemOf(position.type);
    if (node.kind === Kind.LIST) {
      judged.fault ??= faultOfLength(node.values.length, position);
      for (const one of node.values) judge(one, { ...position, type: inner });
    } else if (node.kind === Kind.OBJECT && isInputObjectType(inner)) {
      const fields = inner.getFields();
      for (const { name, value } of node.fields) {
        const field = fields[name.value];
        if (field) judge(value, positionOf(field, inner, position));
      }
    } else if ('value' in node && typeof node.value === 'string') {
      judged.fault ??= faultOfText(node.value, position);
    }
  };
  const types = new TypeInfo(schema);
  const argument = {
    enter(node: { value: ValueNode }) {
      const known = types.getArgument();
      if (known) judge(node.value, positionOf(known));
    },
  };
  visit(document, visitWithTypeInfo(types, { Argument: argument }));
  return judged;
}

function defaultsOf({ definitions }: DocumentNode): Map<string, ValueNode[]> {
  const operations = definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const given = operations
    .flatMap(({ variableDefinitions }) => variableDefinitions ?? [])
    .flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, defaultValue] as const] : [],
    );
  const byName = new Map<string, ValueNode[]>();
  for (const [name, value] of given) byName.set(name, [...(byName.get(name) ?? []), value]);
  return byName;
}

function faultOfValue(value: unknown, position: ValuePosition): string | null {
  if (typeof value === 'string') return faultOfText(value, position);
  if (typeof value !== 'object' || value === null) return null;
  const type = itemOf(position.type);
  if (Array.isArray(value)) {
    return (
      faultOfLength(value.length, position) ??
      firstFault(value, (one) => faultOfValue(one, { ...position, type }))
    );
  }
  if (!isInputObjectType(type)) return null;
  const fields = type.getFields();
  const names = Object.keys(value);
  const most = Object.keys(fields).length;
  if (names.length > most) return `${position.path} may have ${most} fields, not ${names.length}.`;
  return firstFault(Object.entries(value), ([name, one]) => {
    const field = fields[name];
    return field ? faultOfValue(one, positionOf(field, type, position)) : null;
  });
}

function faultOfText(text: string, { path, sizes: { longest, words } }: ValuePosition): string | null {
  if (text.length > longest) return `${path} may have ${longest} characters, not ${text.length}.`;
  if (words === Number.POSITIVE_INFINITY) return null;
  const found = text.split(' ').filter((word) => word !== '').length;
  return found > words ? `${path} may have ${words} words, not ${found}.` : null;
}

function faultOfLength(length: number, { path, type, sizes }: ValuePosition): string | null {
  const inner = itemOf(type);
  const most = isEnumType(inner) ? inner.getValues().length : sizes.most;
  return length > most ? `${path} may have ${most} elements, not ${length}.` : null;
}

function firstFault<Item>(items: readonly Item[], faultOf: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== null) return fault;
  }
  return null;
}

/** The type of a list's elements; any other type unchanged. */
function itemOf(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type)) return itemOf(type.ofType);
  return isListType(type) ? (isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType) : type;
}

function positionOf(
  { type, ...field }: Sized & { type: GraphQLInputType },
  parent?: Sized,
  above?: ValuePosition,
): ValuePosition {
  return {
    type,
    sizes: {
      ...usual,
      ...(parent?.name.endsWith('Filter') && filterTexts),
      ...(parent && sizesIn(parent.extensions)),
      ...sizesIn(field.extensions),
    },
    path: above ? `${above.path}.${field.name}` : field.name,
  };
}

function sizesIn(extensions: Sized['extensions']): Partial<ValueSizes> {
  const { longest, most } = extensions;
  return {
    ...(typeof longest === 'number' && { longest }),
    ...(typeof most === 'number' && { most }),
  };
}
