/** Records the time of interactions as spans of a trace, which the gateway continues. */
export interface Tracing extends AsyncDisposable {
  /** Does `work` as a span. */
  within<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Records the end of the current interaction; of a failure only its kind, since texts may hold what people typed. */
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
