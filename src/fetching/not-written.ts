/** A fetched file could not be written: a fault of this machine, not of a host. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
  /** Code of the failed system call, such as ENOSPC; null without one. */
  readonly code: string | null;

  constructor(message: string, code: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
