/** Gives the pieces of an inventory out one after the other, as the database does by positions. */
export function handOut(
  pieces: readonly string[],
): (from: number) => Promise<{ piece: string; next: number | null }> {
  const starts = new Map<number, { piece: string; next: number | null }>();
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = start + JSON.parse(piece).length;
    starts.set(start, { piece, next: index < pieces.length - 1 ? end : null });
    start = end;
  }
  return async (from) => starts.get(from) ?? { piece: '[]', next: null };
}
