/**
 * What has the focus within the picture of a page, told by its kind and its words. The function that it answers gives the
 * focus to the same part of the app that has taken the picture's place, so that nobody who uses the keyboard early loses it.
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
