/** What is told of a span beside its name and its times. */
export type SpanNotes = Readonly<Record<string, string | number | boolean>>;

/** A span that is under way. */
export interface OpenSpan {
  /** What it begins with `work` is a child of it, as long as that runs. */
  around<Result>(work: () => Result): Result;
  end(notes?: SpanNotes, failure?: unknown): void;
}

/** Notes what takes how long, as spans of a trace that goes on across processes. */
export interface Tracing extends AsyncDisposable {
  /** Does `work` as a span, which tells of its failure too. */
  within<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /** The same where it is part of something: what nobody has begun a span for is not noted. */
  below<Result>(name: string, notes: SpanNotes, work: () => Promise<Result>): Promise<Result>;
  /** What does `work` as a span of what is under way now, wherever it is called from: an answer of another process, say. */
  attach<Args extends unknown[], Result>(
    name: string,
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Begins a span for a request, which may be part of a trace of its caller's: W3C's `traceparent` says so. */
  receive(name: string, headers: Readonly<Record<string, unknown>>): OpenSpan;
}

const noSpan: OpenSpan = { around: (work) => work(), end: () => undefined };

/** Notes nothing, and costs nothing. */
export const noTracing: Tracing = {
  within: (_name, _notes, work) => work(),
  below: (_name, _notes, work) => work(),
  attach: (_name, work) => work,
  receive: () => noSpan,
  [Symbol.asyncDispose]: async () => {},
};
