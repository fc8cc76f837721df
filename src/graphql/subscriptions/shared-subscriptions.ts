import {
  createSourceEventStream,
  type ExecutionResult,
  GraphQLError,
  Kind,
  type SubscriptionOperationDefinitionNode,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
} from 'graphql';
import { BoundedMap } from '../../bounded-map.ts';
import { type Context, withOperation } from '../context.ts';
import { refusalOfCost } from '../execution/cost.ts';
import { createEventLoopYields } from '../execution/event-loop-yields.ts';
import {
  answerEvent,
  type ExecutionLimits,
  faultOfTheRequest,
  type OurExecutionArgs,
} from '../execution/execution.ts';
import { hashOf } from '../execution/persisted-operations.ts';
import { refusalOfSizes } from '../execution/value-sizes.ts';
import { createBudget } from '../execution/work.ts';
import { createKeeping, type KeepingLimits } from './subscription-keeping.ts';

/** Starts a subscription; returns the stream of its results, or a result with errors. */
export type Subscribe = (args: OurExecutionArgs) => Promise<Answers | ExecutionResult>;

/** The results for one subscriber. Subscribers with the same query share the result objects. */
export interface Answers extends AsyncGenerator<ExecutionResult, void, void> {
  /**
   * Passes all results to `take` one after the other, in fewer steps than `next`. Waits for each promise that `take`
   * returns.
   */
  handTo(take: (answer: ExecutionResult) => Promise<void> | undefined): Promise<void>;
}

/** Results that a group caches: as many as the events of one run, which come in quick succession. */
const keptResults = 8;

/** Subscribers who get the same answer to an event. */
interface Group {
  members: number;
  /** Results of events, by the event object. */
  results: BoundedMap<object, Promise<ExecutionResult>>;
}

/**
 * Answers each event once for all subscribers with the same query. Each subscriber's own source decides which events
 * it gets, and in which order. A result is shared only while the event is the same object: one that arrived live, not
 * one that was read again for a replay. The query is the document, the values of variables used for an event, and
 * the rights. Arguments of the subscription's own field do not count, since they only choose events: its `resolve` may
 * use the event alone. Failures pass through `mask`, once for all subscribers that share them.
 */
export function createSharedSubscribe(
  limits: ExecutionLimits & KeepingLimits,
  mask: (error: unknown) => GraphQLError,
): Subscribe {
  const groups = new Map<string, Group>();
  const queryKeyOf = createQueryKeys();
  const keep = createKeeping(limits);
  const masked = (result: ExecutionResult) =>
    result.errors ? { ...result, errors: result.errors.map(mask) } : result;
  return async (args) => {
    const context = args.contextValue;
    const tooLarge = refusalOfSizes(args);
    if (tooLarge) return masked({ errors: [tooLarge] });
    const validated = validateSubscriptionArgs(args);
    if (!('schema' in validated)) return masked({ errors: validated.map(faultOfTheRequest) });
    const refusal = refusalOfCost(validated, limits.maxQueryCost);
    if (refusal) return masked({ errors: [refusal] });
    const giveBack = keep(validated, context.viewer);
    if (giveBack instanceof GraphQLError) return masked({ errors: [giveBack] });
    const source = await createSourceEventStream(validated);
    if (!(Symbol.asyncIterator in source)) {
      giveBack();
      return masked(source);
    }
    forgetRequest(args);
    const key = hashOf(JSON.stringify([queryKeyOf(validated), rightsOf(context)]));
    const group = groups.get(key) ?? { members: 0, results: new BoundedMap(keptResults) };
    groups.set(key, group);
    group.members += 1;
    const leave = () => {
      giveBack();
      group.members -= 1;
      if (group.members === 0) groups.delete(key);
    };
    return answersTo(source, {
      onEnd: leave,
      mask,
      repeats: !tellsStates(validated),
      answer(event) {
        const answer = async () =>
          masked(await answerEvent(limits, validated, event, contextOfEvent(context)));
        return group.members > 1 && isObject(event) ? answerOnce(group, event, answer) : answer();
      },
    });
  };
}

/**
 * Clears the request after its values have been read: a subscription runs for days and would keep unused parts of its
 * request in memory.
 */
function forgetRequest({ variableValues, contextValue }: OurExecutionArgs): void {
  const params = 'params' in contextValue ? contextValue.params : null;
  for (const given of [variableValues, params]) {
    if (typeof given !== 'object' || given === null) continue;
    for (const name of Object.keys(given)) Reflect.deleteProperty(given, name);
  }
}

/** The answer to an event from the cache; a subscriber too far behind has its event answered again. */
function answerOnce(
  { results }: Group,
  event: object,
  answer: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const known = results.get(event);
  if (known) return known;
  const made = answer();
  results.set(event, made);
  return made;
}

/** The parts of a caller that an answer may depend on, which the address is not. */
function rightsOf({ viewer: { address: _address, ...viewer }, operation }: Context): object {
  return { viewer, baseUrl: operation.baseUrl };
}

/** Each event gets its own loaders, since those of the subscription would answer with old rows. */
function contextOfEvent(context: Context): Context {
  const answerBudget = createBudget(context.operation.answerBudget.maxBytes);
  return {
    ...withOperation(context, { yields: createEventLoopYields(), answerBudget, loaders: new Map() }),
    viewer: { ...context.viewer, address: '' },
  };
}

/** Creates a value for the query that an operation runs for each event; equal queries get the same value. */
function createQueryKeys(): (args: ValidatedSubscriptionArgs) => object {
  const known = new WeakMap<SubscriptionOperationDefinitionNode, { number: number; variables: string[] }>();
  let operations = 0;
  return (args) => {
    const { operation, variableValues } = args;
    // Parsed documents are cached by their text, so equal texts usually are the same operation object.
    let query = known.get(operation);
    if (!query) {
      operations += 1;
      query = { number: operations, variables: variablesAboutEvents(args) };
      known.set(operation, query);
    }
    const values = query.variables.map((name) => [name, variableValues.coerced[name]]);
    return { operation: query.number, values: Object.fromEntries(values) };
  };
}

/** The variables used anywhere but in the arguments of the subscription's own field. */
function variablesAboutEvents({
  document,
  operation,
}: Pick<ValidatedSubscriptionArgs, 'document' | 'operation'>): string[] {
  const names = new Set<string>();
  const own = operation.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection,
  );
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const node of [...own, ...fragments]) {
    visit(node, { Variable: ({ name }) => void names.add(name.value) });
  }
  return [...names];
}

/** Whether the subscription tells states, so that an answer equal to the one before tells nothing. */
function tellsStates({
  schema,
  operation,
}: Pick<ValidatedSubscriptionArgs, 'schema' | 'operation'>): boolean {
  const [own] = operation.selectionSet.selections;
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  return own?.kind === Kind.FIELD && fields[own.name.value]?.extensions.tellsStates === true;
}

/** The texts of results by which they are compared; subscribers share a result and its text. */
const texts = new WeakMap<ExecutionResult, string>();

function textOf(result: ExecutionResult): string {
  const known = texts.get(result);
  if (known !== undefined) return known;
  const text = hashOf(JSON.stringify(result));
  texts.set(result, text);
  return text;
}

interface Answering {
  answer(event: unknown): Promise<ExecutionResult>;
  /** Whether an answer is sent although it equals the one before. */
  repeats: boolean;
  mask(error: unknown): GraphQLError;
  /** Called once, when the source ends, fails, or is ended by its consumer. */
  onEnd(): void;
}

/**
 * The answers to all events of a source. An explicit iterator: there is one for each subscriber, every step between
 * event and answer costs all of them, and an async generator's `return` would wait for the next event.
 */
function answersTo(source: AsyncIterable<unknown>, { answer, mask, repeats, onEnd }: Answering): Answers {
  let last: string | null = null;
  const isRepeated = (result: ExecutionResult) => {
    if (repeats) return false;
    const text = textOf(result);
    const isSame = text === last;
    last = text;
    return isSame;
  };
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  let left = false;
  const end = () => {
    if (!ended) onEnd();
    ended = true;
    left = true;
  };
  const stop = async () => {
    left = true;
    try {
      await iterator.return?.();
    } finally {
      // Until its `return` resolves, the source still does work, so the subscription counts as running.
      end();
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        for (let event = await iterator.next(); !event.done; event = await iterator.next()) {
          const value = await answer(event.value);
          if (left) break;
          if (!isRepeated(value)) return { done: false, value };
        }
        end();
        return { done: true, value: undefined };
      } catch (error) {
        await stop();
        throw mask(error);
      }
    },
    async handTo(take) {
      try {
        for (let event = await iterator.next(); !event.done; event = await iterator.next()) {
          const result = await answer(event.value);
          // A subscriber that has left gets no further results.
          if (left) break;
          if (isRepeated(result)) continue;
          const taken = take(result);
          if (taken) await taken;
        }
        end();
      } catch (error) {
        await stop();
        throw mask(error);
      }
    },
    async return() {
      await stop();
      return { done: true, value: undefined };
    },
    async throw(error) {
      await stop();
      throw error;
    },
    [Symbol.asyncDispose]: stop,
  };
}

function isObject(event: unknown): event is object {
  return typeof event === 'object' && event !== null;
}
