/**
 * Remembers the focused element of a page's picture by its kind and text. The returned function focuses the same part
 * of the app, so that early keyboard users keep their focus.
 */
export function holdFocus(root: HTMLElement): () => void {
  const held = document.activeElement;
  if (held === null || !root.contains(held)) return () => undefined;
  const { tagName, textContent } = held;
  return () => {
    for (const part of root.querySelectorAll<HTMLElement>(tagName)) {
      if (part.textContent === textContent) return part.focus();
    }
  };
}
