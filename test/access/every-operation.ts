import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../src/graphql/schema.ts';

/** An operation that asks for one root field alone, with as little as the schema lets it. */
export interface RootOperation {
  /** Such as `mutation uploadModPack`. */
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  /** An upload is its variable `file`. */
  text: string;
}

/** One operation for each root field of the schema. */
export function everyRootOperation(): RootOperation[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
    Object.values(roots[kind]?.getFields() ?? {}).map((field) => ({
      name: `${kind} ${field.name}`,
      kind,
      text: textOf(kind, field),
    })),
  );
}

function textOf(kind: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(arg.type)}`);
  const variables = given.join().includes('$file') ? '($file: Upload!)' : '';
  const refusal = kind === 'mutation' ? '... on UserError { code }' : '';
  const selection = isLeafType(getNamedType(type)) ? '' : `{ __typename ${refusal} }`;
  return `${kind} Walk${variables} { ${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection} }`;
}

function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isRequiredInputField(field) || type.isOneOf,
    );
    const given = type.isOneOf ? fields.slice(0, 1) : fields;
    return `{ ${given.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  const ofScalar: Record<string, string> = {
    ID: `"${Buffer.from('ModPack:1').toString('base64')}"`,
    String: '"1.20.1"',
    Int: '1',
    Upload: '$file',
  };
  const found = ofScalar[type.name];
  if (found === undefined) throw new Error(`No value is known for ${type.name}.`);
  return found;
}
