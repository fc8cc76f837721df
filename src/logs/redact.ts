/**
 * A line of a log as it may be kept and shown: without addresses, tokens, and the names of users that stand in paths, by which people
 * could be known.
 */
export function redact(line: string): string {
  return line
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, (text) => (isPublic(text) ? '‹address›' : text))
    .replaceAll(/(?<![\w:.])(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}(?![\w:])/gi, '‹address›')
    .replaceAll(/((?:\/home\/|\/Users\/|[A-Z]:[\\/]Users[\\/]))[^\\/\s"']{1,100}/g, '$1‹user›')
    .replaceAll(/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, '‹token›')
    .replaceAll(
      /\b(token|password|secret|api[-_]?key|session)(["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{4,}/gi,
      '$1$2‹secret›',
    )
    .replaceAll(/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g, (text) =>
      /@[\d.]+$/.test(text) ? text : '‹address›',
    )
    .replaceAll(/(--(?:accessToken|uuid|username))(\s+|=)\S{1,2000}/g, '$1$2‹secret›');
}

/** Numbers with three dots are versions more often than addresses: those of this machine and of none stay. */
function isPublic(text: string): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = text.replace(/:.*/, '').split('.').map(Number);
  if ([first, second, third, fourth].some((part) => part > 255)) return false;
  const isHere = first === 127 || (first === 0 && second === 0);
  // Such as 1.20.1.3 or 14.23.5.2860: versions begin small and have a port never.
  const isVersion = !text.includes(':') && first < 64 && third < 64 && second < 64 && fourth < 64;
  return !isHere && !isVersion;
}
