import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Random } from './random.ts';

/** A request as a stranger may send it: mostly a query that the schema allows, mostly too large. */
export interface GeneratedRequest {
  query: string;
  variables: Record<string, unknown>;
}

const globalIds = ['ModPack:1', 'ModPack:999', 'ServerPack:2', 'PackEvent:3', 'Run:1', 'Nothing:1', ':', '']
  .map((text) => Buffer.from(text).toString('base64'))
  .concat(['x', '💥', '\0', '"'.repeat(50)]);
const texts = [
  '',
  'Pack',
  '1.20.1',
  '%',
  '_',
  "'; --",
  '\u0000',
  '\ud800',
  'x'.repeat(2_000),
  '2026-01-01T00:00:00Z',
];
const numbers = [0, 1, 2, 20, 100, 101, -1, 2_147_483_647, -2_147_483_648, 1e300, 0.5];

/** What a request asks for. */
type Kind = 'query' | 'mutation' | 'subscription';

/** Makes requests from what the schema knows. */
export function createQueryGenerator(
  schema: GraphQLSchema,
  random: Random,
  kinds: readonly Kind[] = ['query', 'query', 'mutation'],
): () => GeneratedRequest {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return () => {
    const kind = random.pick(kinds);
    const root = roots[kind];
    if (!root) throw new Error('The schema has no such root.');
    const declared: string[] = [];
    const variables: Record<string, unknown> = {};
    const fragments: string[] = [];
    let left = 20 + random.below(300);

    const argument = (type: GraphQLInputType): string => {
      if (!random.chance(0.2)) return literal(type);
      const name = `v${declared.length}`;
      declared.push(`$${name}: ${random.chance(0.95) ? type : 'Int'}`);
      if (random.chance(0.9)) variables[name] = value(type);
      return `$${name}`;
    };
    const literal = (type: GraphQLInputType): string => {
      if (isNonNullType(type)) return literal(type.ofType);
      if (random.chance(0.05)) return 'null';
      if (isListType(type)) return `[${repeat(random.below(4), () => literal(type.ofType)).join(' ')}]`;
      if (isEnumType(type)) return random.pick(type.getValues()).name;
      if (!isInputObjectType(type)) return JSON.stringify(scalar(type));
      const fields = Object.values(type.getFields()).filter(
        (field) => isNonNullType(field.type) || random.chance(0.3),
      );
      return `{${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(' ')}}`;
    };
    const value = (type: GraphQLInputType): unknown => {
      if (random.chance(0.1)) return random.pick([null, 7, 'x', [], {}, [[[]]], { a: { b: [] } }]);
      if (isNonNullType(type)) return value(type.ofType);
      if (isListType(type)) return repeat(random.pick([0, 1, 3, 100, 3_000]), () => value(type.ofType));
      if (isEnumType(type)) return random.pick(type.getValues()).name;
      if (!isInputObjectType(type)) return scalar(type);
      return Object.fromEntries(
        Object.values(type.getFields()).map((field) => [field.name, value(field.type)]),
      );
    };
    const scalar = (type: GraphQLNamedType): unknown => {
      if (type.name === 'ID') return random.pick(globalIds);
      if (type.name === 'Boolean') return random.chance(0.5);
      return random.pick<unknown>(type.name === 'Int' || type.name === 'BigInt' ? numbers : texts);
    };
    const directive = () =>
      random.chance(0.08)
        ? ` @${random.pick(['skip', 'include', 'defer', 'stream', 'unknown'])}(if: ${random.pick(['true', 'false', '1'])})`
        : '';

    const field = (one: GraphQLField<unknown, unknown>, depth: number): string => {
      const given = one.args
        .filter(({ type }) => isNonNullType(type) || random.chance(0.4))
        .map(({ name, type }) => `${name}: ${argument(type)}`);
      const alias = random.chance(0.15) ? `a${random.below(1_000)}: ` : '';
      const type = getNamedType(one.type);
      const below = isCompositeType(type) ? ` ${selection(type, depth + 1)}` : '';
      return `${alias}${one.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${directive()}${below}`;
    };
    const selection = (type: GraphQLNamedType, depth: number): string => {
      const parts: string[] = random.chance(0.2) ? ['__typename'] : [];
      if (isObjectType(type) || isInterfaceType(type)) {
        const fields = Object.values(type.getFields());
        const isLastLevel = depth > 12 || left <= 0;
        const open = isLastLevel ? fields.filter((one) => !isCompositeType(getNamedType(one.type))) : fields;
        for (let count = 1 + random.below(6); count > 0 && open.length > 0; count -= 1) {
          left -= 1;
          parts.push(field(random.pick(open), depth));
        }
      }
      if (isAbstractType(type)) {
        const possible = random.pick(schema.getPossibleTypes(type));
        parts.push(`... on ${possible.name}${directive()} ${selection(possible, depth + 1)}`);
      }
      if (parts.length === 0) parts.push('__typename');
      if (depth === 0 && kind === 'query' && random.chance(0.2)) {
        const element = schema.getType(random.pick(['__Schema', '__Schema', '__Type']));
        if (element) {
          const name = element.name === '__Type' ? '__type(name: "ModPack")' : '__schema';
          parts.push(`${name} ${selection(element, 1)}`);
        }
      }
      if (!random.chance(0.1)) return `{ ${parts.join(' ')} }`;
      const name = `F${fragments.length}`;
      fragments.push('');
      fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${parts.join(' ')} }`;
      return `{ ${repeat(1 + random.below(3), () => `...${name}${directive()}`).join(' ')} }`;
    };

    const body = selection(root, 0);
    const head = `${kind} Q${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
    return { query: `${head} ${body}\n${fragments.join('\n')}`, variables };
  };
}

function repeat<Value>(times: number, make: () => Value): Value[] {
  return Array.from({ length: times }, make);
}
