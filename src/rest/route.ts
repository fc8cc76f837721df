import type { Context } from '../graphql/context.ts';
import type { ListByDate } from '../graphql/lists/list-parts.ts';
import type { RouteDescription } from './description.ts';
import type { Operation } from './execute.ts';
import type { MultipartFields } from './form.ts';
import { keptList, type ListPage, type PageVariables, passingList, type WholeList } from './whole-list.ts';

/** The parts of a request from which a route's variables are made. */
export interface RestRequest {
  params: Readonly<Record<string, string>>;
  /** Empty unless the route takes a form. */
  form: MultipartFields;
}

/** The answer of a route: JSON, or a list. */
export type RestAnswer =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | { status: 200; list: WholeList };

/** One route of the legacy API: a path, and how a request for it is answered. */
export interface RestRoute {
  method: 'GET' | 'POST';
  /** The path below /api/v2. */
  url: string;
  description: RouteDescription;
  /** For a multipart form, the most files that it may hold. */
  form?: { maxFiles: number };
  /** Whether HEAD is answered like GET. */
  head?: boolean;
  /** Whether a GET changes data, so that browsers must only send it on a person's action. */
  changes?: boolean;
  handle(request: RestRequest, context: Context): Promise<RestAnswer>;
  /** The answer to an expected failure, where it is not a problem document. */
  refuse?(error: Error): RestAnswer | null;
}

/** A route that answers one object: an operation, its variables, and the mapping of its data to the legacy JSON. */
export function objectRoute<Data, Variables extends object>(row: {
  url: string;
  description: RouteDescription;
  operation: Operation<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  /** Throws NOT_FOUND when the object does not exist. */
  json: (data: Data, request: RestRequest, context: Context) => unknown;
  head?: boolean;
  changes?: boolean;
  headers?: Record<string, string>;
}): RestRoute {
  return {
    method: 'GET',
    url: row.url,
    description: row.description,
    ...(row.head === undefined ? {} : { head: row.head }),
    ...(row.changes === undefined ? {} : { changes: row.changes }),
    handle: async (request, context) => {
      const data = await row.operation.run(row.variables(request), context);
      const json = await row.json(data, request, context);
      return { status: 200, json, ...(row.headers ? { headers: row.headers } : {}) };
    },
  };
}

/** Most nodes per operation of a list by default. */
const usualPageSize = 512;

/**
 * A route that answers a whole list. The contract has no pages, so the operation is executed page by page and the array
 * streamed.
 */
export function listRoute<Data, Variables extends object, Node>(row: {
  url: string;
  description: RouteDescription;
  operation: Operation<Data, Variables>;
  variables: (request: RestRequest, page: PageVariables) => Variables;
  page: (data: Data) => ListPage<Node>;
  json: (node: Node) => unknown;
  /** Most nodes per operation. */
  pageSize?: number;
  /** Adds the parts of a node that did not fit into the operation. */
  complete?: (node: Node, context: Context) => Promise<Node>;
  /** For lists that clients and this service may cache. */
  kept?: ListByDate;
}): RestRoute {
  const {
    url,
    description,
    operation,
    variables,
    page,
    json,
    kept,
    pageSize = usualPageSize,
    complete,
  } = row;
  return {
    method: 'GET',
    url,
    description,
    handle: async (request, context) => {
      const reader = {
        operation,
        page,
        json,
        pageSize,
        ...(complete ? { complete } : {}),
        variables: (which: PageVariables) => variables(request, which),
      };
      const list = kept ? await keptList(reader, kept, context) : passingList(reader, context);
      return { status: 200, list };
    },
  };
}
