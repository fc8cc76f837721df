import {
  type DocumentNode,
  type ExecutionArgs,
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
import { planOf } from '../graphql/execution/plan.ts';
import { asOfOneMoment, carryOutAsOfOneMoment } from '../graphql/execution/snapshot.ts';
import type { Spelling } from '../graphql/execution/written.ts';
import { schema } from '../graphql/schema.ts';
import type { TypedDocumentString } from './gql/graphql.ts';

/** An operation of a REST route. */
export interface Operation<Data, Variables extends object> {
  /** Runs it in this process, on the same resolvers as everybody's GraphQL. */
  run(variables: Variables, context: Context): Promise<Data>;
}

/**
 * Parses and validates an operation once, when it is first run: no start waits for all of them. With a spelling, objects of
 * which only stored fields are asked may be `Written` in it.
 */
export function operation<Data, Variables extends object>(
  text: TypedDocumentString<Data, Variables>,
  spelling: Spelling | null = null,
): Operation<Data, Variables> {
  let prepared: ReturnType<typeof prepare> | null = null;
  return {
    async run(variables, context) {
      prepared ??= prepare(text.toString());
      const { document, changes } = prepared;
      const args = argumentsOf(document, variables);
      const asText = spelling && { isUsed: false, spelling };
      const planned = changes ? null : await runByPlan(args, { ...context, asText });
      const { data, errors } =
        planned !== null
          ? { data: planned, errors: [] }
          : changes
            ? await execute({ ...args, contextValue: context })
            : await asOfOneMoment(context, (own) => execute({ ...args, contextValue: own }));
      const [fault] = errors ?? [];
      if (fault) throw unwrapped(fault);
      if (!hasTypeOf<Data>(data)) throw new Error('A REST operation answered no data.');
      return data;
    },
  };
}

function prepare(text: string): { document: DocumentNode; changes: boolean } {
  const document = parse(text);
  const [fault] = validate(schema, document);
  if (fault) throw fault;
  return { document, changes: getOperationAST(document)?.operation === OperationTypeNode.MUTATION };
}

function argumentsOf(document: DocumentNode, variables: object): ExecutionArgs {
  return { schema, document, variableValues: { ...variables } };
}

/** Null where the operation has no plan, or its plan led to no answer. */
function runByPlan(args: ExecutionArgs, context: Context): Promise<Record<string, unknown> | null> | null {
  const validated = validateExecutionArgs({ ...args, contextValue: context });
  const plan = 'schema' in validated ? planOf(validated) : null;
  return 'schema' in validated && plan !== null ? carryOutAsOfOneMoment(plan, validated, context) : null;
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
