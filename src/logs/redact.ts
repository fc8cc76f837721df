/**
 * A log line in a form safe to keep and show: without addresses, tokens and user names in paths, which could identify
 * people.
 */
export function redact(line: string): string {
  return (
    line
      .replaceAll(
        /(\/?)\b(\d{1,3}(?:\.\d{1,3}){3})\b(:\d{1,5})?/g,
        (text, slash: string, address: string, port = '') =>
          isPublic(address, slash !== '' || port !== '') ? `${slash}‹address›` : text,
      )
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}(?![\w:])/gi, '‹address›')
      .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,5}){1,7}(?![\w:.])/gi, '‹address›')
      .replaceAll(/(\/home\/|\/Users\/|[A-Z]:[\\/]Users[\\/])[^\\/\r\n"':;,]{1,100}/g, '$1‹user›')
      // The pattern starts once per run of such letters, and only before a dot; otherwise its time would be quadratic.
      .replaceAll(
        /(?<![\w-])(?=[\w-]+\.[\w-]{5})([\w-]*?)\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
        '$1‹token›',
      )
      .replaceAll(/\bBearer\s{1,3}(?!‹)\S{1,2000}/g, 'Bearer ‹token›')
      .replaceAll(
        /(token|password|secret|api[-_]?key|session(?:[-_]?id)?)(["']?\s{0,3}[:=]\s{0,3}["']?)(?!‹)[^\s"',;]{4,2000}/gi,
        '$1$2‹secret›',
      )
      .replaceAll(/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g, (text) =>
        /@[\d.]+$/.test(text) ? text : '‹address›',
      )
      .replaceAll(/(--(?:accessToken|uuid|username))(\s+|=)\S{1,2000}/g, '$1$2‹secret›')
  );
}

/** Four numbers are more often a version than an address, except beside a slash or a port; local addresses stay. */
function isPublic(text: string, isAddress: boolean): boolean {
  const parts = text.split('.').map(Number);
  const [first = 0, second = 0] = parts;
  if (parts.some((part) => part > 255) || first === 127 || (first === 0 && second === 0)) return false;
  return isAddress || parts.some((part) => part >= 64);
}
