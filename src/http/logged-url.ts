/**
 * The address of a request without what lets its reader do the same: the signatures of tickets and links and the ids of
 * resumable uploads, however they are written.
 */
export function loggedUrl(url: string): string {
  const plain = decoded(url);
  const safe = plain
    .replace(/(\/upload\/\d+\.)[^/?#]+/g, '$1...')
    .replace(/(\/uploads\/)[^/?#]+/g, '$1...')
    .replace(/(\/packwiz\/[^/?#]+\/~)[^/?#]+/g, '$1...')
    .replace(/([?&](?:signature|key)=)[^&#]*/g, '$1...');
  return safe === plain ? url : safe;
}

/** The letters, digits and signs by which these are known; a query in an address is full of other escapes. */
const lookedFor = /%(?:2[36ef]|3[0-9df]|6[1-9a-f]|7[0-9ae])/gi;

function decoded(url: string): string {
  // One faulty escape must not keep the others from being seen.
  return url.replace(lookedFor, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
