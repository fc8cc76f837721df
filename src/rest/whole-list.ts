import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Context, withOperation } from '../graphql/context.ts';
import {
  findListParts,
  findListRevision,
  type ListByDate,
  type PartBetween,
} from '../graphql/lists/list-parts.ts';
import type { Operation } from './execute.ts';
import type { ListCache, PartBytes } from './list-cache.ts';

/** A JSON array that is read on demand. */
export interface WholeList {
  /** A value that is new after every change to the list; null for lists that clients cannot cache. */
  revision: string | null;
  /**
   * Reads the list. Each piece is some elements as JSON, each after a comma, or empty. One piece is prepared while
   * another is sent, so memory stays flat however long the list is.
   */
  pieces(cache: ListCache): AsyncGenerator<Buffer>;
}

/** The fields of a connection's page that lists use. */
export interface ListPage<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The page that an operation has to return. */
export interface PageVariables {
  after: string | null;
  before: string | null;
  first: number;
}

/** How a list is read: its operation, the variables of a page, and the mapping of nodes. */
export interface ListReader<Data, Variables extends object, Node> {
  operation: Operation<Data, Variables>;
  variables: (page: PageVariables) => Variables;
  page: (data: Data) => ListPage<Node>;
  json: (node: Node) => unknown;
  /** Most nodes per operation, by its cost. */
  pageSize: number;
  /** Adds the parts of a node that did not fit into the operation. */
  complete?: (node: Node, context: Context) => Promise<Node>;
}

/** Most characters of a piece, except for its last row. */
const pieceLength = 1_048_576;

type LoadPage<Node> = (after: string | null) => Promise<ListPage<Node>>;

/** A list that is not cached. */
export function passingList<Data, Variables extends object, Node>(
  reader: ListReader<Data, Variables, Node>,
  context: Context,
): WholeList {
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const nodes of pages(pageLoader(reader, context, { after: null, before: null }))) {
      yield* piecesOf(nodes, reader.json);
    }
  }
  return { revision: null, pieces };
}

/** A list in cached parts, of which only the changed ones are read again. */
export async function keptList<Data, Variables extends object, Node>(
  reader: ListReader<Data, Variables, Node>,
  list: ListByDate,
  context: Context,
): Promise<WholeList> {
  async function readPart(part: PartBetween): Promise<PartBytes> {
    const read: Buffer[] = [];
    for await (const nodes of pages(pageLoader(reader, context, part)))
      for await (const piece of piecesOf(nodes, reader.json)) read.push(piece);
    return read;
  }
  async function* pieces(cache: ListCache): AsyncGenerator<Buffer> {
    const parts = await findListParts(context, list);
    const read = oneAhead(parts, (part) =>
      cache.get(`${list.list} ${list.orderBy} ${part.after}`, part.revision, () => readPart(part)),
    );
    for await (const part of read) yield* part;
  }
  return { revision: await findListRevision(context, list.list), pieces };
}

function pageLoader<Data, Variables extends object, Node>(
  { operation, variables, page, pageSize, complete }: ListReader<Data, Variables, Node>,
  context: Context,
  between: { after: string | null; before: string | null },
): LoadPage<Node> {
  return async (after) => {
    // Loaders cache what they load, so the request's own loaders would hold the whole list.
    const own = withOperation(context, { loaders: new Map() });
    const { before } = between;
    const requested = variables({ after: after ?? between.after, before, first: pageSize });
    const { nodes, pageInfo } = page(await operation.run(requested, own));
    if (!complete) return { nodes, pageInfo };
    return { nodes: await Promise.all(nodes.map((node) => complete(node, own))), pageInfo };
  };
}

async function* pages<Node>(load: LoadPage<Node>): AsyncGenerator<readonly Node[]> {
  let next: Promise<ListPage<Node>> | null = load(null);
  while (next) {
    const { nodes, pageInfo }: ListPage<Node> = await next;
    next = pageInfo.hasNextPage && pageInfo.endCursor !== null ? begun(load(pageInfo.endCursor)) : null;
    yield nodes;
  }
}

async function* oneAhead<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let next: Promise<Result> | null = null;
  for (const item of items) {
    const current: Promise<Result> | null = next;
    next = begun(work(item));
    if (current) yield await current;
  }
  if (next) yield await next;
}

/** The caller has gone, so its rejection is ignored. */
function begun<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}

/** Rows may be long, so the event loop gets a turn between pieces. */
async function* piecesOf<Node>(
  nodes: readonly Node[],
  json: (node: Node) => unknown,
): AsyncGenerator<Buffer> {
  let texts: string[] = [];
  let length = 0;
  for (const node of nodes) {
    const text = `,${JSON.stringify(json(node))}`;
    texts.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield Buffer.from(texts.join(''));
    texts = [];
    length = 0;
    await yieldToEventLoop();
  }
  if (texts.length > 0) yield Buffer.from(texts.join(''));
}
