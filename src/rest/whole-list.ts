import { setImmediate as turn } from 'node:timers/promises';
import { type Context, createLoaders } from '../graphql/context.ts';
import {
  findListParts,
  findListRevision,
  type ListByDate,
  type PartBetween,
} from '../graphql/lists/list-parts.ts';
import type { Operation } from './execute.ts';
import type { ListCache, PartBytes } from './list-cache.ts';

/** A JSON array that has not been read yet. */
export interface WholeList {
  /** New after every change to what the list shows; null for lists that clients cannot keep. */
  revision: string | null;
  /**
   * Reads the list. Each piece is some elements as JSON, each after a comma, or empty. One piece is prepared while
   * another is sent, so memory stays flat however long the list is.
   */
  pieces(cache: ListCache): AsyncGenerator<Buffer>;
}

/** A page of a connection, as far as lists need it. */
export interface ListPage<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Which page an operation is to answer. */
export interface PageVariables {
  after: string | null;
  before: string | null;
  first: number;
}

/** The reading of a list: its operation, the variables of a page, and the mapping of nodes. */
export interface ListReader<Data, Variables extends object, Node> {
  operation: Operation<Data, Variables>;
  variables: (page: PageVariables) => Variables;
  page: (data: Data) => ListPage<Node>;
  json: (node: Node) => unknown;
  /** Most nodes of one operation, by what that may cost. */
  pageSize: number;
  /** The node with what did not fit into the operation. */
  complete?: (node: Node, context: Context) => Promise<Node>;
}

/** Characters of a piece, and what its last row adds. */
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

/** A list of which only those parts are read that have changed since they were read last. */
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
      cache.get(`${list.list} ${list.direction} ${part.after}`, part.revision, () => readPart(part)),
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
    // Loaders keep what they have loaded: with those of the request, the whole list would pile up.
    const own = { ...context, loaders: createLoaders(context) };
    const { before } = between;
    const asked = variables({ after: after ?? between.after, before, first: pageSize });
    const { nodes, pageInfo } = page(await operation.run(asked, own));
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

/** Rows may be long: the event loop gets a turn between pieces. */
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
    await turn();
  }
  if (texts.length > 0) yield Buffer.from(texts.join(''));
}
