import {
  type ExecutionArgs,
  type ExecutionResult,
  executeRootSelectionSet,
  executeSubscriptionEvent,
  GraphQLError,
  OperationTypeNode,
  type ValidatedSubscriptionArgs,
  validateExecutionArgs,
} from 'graphql';
import { type Context, withOperation } from '../context.ts';
import { refusalOfCost } from './cost.ts';
import { inSnapshot } from './snapshot.ts';
import { refusalOfSizes } from './value-sizes.ts';
import { Work } from './work.ts';

/** Limits on the execution of one operation. */
export interface ExecutionLimits {
  /** See `refusalOfCost`. */
  maxQueryCost: number;
  /** Milliseconds for a query, or for the answer to one event of a subscription. */
  maxQueryMs: number;
}

/** Execution arguments with our context. */
export type OurExecutionArgs = Omit<ExecutionArgs, 'contextValue'> & { contextValue: Context };

/**
 * Executes a query or a mutation within its limits: an operation that costs too much is refused, a query that takes too
 * long or answers too much is stopped. Mutations run to their end, so that a reported failure is always true.
 */
export async function executeWithin(
  limits: ExecutionLimits,
  args: OurExecutionArgs,
): Promise<ExecutionResult> {
  const tooLarge = refusalOfSizes(args);
  if (tooLarge) return { errors: [tooLarge] };
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated.map(faultOfTheRequest) };
  const refusal = refusalOfCost(validated, limits.maxQueryCost);
  if (refusal) return { errors: [refusal] };
  const { contextValue: context } = args;
  if (validated.operation.operation === OperationTypeNode.QUERY) {
    return watched(context, limits.maxQueryMs, (work) => {
      const leave = () => work.stop(hungUp);
      const { gone } = context.operation;
      if (gone.aborted) leave();
      gone.addEventListener('abort', leave);
      return inSnapshot(context, work, (own) =>
        executeRootSelectionSet({ ...validated, contextValue: own }),
      ).finally(() => gone.removeEventListener('abort', leave));
    });
  }
  // A mutation reads its own changes and everything that others have committed by then.
  return watched(context, null, (work) =>
    executeRootSelectionSet({ ...validated, contextValue: withOperation(context, { work }) }),
  );
}

/** Executes a subscription's selection for one event, within the same limits. */
export function answerEvent(
  { maxQueryMs }: ExecutionLimits,
  args: ValidatedSubscriptionArgs,
  event: unknown,
  context: Context,
): Promise<ExecutionResult> {
  return watched(context, maxQueryMs, (work) =>
    inSnapshot(context, work, (own) =>
      executeSubscriptionEvent({ ...args, rootValue: event, contextValue: own }),
    ),
  );
}

/**
 * How often the time of a query begins anew because it still waits for a connection: the embedded database has one, and
 * many large queries at once take their turns at it.
 */
const mostWaits = 5;

/** Stops an execution that takes too long; returns the finished part, or the reason. */
async function watched(
  context: Context,
  maxMs: number | null,
  execute: (work: Work) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const work = new Work(context.operation.answerBudget);
  let timer: NodeJS.Timeout | undefined;
  const giveTime = (ms: number, waits: number) => {
    timer = setTimeout(() => {
      if (work.isWaiting() && waits < mostWaits) giveTime(ms, waits + 1);
      else work.stop(tookTooLong(ms));
    }, ms);
  };
  if (maxMs !== null) giveTime(maxMs, 0);
  const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult>();
  // An interruption after the stop is not reported a second time.
  work.whenStopped((reason) => resolve({ errors: [reason] }));
  (async () => execute(work))().then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** The answer to a client that has disconnected. */
const hungUp = new GraphQLError('The client has hung up.', { extensions: { code: 'UPLOAD_INTERRUPTED' } });

function tookTooLong(ms: number): GraphQLError {
  const message = `This operation took longer than ${ms} ms. Ask for smaller pages or fewer fields.`;
  return new GraphQLError(message, { extensions: { code: 'TIMED_OUT', http: { status: 503 } } });
}

/** Faulty variables change the HTTP status, for queries and subscriptions alike. */
export function faultOfTheRequest(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    cause: error,
    extensions: { ...extensions, http: { status: 400 } },
  });
}
