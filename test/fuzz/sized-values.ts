import {
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  print,
  valueToLiteral,
} from 'graphql';

/** An argument of the schema or a field of an input type, each once, and how to ask with a value there. */
export interface ValuePlace {
  /** Such as `ModPackFilter.nameContains` or `Query.node(id:)`. */
  name: string;
  type: GraphQLInputType;
  byVariable(value: unknown): { query: string; variables: Record<string, unknown> };
  /** Null where no literal of the type says so. */
  byLiteral(value: unknown): { query: string } | null;
}

/** Bytes of JSON that a body of a request has room for, beside the query. */
const bytes = 1_000_000;

/** All places of the schema, those of queries first. */
export function placesOf(schema: GraphQLSchema): ValuePlace[] {
  const places: ValuePlace[] = [];
  const walked = new Set<string>();
  for (const [type, ask] of reached(schema)) {
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args) {
        const others = field.args.filter((one) => one !== argument && isRequiredArgument(one));
        const rest = others.map((one) => `${one.name}: ${literal(sample(one.type), one.type)}`);
        const asked = (value: string, declared = '') => {
          const selection = isLeaf(field.type) ? '' : ' { __typename }';
          return ask(
            `${field.name}(${[`${argument.name}: ${value}`, ...rest].join(', ')})${selection}`,
            declared,
          );
        };
        for (const { name, type: inner, around } of within(argument.type, walked, (value) => value)) {
          places.push({
            name: name ?? `${type.name}.${field.name}(${argument.name}:)`,
            type: inner,
            byVariable: (value) => ({
              query: asked('$value', `($value: ${argument.type})`),
              variables: { value: around(value) },
            }),
            byLiteral: (value) => {
              const text = literal(around(value), argument.type);
              return text === null ? null : { query: asked(text) };
            },
          });
        }
      }
    }
  }
  return places;
}

/** Values for a place that take as much as the body of a request has room for. */
export function largeValues(type: GraphQLInputType): unknown[] {
  if (isNonNullType(type)) return largeValues(type.ofType);
  if (isListType(type)) {
    const one = sample(type.ofType);
    return [filledWith(one), ...(isInputObjectType(getNamedType(type)) ? [] : [['a'.repeat(bytes)]])];
  }
  if (isInputObjectType(type))
    return [
      Object.fromEntries(Array.from({ length: Math.floor(bytes / 12) }, (_, index) => [`k${index}`, 1])),
    ];
  const parts = type.name === 'String' ? ['ab cd ', '%_\\', '/a'] : ['a'];
  return parts.map((part) => part.repeat(bytes / (JSON.stringify(part).length - 2)));
}

/** The value as small as the refusal says that it may be; null where it says nothing of that. */
export function asRefusalSays(value: unknown, refusal: string): unknown {
  const [, most = '', what] = /may have (\d+) (characters|words|elements)/.exec(refusal) ?? [];
  const cut = (one: unknown): unknown => {
    if (typeof one !== 'string') return Array.isArray(one) ? one.map(cut) : one;
    if (what === 'words') return one.split(' ').slice(0, Number(most)).join(' ');
    return what === 'characters' ? one.slice(0, Number(most)) : one;
  };
  if (what === undefined) return null;
  return what === 'elements' && Array.isArray(value) ? value.slice(0, Number(most)) : cut(value);
}

function filledWith(one: unknown): unknown[] {
  return Array.from({ length: Math.floor(bytes / (JSON.stringify(one).length + 1)) }, () => one);
}

type Ask = (selection: string, declared: string) => string;

/** The object types that can be asked for, each by the shortest way. */
function* reached(schema: GraphQLSchema): Iterable<[GraphQLObjectType, Ask]> {
  const found = new Set<GraphQLObjectType>();
  const next: [GraphQLObjectType, Ask][] = [];
  const add = (type: GraphQLOutputType | null | undefined, ask: Ask) => {
    const named = type && getNamedType(type);
    const [objects, isAbstract] = isObjectType(named)
      ? [[named], false]
      : named && 'getTypes' in named
        ? [named.getTypes(), true]
        : [[], false];
    for (const object of objects) {
      // A preview needs an archive, which the modpacks of a fuzzed gateway have not.
      if (found.has(object) || object.name === 'ServerPackPreview') continue;
      found.add(object);
      next.push([
        object,
        (text, declared) => ask(isAbstract ? `... on ${object.name} { ${text} }` : text, declared),
      ]);
    }
  };
  add(schema.getQueryType(), (text, declared) => `query${declared} { ${text} }`);
  for (let entry = next.shift(); entry; entry = next.shift()) {
    yield entry;
    const [type, ask] = entry;
    for (const { name, args, type: below } of Object.values(type.getFields())) {
      const given = args
        .filter((one) => isRequiredArgument(one) || one.name === 'first')
        .map((one) => `${one.name}: ${literal(sample(one.type), one.type)}`);
      const field = given.length === 0 ? name : `${name}(${given.join(', ')})`;
      add(below, (text, declared) => ask(`${field} { ${text} }`, declared));
    }
    if (next.length > 0) continue;
    add(schema.getSubscriptionType(), (text, declared) => `subscription${declared} { ${text} }`);
    if (next.length === 0)
      add(schema.getMutationType(), (text, declared) => `mutation${declared} { ${text} }`);
  }
}

/** The place itself and, below it, the fields of each input type that has not been walked. */
function* within(
  type: GraphQLInputType,
  walked: Set<string>,
  around: (value: unknown) => unknown,
): Iterable<{ name?: string; type: GraphQLInputType; around: (value: unknown) => unknown }> {
  yield { type, around };
  const named = getNamedType(type);
  if (!isInputObjectType(named) || walked.has(named.name)) return;
  walked.add(named.name);
  for (const field of Object.values(named.getFields())) {
    const beside = named.isOneOf ? {} : requiredOf(named);
    for (const place of within(field.type, walked, (value) => around({ ...beside, [field.name]: value })))
      yield { name: `${named.name}.${field.name}`, ...place };
  }
}

/** A small value of a type. */
function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [sample(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return requiredOf(type);
  const known: Record<string, unknown> = { Int: 1, BigInt: 1, Float: 1, Boolean: true, ID: modPack };
  return known[type.name] ?? 'a';
}

/** The global id of the first modpack. */
const modPack = 'TW9kUGFjazox';

function requiredOf(type: GraphQLInputType): Record<string, unknown> {
  if (!isInputObjectType(type)) return {};
  const fields = Object.values(type.getFields());
  const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
  return Object.fromEntries(needed.map((field) => [field.name, sample(field.type)]));
}

function literal(value: unknown, type: GraphQLInputType): string | null {
  const node = valueToLiteral(value, type);
  return node ? print(node) : null;
}

function isLeaf(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return !('getFields' in named) && !('getTypes' in named);
}
