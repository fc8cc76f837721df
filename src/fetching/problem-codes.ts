/** Every reason for which a file that a pack names cannot be had, with what it means; the codes are stable. */
export const fetchProblemCodes = {
  FETCH_NO_LINK: 'The pack gives no link for a file.',
  FETCH_NO_HASH: 'The pack gives no hash that a file could be verified with.',
  FETCH_NOT_ALLOWED: 'A link, or what it redirects to, is not https or leads to a host that is not asked.',
  FETCH_PRIVATE_ADDRESS: 'The name of a host leads to an address that is not a public one.',
  FETCH_TOO_LARGE: 'A file, or all of a pack together, is larger than the limit.',
  FETCH_WRONG_SIZE: 'A file is not of the size that the pack states.',
  FETCH_WRONG_HASH: 'A file is another one than the pack means: its hash differs.',
  FETCH_REFUSED: 'The host says that it does not have a file or does not give it.',
  FETCH_BROKEN: 'The host answers with something else than the file, or breaks off again and again.',
  FETCH_TOO_SLOW: 'A file, or all of a pack together, takes longer than the limit.',
  FETCH_UNREACHABLE: 'A host cannot be reached.',
  FETCH_FORBIDDEN_BY_AUTHOR: 'The author of a mod does not let other programs than the launcher fetch it.',
  FETCH_UNKNOWN_FILE: 'The platform does not know a file that the pack names.',
  FETCH_NO_KEY: 'CurseForge is asked only with a key, and the operator has set none.',
  FETCH_KEY_REFUSED: "CurseForge, or a host of its files, does not take the operator's key.",
  FETCH_OFF: 'The operator has switched fetching off.',
} as const;

export type FetchProblemCode = keyof typeof fetchProblemCodes;

export function isFetchProblemCode(text: string): text is FetchProblemCode {
  return Object.hasOwn(fetchProblemCodes, text);
}

/** The reason a file cannot be fetched. `message` continues a sentence that begins with the file's name. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchProblemCode;

  constructor(code: FetchProblemCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
