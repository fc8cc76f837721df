export type SpanNotes = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan {
  /** Spans begun by `work` become children of this span while `work` runs. */
  around<Result>(work: () => Result): Result;
  end(notes?: SpanNotes, failure?: unknown): void;
}

/** Records durations as spans of a trace that continues across processes. */
export interface Tracing extends AsyncDisposable {
  /** Runs `work` within a span, which also records a failure. */
  within<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /** Runs `work` within a child span; without a current span, none is made. */
  below<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /** Binds `work` to the current span wherever it is called from, for example in an answer of another process. */
  attach<Args extends unknown[], Result>(
    name: string,
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Begins a span for a request, within its caller's trace if W3C's `traceparent` names one. */
  receive(name: string, headers: Readonly<Record<string, unknown>>): OpenSpan;
}

const noSpan: OpenSpan = { around: (work) => work(), end: () => undefined };

/** Tracing when it is switched off. */
export const noTracing: Tracing = {
  within: (_name, _notes, work) => work(),
  below: (_name, _notes, work) => work(),
  attach: (_name, work) => work,
  receive: () => noSpan,
  [Symbol.asyncDispose]: async () => {},
};
