import type { Database } from '../database/database.ts';
import type { TokenHolder } from './live-connections.ts';
import type { Viewer } from './permissions.ts';
import type { Signer } from './signing.ts';
import { findLiveToken } from './tokens.ts';

/** Links to downloads that work without a token, for a while, so that a browser or a chat can follow them. */
export interface DownloadLinks {
  /** The path with a signature behind it, made for this caller. */
  sign(path: string, viewer: Pick<Viewer, 'tokenId'>): string;
  /** On whose token a path with its query may be followed; null unless it holds a signature that is right and still good. */
  verify(url: string): Promise<TokenHolder | null>;
}

/** `seconds` is how long a link works; it stops earlier when the token of its maker is revoked. */
export function createDownloadLinks(
  database: Pick<Database, 'db'>,
  signer: Signer,
  seconds: number,
): DownloadLinks {
  const signedText = (path: string, expires: string, by: string) => `${path}\n${expires}\n${by}`;
  return {
    sign(path, { tokenId }) {
      const expires = String(Math.floor(Date.now() / 1000) + seconds);
      const by = String(tokenId ?? '');
      const signature = signer.sign(signedText(path, expires, by));
      return `${path}?${new URLSearchParams({ expires, by, signature })}`;
    },
    async verify(url) {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const [expires, by, signature] = ['expires', 'by', 'signature'].map((name) => searchParams.get(name));
      if (expires == null || by == null || signature == null) return null;
      if (!signer.verify(signedText(pathname, expires, by), signature)) return null;
      if (Number(expires) * 1000 <= Date.now()) return null;
      if (by === '') return { tokenId: null, expires: null };
      const token = await findLiveToken(database, Number(by));
      return token && { tokenId: token.id, expires: token.expires };
    },
  };
}
