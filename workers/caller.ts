/** The caller of a task, as seen from the thread. */
export interface Caller {
  /** Reports progress without waiting. */
  report(progress: object): void;
  /**
   * Sends a request to the caller and waits for the answer, for example to take a piece of the result or to provide the
   * next piece of input; so neither side ever holds more than one piece. One request at a time.
   */
  request<Answer>(request: object): Promise<Answer>;
}

/** The caller's side of a task. */
export interface Hooks<Progress, Request = object> {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Answers requests of the task; a rejection ends the task. Tasks without requests need no callback. */
  onRequest?: ((request: Request) => Promise<unknown>) | undefined;
  /** Ends a running task, which then rejects. */
  signal: AbortSignal;
}
