/** Every reason why a file that a pack names cannot be obtained, with its meaning; the codes are stable. */
export const fetchProblemCodes = {
  FETCH_NO_LINK: 'The pack has no link for a file.',
  FETCH_NO_HASH: 'The pack has no hash with which a file could be verified.',
  FETCH_NOT_ALLOWED: 'A link, or its redirect, is not https or leads to a host that is not allowed.',
  FETCH_PRIVATE_ADDRESS: 'The name of a host leads to an address that is not public.',
  FETCH_TOO_LARGE: 'A file, or all files of a pack together, are larger than the limit.',
  FETCH_WRONG_SIZE: 'The size of a file is not the one that the pack states.',
  FETCH_WRONG_HASH: 'A file is not the one that the pack names: its hash differs.',
  FETCH_REFUSED: 'The host says that it does not have a file, or refuses it.',
  FETCH_BROKEN: 'The host answers with something else than the file, or breaks off repeatedly.',
  FETCH_TOO_SLOW: 'A file, or all files of a pack together, take longer than the limit.',
  FETCH_UNREACHABLE: 'A host cannot be reached.',
  FETCH_FORBIDDEN_BY_AUTHOR: 'The author of a mod forbids other programs than the launcher to fetch it.',
  FETCH_UNKNOWN_FILE: 'The platform does not know a file that the pack names.',
  FETCH_NO_KEY: 'Requests to CurseForge need a key, and the operator has set none.',
  FETCH_KEY_REFUSED: "CurseForge, or a host of its files, refuses the operator's key.",
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
