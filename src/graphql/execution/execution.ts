import {
  type ExecutionArgs,
  type ExecutionResult,
  executeRootSelectionSet,
  executeSubscriptionEvent,
  GraphQLError,
  OperationTypeNode,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  validateExecutionArgs,
} from 'graphql';
import type { Context } from '../context.ts';
import { refusalOfCost } from './cost.ts';
import { asOfOneMoment } from './snapshot.ts';
import { Work } from './work.ts';

/** Limits on the execution of one operation. */
export interface ExecutionLimits {
  /** See `refusalOfCost`. */
  maxQueryCost: number;
  /** Milliseconds for a query, or for the answer to one event of a subscription. */
  maxQueryMs: number;
}

/** Arguments of an execution in one of our contexts. */
export type OurExecutionArgs = Omit<ExecutionArgs, 'contextValue'> & { contextValue: Context };

/**
 * Executes a query or a mutation within its limits: one that costs too much is refused, a query that takes too long or
 * answers too much is stopped. Mutations run to their end, so that a reported failure is always true.
 */
export async function executeWithin(
  limits: ExecutionLimits,
  args: OurExecutionArgs,
): Promise<ExecutionResult> {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated.map(faultOfTheRequest) };
  const refusal = refusalOfCost(validated, limits.maxQueryCost);
  if (refusal) return { errors: [refusal] };
  const { contextValue: context } = args;
  if (validated.operation.operation === OperationTypeNode.QUERY) {
    return watched(context, limits.maxQueryMs, (work) =>
      asOfOneMoment(context, (own) => executeRootSelectionSet(inContext(validated, own, work))),
    );
  }
  // A mutation reads its own changes and whatever others have committed by then.
  return watched(context, null, (work) => executeRootSelectionSet(inContext(validated, context, work)));
}

/** Makes an answer of one event of a subscription, within the same limits. */
export function answerEvent(
  { maxQueryMs }: ExecutionLimits,
  args: ValidatedSubscriptionArgs,
  event: unknown,
  context: Context,
): Promise<ExecutionResult> {
  const ofEvent = { ...args, rootValue: event };
  return watched(context, maxQueryMs, (work) =>
    asOfOneMoment(context, (own) => executeSubscriptionEvent(inContext(ofEvent, own, work))),
  );
}

/** Stops an execution that takes too long; returns the part that was done, or the reason. */
async function watched(
  context: Context,
  maxMs: number | null,
  execute: (work: Work) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const work = new Work(context.answerBudget);
  const timer = maxMs === null ? undefined : setTimeout(() => work.stop(tookTooLong(maxMs)), maxMs);
  const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult>();
  // The interruption that follows a stop is not reported a second time.
  work.whenStopped((reason) => resolve({ errors: [reason] }));
  (async () => execute(work))().then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function inContext<Args extends ValidatedExecutionArgs>(args: Args, context: Context, work: Work): Args {
  return { ...args, contextValue: { ...context, work } };
}

function tookTooLong(ms: number): GraphQLError {
  const message = `This operation took longer than ${ms} ms. Ask for smaller pages or fewer fields.`;
  return new GraphQLError(message, { extensions: { code: 'TIMED_OUT', http: { status: 503 } } });
}

/** Variables that do not fit show in the status, for queries and subscriptions alike. */
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
