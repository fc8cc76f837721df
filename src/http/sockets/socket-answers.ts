import type { ExecutionResult } from 'graphql';
import type { Answers } from '../../graphql/subscriptions/shared-subscriptions.ts';
import { asSent } from '../graphql/graphql-answer.ts';
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
