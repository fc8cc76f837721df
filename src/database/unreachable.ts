/** PostgreSQL's own words for: lost, ending, starting up, full. */
const sqlStates = /^(08\w{3}|57P0[123]|53300)$/;

const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether something failed because the database could not be reached, which says nothing against the request. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return connectionCodes.has(code) || sqlStates.test(code) || isUnreachable(error.cause);
}
