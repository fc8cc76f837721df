import { useState } from 'react';

/** How many colours there are for packs without a picture, in styles/layout.css. */
const tints = 6;

/** Addresses of pictures as they are in use, by their paths. */
const inUse = new Map<string, string>();
const mostInUse = 500;

/**
 * The address of a picture on this service, the same for every answer: where links are signed, each has another one,
 * which a browser would load anew.
 */
function addressOf(url: string): { path: string; address: string } {
  const { pathname: path, search } = new URL(url, 'http://localhost');
  const known = inUse.get(path);
  if (known !== undefined) return { path, address: known };
  if (inUse.size >= mostInUse) inUse.clear();
  inUse.set(path, path + search);
  return { path, address: path + search };
}

/**
 * The picture of a pack: the PNG in base64 that came with it, else that at the address, else, also where that cannot be
 * shown, the first letter of its name. All take the same room.
 */
export function PackIcon({
  name,
  content = null,
  url = null,
  isLarge = false,
}: {
  name: string;
  content?: string | null | undefined;
  url?: string | null | undefined;
  isLarge?: boolean;
}) {
  const side = isLarge ? 64 : 40;
  const [failed, setFailed] = useState<string | null>(null);
  const found = content || !url ? null : addressOf(url);
  const source = content ? `data:image/png;base64,${content}` : (found?.address ?? null);
  if (source !== null && source !== failed) {
    return (
      <img
        className="pack-icon"
        data-large={isLarge || undefined}
        src={source}
        alt=""
        width={side}
        height={side}
        loading="lazy"
        decoding="async"
        onError={() => {
          // A link may have run out: that of the next answer is tried.
          if (found !== null) inUse.delete(found.path);
          setFailed(source);
        }}
      />
    );
  }
  const [letter = '?'] = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return (
    <span className="pack-icon" data-large={isLarge || undefined} data-tint={tintOf(name)} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}

/** A tint that depends on the name alone. */
function tintOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints;
}
