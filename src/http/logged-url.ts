/**
 * The address of a request without its secrets: signatures of tickets and links, and ids of resumable uploads, in any
 * escaping.
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

/** Escapes of the letters, digits and signs that mark secrets; a query in an address is full of other escapes. */
const escapesOfSecrets = /%(?:2[36ef]|3[0-9df]|6[1-9a-f]|7[0-9ae])/gi;

function decoded(url: string): string {
  // One faulty escape must not hide the others.
  return url.replace(escapesOfSecrets, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
