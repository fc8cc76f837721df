/** A text within HTML, XML or SVG, also within an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The service's own picture, a crate, which is its product; 16 by 16. */
export const crate =
  '<path fill="#8a5a2b" d="M8 1l6 3v8l-6 3-6-3V4z"/><path fill="#c98f4e" d="M8 1l6 3-6 3-6-3z"/><path fill="#6b4420" d="M8 7l6-3v8l-6 3z"/>';
