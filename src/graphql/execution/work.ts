import { GraphQLError } from 'graphql';

/** Bytes left for the answers of one request together. */
export interface AnswerBudget {
  readonly maxBytes: number;
  bytesLeft: number;
}

/** One operation, or one event of a subscription, while it is executed. */
export class Work {
  readonly budget: AnswerBudget;
  /** Whether it waits for its turn at the database. */
  isWaiting = () => false;
  #reason: GraphQLError | null = null;
  #controller: AbortController | null = null;
  #listeners: ((reason: GraphQLError) => void)[] = [];

  constructor(budget: AnswerBudget) {
    this.budget = budget;
  }

  /** Stops the operation: no further resolver begins. */
  stop(reason: GraphQLError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
    this.#controller?.abort(reason);
  }

  /** Why the work was stopped; null while it was not. */
  get reason(): GraphQLError | null {
    return this.#reason;
  }

  /** Calls back with the reason when the work is stopped. */
  whenStopped(listener: (reason: GraphQLError) => void): void {
    if (this.#reason !== null) listener(this.#reason);
    else this.#listeners.push(listener);
  }

  /** Created on first use: most operations end before their signal is needed. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#reason !== null) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  throwIfStopped(): void {
    if (this.#reason !== null) throw this.#reason;
  }
}

/** JSON bytes around a value: quotes, colon, comma; around an object: braces, comma. */
const bytesAround = 4;

export function createBudget(maxBytes: number): AnswerBudget {
  return { maxBytes, bytesLeft: maxBytes };
}

/** Counts what a field adds to an answer. Fails, and stops the work, when the answer has grown too large. */
export function countAnswered(work: Work | null, key: string, value: unknown): void {
  if (work === null) return;
  const { budget } = work;
  budget.bytesLeft -= key.length + bytesAround + bytesOf(value);
  if (budget.bytesLeft >= 0) return;
  const refusal = tooLarge(budget);
  work.stop(refusal);
  throw refusal;
}

/** Bytes of a value in the answer without its fields, which are counted as they are resolved. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (!Array.isArray(value)) return bytesAround;
  let bytes = bytesAround;
  for (const element of value) bytes += bytesAround + bytesOf(element);
  return bytes;
}

/** The error for an answer that is too large. */
export function tooLarge({ maxBytes }: AnswerBudget): GraphQLError {
  return new GraphQLError(
    `This answer has more than ${maxBytes} bytes; no more are sent. Ask for smaller pages or fewer fields. What a mutation has changed stays changed.`,
    { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } },
  );
}
