import {
  type DocumentNode,
  execute,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
  validateExecutionArgs,
} from 'graphql';
import { AppError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { carryOut, planOf } from '../graphql/plan.ts';
import { schema } from '../graphql/schema.ts';
import { asOfOneMoment } from '../graphql/snapshot.ts';
import type { TypedDocumentString } from './gql/graphql.ts';

/** An operation of a REST route, parsed and validated. */
export interface Operation<Data, Variables extends object> {
  /** Runs it in this process, on the same resolvers as everybody's GraphQL. */
  run(variables: Variables, context: Context): Promise<Data>;
}

/** Parses and validates an operation once, at start. */
export function operation<Data, Variables extends object>(
  text: TypedDocumentString<Data, Variables>,
): Operation<Data, Variables> {
  const document = parse(text.toString());
  const [fault] = validate(schema, document);
  if (fault) throw fault;
  const changes = getOperationAST(document)?.operation === OperationTypeNode.MUTATION;
  return {
    run: (variables, context) =>
      changes
        ? run(document, variables, context)
        : asOfOneMoment(context, (own) => run(document, variables, own)),
  };
}

async function run<Data>(document: DocumentNode, variables: object, context: Context): Promise<Data> {
  const args = { schema, document, variableValues: { ...variables }, contextValue: context };
  const validated = validateExecutionArgs(args);
  const plan = 'schema' in validated ? planOf(validated) : null;
  const planned = 'schema' in validated && plan !== null ? await carryOut(plan, validated, context) : null;
  const { data, errors } = planned === null ? await execute(args) : { data: planned, errors: [] };
  const [fault] = errors ?? [];
  if (fault) throw unwrapped(fault);
  if (!hasTypeOf<Data>(data)) throw new Error('A REST operation answered no data.');
  return data;
}

/** The operation has passed validation against this very schema, so what it answers has the generated type. */
function hasTypeOf<Data>(data: unknown): data is Data {
  return typeof data === 'object' && data !== null;
}

/** What really happened, behind GraphQL's wrapping. */
function unwrapped(fault: GraphQLError): Error {
  const original = fault.originalError;
  if (original && !(original instanceof GraphQLError)) return original;
  // No path: the fault lies in the variables, that is, in the request.
  return fault.path === undefined ? new AppError('INVALID_INPUT', fault.message) : fault;
}
