import { createHash } from 'node:crypto';

/** Hashes for a policy, such as 'sha256-…' with the quotes, of a page's elements with this name and no attributes. */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  return [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
