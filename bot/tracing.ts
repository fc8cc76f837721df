/** Records the time of interactions as spans of a trace, which the gateway continues. */
export interface Tracing extends AsyncDisposable {
  /** Does `work` as a span. */
  within<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Says of the span that is under way how its interaction ended; a failure by its kind alone, since texts may hold what people typed. */
  ended(outcome: string, failure: unknown): void;
  /** The headers by which a request says what it is part of. */
  headers(): Readonly<Record<string, string>>;
}

/** Notes nothing, and costs nothing. */
export const noTracing: Tracing = {
  within: (_name, work) => work(),
  ended: () => {},
  headers: () => ({}),
  [Symbol.asyncDispose]: async () => {},
};
