/** How many colours there are for packs without a picture, in styles/layout.css. */
const tints = 6;

/** The icon that came with a pack, a PNG in base64; without one, the first letter of its name. */
export function PackIcon({ name, icon = null }: { name: string; icon?: string | null | undefined }) {
  if (icon) {
    return <img className="pack-icon" src={`data:image/png;base64,${icon}`} alt="" width="40" height="40" />;
  }
  const [letter = '?'] = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return (
    <span className="pack-icon" data-tint={tintOf(name)} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}

/** A tint that depends on the name alone. */
function tintOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints;
}
