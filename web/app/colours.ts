import type { MantineColorScheme } from '@mantine/core';

/**
 * Tells the service the colours by a cookie, which comes along with a request for a page. Reading the browser's storage
 * would delay the first paint.
 */
export function askForColours(scheme: MantineColorScheme): void {
  const [value, seconds] = scheme === 'auto' ? ['', 0] : [scheme, 31_536_000];
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is only there over https.
  document.cookie = `colours=${value}; path=/; max-age=${seconds}; samesite=lax`;
}
