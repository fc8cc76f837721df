/** A span's attributes. */
export type SpanNotes = Readonly<Record<string, string | number | boolean>>;

/** A span that is under way. */
export interface OpenSpan {
  /** Spans begun by `work` become children of this one while it runs. */
  around<Result>(work: () => Result): Result;
  end(notes?: SpanNotes, failure?: unknown): void;
}

/** Records durations as spans of a trace that continues across processes. */
export interface Tracing extends AsyncDisposable {
  /** Does `work` as a span, which tells of its failure too. */
  within<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /** Makes a child span; without a current span, none. */
  below<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /**
   * Makes `work` a child of the current span wherever it is called from, for example in an answer of another process.
   */
  attach<Args extends unknown[], Result>(
    name: string,
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Begins a span for a request, which may be part of a trace of its caller's: W3C's `traceparent` says so. */
  receive(name: string, headers: Readonly<Record<string, unknown>>): OpenSpan;
}

const noSpan: OpenSpan = { around: (work) => work(), end: () => undefined };

/** Tracing that is switched off. */
export const noTracing: Tracing = {
  within: (_name, _notes, work) => work(),
  below: (_name, _notes, work) => work(),
  attach: (_name, work) => work,
  receive: () => noSpan,
  [Symbol.asyncDispose]: async () => {},
};
