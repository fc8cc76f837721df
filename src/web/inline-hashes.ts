import { createHash } from 'node:crypto';

/** What a policy allows of a page by its hash, such as 'sha256-…' with the quotes: its elements of this name without attributes. */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  return [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
