/** Finds the prefix of a name among many, in time that hardly grows with their number. */
export interface Prefixes {
  /** The first prefix of the name in the order of the list, if any. */
  firstOf(name: string): string | undefined;
}

interface Prefix {
  text: string;
  /** The longest other prefix of this prefix. */
  shorter: Prefix | undefined;
  /** The number of other prefixes of this prefix. */
  depth: number;
  /** One of those, chosen so that a few steps, by `jump` or by `shorter`, reach any of them. */
  jump: Prefix | undefined;
  /** The lowest index in the original list, among this prefix and its own prefixes. */
  firstIndex: number;
}

/** Sorts prefixes for searching; an empty one would match every name, so it is ignored. */
export function sortPrefixes(list: readonly string[]): Prefixes {
  const sorted = link(list);
  return {
    firstOf(name) {
      // A prefix of the name sorts before it, and everything between the two begins with that prefix.
      let found = sorted[countUpTo(sorted, name) - 1];
      // When a prefix does not match, no longer one of its chain does.
      while (found !== undefined && !name.startsWith(found.text))
        found = found.jump !== undefined && !name.startsWith(found.jump.text) ? found.jump : found.shorter;
      return found && list[found.firstIndex];
    },
  };
}

/** The sorted prefixes, each linked to its own longest prefix. */
function link(list: readonly string[]): Prefix[] {
  const indexes = new Map<string, number>();
  for (const [index, text] of list.entries()) if (text !== '' && !indexes.has(text)) indexes.set(text, index);
  const sorted: Prefix[] = [];
  for (const [text, index] of [...indexes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    let shorter = sorted.at(-1);
    while (shorter !== undefined && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    const firstIndex = Math.min(index, shorter?.firstIndex ?? index);
    const depth = shorter === undefined ? 0 : shorter.depth + 1;
    sorted.push({ text, shorter, depth, jump: jumpFrom(shorter), firstIndex });
  }
  return sorted;
}

/**
 * Two preceding jumps of equal length are joined into one; otherwise the jump is a single step. So a few steps reach
 * any entry of a chain.
 */
function jumpFrom(shorter: Prefix | undefined): Prefix | undefined {
  const first = shorter?.jump;
  if (shorter === undefined || first === undefined) return shorter;
  const isEven = first.jump !== undefined && shorter.depth - first.depth === first.depth - first.jump.depth;
  return isEven ? first.jump : shorter;
}

/** Number of sorted prefixes that are not after the name. */
function countUpTo(sorted: readonly Prefix[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.text ?? '') <= name) low = middle + 1;
    else high = middle;
  }
  return low;
}
