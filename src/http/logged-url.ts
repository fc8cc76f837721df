/** The address of a request without what lets its reader do the same: the signatures of tickets and links. */
export function loggedUrl(url: string): string {
  return url.replace(/^(\/upload\/\d+\.)[^/?]+/, '$1...').replace(/([?&]signature=)[^&]*/g, '$1...');
}
