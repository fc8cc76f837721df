/** What was fetched could not be written: the fault of this machine, and of no host. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
  /** Of the failed system call, such as ENOSPC; null when there is none. */
  readonly code: string | null;

  constructor(message: string, code: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
