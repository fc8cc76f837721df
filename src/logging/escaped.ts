/** Replaces characters that a terminal would obey or not show with JSON escapes. */
export function escaped(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
