/** The caller of a task, as the task sees it. */
export interface Caller {
  /** Reports progress; the task does not wait for it. */
  tell(progress: object): void;
  /**
   * Asks something that belongs to the task, such as to take a piece of its result or to give the next piece of its
   * input, and waits for the answer: so neither side ever holds more than one piece. One question at a time.
   */
  ask<Answer>(question: object): Promise<Answer>;
}

/** The other side of it. */
export interface Hooks<Progress, Question = object> {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** A rejection ends the task. Without this callback a task may not ask. */
  onQuestion?: ((question: Question) => Promise<unknown>) | undefined;
  /** Ends the task in the middle of its work; it then rejects. */
  signal: AbortSignal;
}
