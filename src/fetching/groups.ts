/** The elements in groups of at most `size`. */
export function* groupsOf<Element>(elements: readonly Element[], size: number): Generator<Element[]> {
  for (let at = 0; at < elements.length; at += size) yield elements.slice(at, at + size);
}
