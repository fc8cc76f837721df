import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { inlineHashes } from '../../web/inline-hashes.ts';
import { exampleOperations } from './graphiql-examples.ts';

/** GraphiQL's page with its first queries, made by the thread. */
export interface GraphiqlPage {
  /** HTML in UTF-8, some megabytes. */
  body: Uint8Array<ArrayBuffer>;
  /** Changes with the body. */
  etag: string;
  /** The hashes of its scripts, for a policy. */
  scripts: string[];
}

const html = renderGraphiQL({
  title: 'Server packs',
  subscriptionsProtocol: 'WS',
  defaultQuery: exampleOperations,
});
const body = new TextEncoder().encode(html);
const page: GraphiqlPage = {
  body,
  etag: `"${createHash('sha256').update(body).digest('hex')}"`,
  scripts: inlineHashes(html, 'script'),
};
parentPort?.postMessage(page, [body.buffer]);
