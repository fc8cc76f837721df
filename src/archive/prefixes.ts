/** Finds which of many prefixes a name begins with, in time that hardly grows with their number. */
export interface Prefixes {
  /** The prefix that the name begins with, the first of them in the order of the list; undefined when there is none. */
  firstOf(name: string): string | undefined;
}

interface Prefix {
  text: string;
  /** The longest other prefix that this one begins with. */
  shorter: Prefix | undefined;
  /** The number of prefixes that this one begins with. */
  depth: number;
  /** One of those, chosen so that any of them is found in some steps by a jump or by the next shorter one. */
  jump: Prefix | undefined;
  /** For this one and each that it begins with, the lowest index in the original list. */
  firstPlace: number;
}

/** Sorts a list of prefixes for searching; empty ones are ignored, since every name begins with them. */
export function sortPrefixes(list: readonly string[]): Prefixes {
  const sorted = link(list);
  return {
    firstOf(name) {
      // A prefix of the name sorts before it, and whatever stands between the two begins with that prefix.
      let found = sorted[countUpTo(sorted, name) - 1];
      // When a prefix does not match, neither does any longer one of its chain.
      while (found !== undefined && !name.startsWith(found.text))
        found = found.jump !== undefined && !name.startsWith(found.jump.text) ? found.jump : found.shorter;
      return found && list[found.firstPlace];
    },
  };
}

/** The prefixes, sorted, each linked to the one it begins with. */
function link(list: readonly string[]): Prefix[] {
  const places = new Map<string, number>();
  for (const [place, text] of list.entries()) if (text !== '' && !places.has(text)) places.set(text, place);
  const sorted: Prefix[] = [];
  for (const [text, place] of [...places].sort(([one], [other]) => (one < other ? -1 : 1))) {
    let shorter = sorted.at(-1);
    while (shorter !== undefined && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    const firstPlace = Math.min(place, shorter?.firstPlace ?? place);
    const depth = shorter === undefined ? 0 : shorter.depth + 1;
    sorted.push({ text, shorter, depth, jump: jumpFrom(shorter), firstPlace });
  }
  return sorted;
}

/** As far as the two jumps before, where they are of one length, and otherwise by one: so a few reach any place, however long the row. */
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
