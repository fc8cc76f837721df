import type { ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Answers } from '../../graphql/subscriptions/shared-subscriptions.ts';
import type { SendText } from './socket-transport.ts';

/**
 * Sends a subscription's results as messages of the protocol. The library would serialise each result for each
 * subscriber; instead it gets an iterator that ends and fails alike, but yields nothing.
 */
export function sendingAll(
  answers: Answers,
  id: string,
  send: SendText,
): AsyncGenerator<ExecutionResult, void, void> {
  const beginning = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      await answers.handTo((answer) => send(beginning + endingWith(answer)));
      return { done: true, value: undefined };
    },
    return: () => answers.return(),
    throw: (error) => answers.throw(error),
    [Symbol.asyncDispose]: () => answers[Symbol.asyncDispose](),
  };
}

/** The shared end of an answer's messages, for the lifetime of the answer. */
const endings = new WeakMap<ExecutionResult, string>();

/** The end of the messages with this answer, which all subscribers share. */
function endingWith(answer: ExecutionResult): string {
  const known = endings.get(answer);
  if (known) return known;
  const ending = `${JSON.stringify(asSent(answer))}}`;
  endings.set(answer, ending);
  return ending;
}

interface Answered {
  data?: ExecutionResult['data'] | undefined;
  errors?: readonly GraphQLError[] | undefined;
}

/** An answer in the form for sockets. */
export function asSent({ data, errors }: Answered): FormattedExecutionResult {
  return { ...(data === undefined ? {} : { data }), ...(errors ? { errors: withoutHttp(errors) } : {}) };
}

/** Errors without the data that sets the HTTP status. */
export function withoutHttp(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { extensions: { http: _http, ...extensions } = {}, ...rest } = error.toJSON();
    return { ...rest, ...(Object.keys(extensions).length > 0 ? { extensions } : {}) };
  });
}
