import { type DocumentNode, GraphQLError, parse, validate } from 'graphql';
import type { Operation as Written } from '../../client/gateway/operation.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { executeWithin } from '../graphql/execution/execution.ts';
import { schema } from '../graphql/schema.ts';

/** An operation of a REST route. */
export interface Operation<Data, Variables extends object> {
  /**
   * Executes the operation in this process as a GraphQL request: with the same resolvers and the same limits of cost
   * and time.
   */
  run(variables: Variables, context: Context): Promise<Data>;
}

/**
 * An operation that is parsed and validated at its first execution, so that the start does not wait for all operations.
 */
export function operation<Data, Variables extends object>(
  text: Written<Data, Variables>,
): Operation<Data, Variables> {
  let document: DocumentNode | null = null;
  return {
    async run(variables, context) {
      document ??= prepare(text.toString());
      const variableValues = Object.fromEntries(Object.entries(variables));
      const { data, errors } = await executeWithin(context.parts.config, {
        schema,
        document,
        variableValues,
        contextValue: context,
      });
      const [fault] = errors ?? [];
      if (fault) throw unwrapped(fault);
      if (!hasTypeOf<Data>(data)) throw new Error('A REST operation answered no data.');
      return data;
    },
  };
}

function prepare(text: string): DocumentNode {
  const document = parse(text);
  const [fault] = validate(schema, document);
  if (fault) throw fault;
  return document;
}

/** The operation was validated against this schema, so its data has the generated type. */
function hasTypeOf<Data>(data: unknown): data is Data {
  return typeof data === 'object' && data !== null;
}

/** REST codes of an operation's limits; REST has no code of its own for time. */
const codeOfLimit = new Map<unknown, ErrorCode>([
  ['QUERY_TOO_COMPLEX', 'QUERY_TOO_COMPLEX'],
  ['TIMED_OUT', 'UNAVAILABLE'],
]);

/** The original failure inside GraphQL's wrapping. */
function unwrapped(fault: GraphQLError): Error {
  const { originalError: original, extensions, message, path } = fault;
  if (original && !(original instanceof GraphQLError)) return original;
  const code = codeOfLimit.get(extensions.code);
  if (code !== undefined) return new AppError(code, message);
  // Without a path the fault lies in the variables, that is, in the request.
  return path === undefined ? new AppError('INVALID_INPUT', message) : fault;
}
