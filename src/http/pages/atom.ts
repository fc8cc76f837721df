import { XMLBuilder } from 'fast-xml-parser';

/** A page of an Atom feed (RFC 4287), with the newest entry first. */
export interface AtomFeed {
  title: string;
  /** A permanent id. */
  id: string;
  /** The web page that belongs to the feed. */
  home: string;
  /** The address of this page of the feed. */
  self: string;
  /** The address of the page with older entries (RFC 5005); null on the last. */
  next: string | null;
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  title: string;
  /** A permanent id. */
  id: string;
  /** The web page of the entry. */
  link: string;
  published: Date;
  updated: Date;
  summary: string;
  /** Null while the server pack cannot be downloaded. */
  download: { url: string; type: string; bytes: number } | null;
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

/** Characters that XML cannot express, which names may hold. */
const unwritable = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function writeFeed({ title, id, home, self, next, entries }: AtomFeed): string {
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      title: clean(title),
      id,
      updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))).toISOString(),
      author: { name: 'Server pack service' },
      link: [
        { '@_rel': 'self', '@_href': self, '@_type': 'application/atom+xml' },
        { '@_rel': 'alternate', '@_href': home, '@_type': 'text/html' },
        ...(next === null ? [] : [{ '@_rel': 'next', '@_href': next, '@_type': 'application/atom+xml' }]),
      ],
      entry: entries.map(writeEntry),
    },
  });
}

function writeEntry({ title, id, link, published, updated, summary, download }: AtomEntry): object {
  return {
    title: clean(title),
    id,
    published: published.toISOString(),
    updated: updated.toISOString(),
    link: [
      { '@_rel': 'alternate', '@_href': link },
      ...(download === null
        ? []
        : [
            {
              '@_rel': 'enclosure',
              '@_href': download.url,
              '@_type': download.type,
              '@_length': download.bytes,
            },
          ]),
    ],
    summary: clean(summary),
  };
}

function clean(text: string): string {
  return text.replaceAll(unwritable, '');
}
