import type { MantineColorScheme } from '@mantine/core';

/**
 * Has the service send its pages in these colours from now on. It is told by a cookie, which comes along with what asks for a
 * page: a page that had to look what this browser has stored would be seen later.
 */
export function askForColours(scheme: MantineColorScheme): void {
  const [value, seconds] = scheme === 'auto' ? ['', 0] : [scheme, 31_536_000];
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is only there over https.
  document.cookie = `colours=${value}; path=/; max-age=${seconds}; samesite=lax`;
}
