import type { Context } from '../graphql/context.ts';
import type { RouteDescription } from './description.ts';
import type { Operation } from './execute.ts';
import type { MultipartFields } from './form.ts';
import { findRevisions, type Revisions } from './revisions.ts';

/** What of a request a route's variables are made from. */
export interface RestRequest {
  params: Readonly<Record<string, string>>;
  /** Empty unless the route takes a form. */
  form: MultipartFields;
}

/** What a route answers: JSON at once, or a list. */
export type RestAnswer =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | { status: 200; list: RestList };

/** A JSON array that has not been read yet. */
export interface RestList {
  /** What the list is at, for lists that can be kept; whatever is opened after it was asked for is as new or newer. */
  revision: ListRevision | null;
  /** Reads the first page, then the others as they are asked for. */
  open(): Promise<AsyncIterable<readonly unknown[]>>;
}

export interface ListRevision {
  /** New after every change to what the list shows. */
  value: string;
  /** Asks for it anew. */
  current(): Promise<string>;
}

/** One row of the legacy API: a path, and how a request for it is answered. */
export interface RestRoute {
  method: 'GET' | 'POST';
  /** Below /api/v2. */
  url: string;
  description: RouteDescription;
  /** Whether the request is a multipart form, and how many files it may hold. */
  form?: { maxFiles: number };
  /** Whether HEAD is answered like GET. */
  head?: boolean;
  handle(request: RestRequest, context: Context): Promise<RestAnswer>;
  /** The answer to an expected failure, where it is not a problem document. */
  refuse?(error: Error): RestAnswer | null;
}

/** A route that answers one object: an operation, its variables, and the legacy shape of what it answers. */
export function objectRoute<Data, Variables extends object>(row: {
  url: string;
  description: RouteDescription;
  operation: Operation<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  /** Throws NOT_FOUND where there is nothing to show. */
  json: (data: Data, request: RestRequest) => unknown;
  head?: boolean;
  headers?: Record<string, string>;
}): RestRoute {
  return {
    method: 'GET',
    url: row.url,
    description: row.description,
    ...(row.head === undefined ? {} : { head: row.head }),
    handle: async (request, context) => {
      const data = await row.operation.run(row.variables(request), context);
      const json = row.json(data, request);
      return { status: 200, json, ...(row.headers ? { headers: row.headers } : {}) };
    },
  };
}

/** A page of a connection, as far as lists need it. */
export interface ListPage<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/**
 * A route that answers a whole list. The contract has no pages, so the operation is run page by page and the array
 * streamed: memory stays flat however long the list is.
 */
export function listRoute<Data, Variables extends object, Node>(row: {
  url: string;
  description: RouteDescription;
  operation: Operation<Data, Variables>;
  variables: (request: RestRequest, page: { after: string | null; first: number }) => Variables;
  page: (data: Data) => ListPage<Node>;
  json: (node: Node) => unknown;
  /** What the list depends on, for lists that clients may keep. */
  revision?: (revisions: Revisions) => string;
}): RestRoute {
  return {
    method: 'GET',
    url: row.url,
    description: row.description,
    handle: async (request, context) => {
      const load = (after: string | null) => {
        const variables = row.variables(request, { after, first: listPageSize });
        return row.operation.run(variables, context).then(row.page);
      };
      // Asked first, so that a bad request is told so whatever the client has kept.
      row.variables(request, { after: null, first: listPageSize });
      return {
        status: 200,
        list: {
          revision: await revisionOf(row.revision, context),
          open: async () => elements(await load(null), load, row.json),
        },
      };
    },
  };
}

async function revisionOf(
  choose: ((revisions: Revisions) => string) | undefined,
  context: Context,
): Promise<ListRevision | null> {
  if (!choose) return null;
  const current = async () => choose(await findRevisions(context));
  return { value: await current(), current };
}

const listPageSize = 500;

async function* elements<Node>(
  first: ListPage<Node>,
  load: (after: string) => Promise<ListPage<Node>>,
  json: (node: Node) => unknown,
): AsyncGenerator<readonly unknown[]> {
  let page = first;
  while (true) {
    yield page.nodes.map(json);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) return;
    page = await load(endCursor);
  }
}
