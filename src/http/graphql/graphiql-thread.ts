import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { exampleOperations } from './graphiql-examples.ts';

/** GraphiQL with example operations, rendered by the thread. */
export interface Graphiql {
  /** The page, which loads its files from /graphql/. */
  html: string;
  /** Changes whenever the page changes. */
  etag: string;
  files: GraphiqlFile[];
}

/** A file of scripts or styles, some megabytes, named after its hash. */
export interface GraphiqlFile {
  name: string;
  type: string;
  gzipped: Uint8Array<ArrayBuffer>;
}

const files: GraphiqlFile[] = [];

/** Moves a text of the page into a file; returns the file's link. */
function toFile(text: string, { end, type }: { end: string; type: string }): string {
  const name = `graphiql-${hashOf(text).slice(0, 16)}.${end}`;
  files.push({ name, type, gzipped: new Uint8Array(gzipSync(text)) });
  return `graphql/${name}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The library renders one element of each kind within the page. */
const html = renderGraphiQL({
  title: 'Server packs',
  favicon: 'favicon.ico',
  subscriptionsProtocol: 'WS',
  defaultQuery: exampleOperations,
})
  .replace(/<style>(.*?)<\/style>/s, (_, text: string) => {
    return `<link rel="stylesheet" href="${toFile(text, { end: 'css', type: 'text/css; charset=utf-8' })}" />`;
  })
  .replace(/<script>(.*?)<\/script>/s, (_, text: string) => {
    return `<script src="${toFile(text, { end: 'js', type: 'text/javascript; charset=utf-8' })}"></script>`;
  });
const made: Graphiql = { html, etag: `"${hashOf(html)}"`, files };
parentPort?.postMessage(
  made,
  files.map(({ gzipped }) => gzipped.buffer),
);
