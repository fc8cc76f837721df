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

/** What the execution of one operation may take. */
export interface ExecutionLimits {
  /** See `refusalOfCost`. */
  maxQueryCost: number;
  /** Milliseconds of a query, or of what is made of one event of a subscription. */
  maxQueryMs: number;
}

/** Arguments of an execution in one of our contexts. */
export type OurExecutionArgs = Omit<ExecutionArgs, 'contextValue'> & { contextValue: Context };

/**
 * Executes a query or a mutation within its limits: what costs too much does not begin, what takes too long or answers
 * too much is stopped. Mutations are let to their end: whoever is told that one failed must be able to believe it.
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
  // What a mutation reads is what it has changed itself, and what others have by then.
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

/** Stops what takes too long; answers what was done by then, or why it was stopped. */
async function watched(
  context: Context,
  maxMs: number | null,
  execute: (work: Work) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const work = new Work(context.answerBudget);
  const timer = maxMs === null ? undefined : setTimeout(() => work.stop(tookTooLong(maxMs)), maxMs);
  const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult>();
  // Once it was stopped, nobody hears of the interruption that follows.
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
