/** One page of a connection. */
interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

/** All nodes of a connection, page after page; null when a page does not exist any more. */
export async function allPages<Node>(
  ask: (after: string | null) => Promise<Page<Node> | null>,
): Promise<Node[] | null> {
  const nodes: Node[] = [];
  let after: string | null = null;
  for (;;) {
    const page = await ask(after);
    if (page === null) return null;
    for (const node of page.nodes) nodes.push(node);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor ?? null;
  }
}
