import { cardSize } from '../../pictures/card.ts';
import { escaped } from '../../pictures/markup.ts';
import type { Card } from './web-card.ts';

/** The values of a page's card. */
interface PageValues {
  card: Card;
  baseUrl: string;
  path: string;
}

/** Adds a card to the app's page, for link previews, and its download, for browsers that run no scripts. */
export function withCard(page: string, { card, baseUrl, path }: PageValues): string {
  const head = [
    meta('name', 'description', card.description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Server packs'),
    meta('property', 'og:title', card.title),
    meta('property', 'og:description', card.description),
    meta('property', 'og:url', baseUrl + path),
    ...(card.picture === null
      ? [meta('name', 'twitter:card', 'summary')]
      : [
          meta('property', 'og:image', baseUrl + card.picture),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', String(cardSize.width)),
          meta('property', 'og:image:height', String(cardSize.height)),
          meta('property', 'og:image:alt', `${card.title}. ${card.description}`),
          // Without this, Discord shows a small picture.
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ];
  // The replacement is a function, since the text may hold replacement patterns such as `$&`.
  const filled = page.replace('<!--head-->', () => head.join(''));
  if (card.download === null) return filled;
  const link = `<p><a href="${card.download}" download>${escaped(card.title)}</a></p></noscript>`;
  return filled.replace('</noscript>', () => link);
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}">`;
}
