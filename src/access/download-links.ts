import { z } from 'zod';
import type { TokenHolder } from '../limits/live-connections.ts';
import { endOf, type Maker, type Makers, maker, makerOf } from './makers.ts';
import type { Viewer } from './permissions.ts';
import type { Signer } from './signing.ts';

/** Download links that work without a token for a while, because browsers and chats send none. */
export interface DownloadLinks {
  /** The path with a signature, made by this caller for the content with this SHA-256. */
  sign(
    path: string,
    viewer: Pick<Viewer, 'tokenId' | 'name' | 'proof' | 'expires'>,
    sha256: string,
    /** Whether the link's maker owns the content, so that the link gives the owner's rights to it. */
    isOwners?: boolean,
  ): string;
  /**
   * Returns the link of a path with its query; null when the signature is wrong or has expired. Fails with UNAVAILABLE
   * when that cannot be checked.
   */
  verify(url: string): Promise<FollowedLink | null>;
}

/** A valid link. */
export interface FollowedLink {
  /** The token that the download counts for. */
  holder: TokenHolder;
  maker: Maker;
  /** Whether the link's maker owns the content. */
  isOwners: boolean;
  /** Whether the link was made for the content with this SHA-256: after a restored backup, a number may be reused. */
  isFor(sha256: string): boolean;
}

/** The encrypted part of a link. */
const sealed = z.object({ maker, content: z.string(), isOwners: z.boolean().default(false) });

/** Enough of a SHA-256 to distinguish contents. */
const contentOf = (sha256: string) => sha256.slice(0, 16);

/**
 * `seconds` is how long a link works; it stops earlier when the token of its maker expires, is revoked, or no longer
 * allows reading.
 */
export function createDownloadLinks(makers: Makers, signer: Signer, seconds: number): DownloadLinks {
  const signedText = (path: string, expires: string, by: string) => `${path}\n${expires}\n${by}`;
  return {
    sign(path, viewer, sha256, isOwners = false) {
      const expires = String(Math.floor(endOf(viewer, seconds).getTime() / 1000));
      const by = signer.seal(
        JSON.stringify({ maker: makerOf(viewer), content: contentOf(sha256), isOwners }),
      );
      const signature = signer.sign(signedText(path, expires, by));
      return `${path}?${new URLSearchParams({ expires, by, signature })}`;
    },
    async verify(url) {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const [expires, by, signature] = ['expires', 'by', 'signature'].map((name) => searchParams.get(name));
      if (expires == null || by == null || signature == null) return null;
      if (!signer.verify(signedText(pathname, expires, by), signature)) return null;
      if (Number(expires) * 1000 <= Date.now()) return null;
      const text = signer.unseal(by);
      if (text === null) return null;
      // A node of another release may seal another format.
      const { data } = sealed.safeParse(JSON.parse(text));
      if (!data) return null;
      const { maker: madeBy, content, isOwners } = data;
      const holder = await makers.holderOf(madeBy, 'read');
      return holder && { holder, maker: madeBy, isOwners, isFor: (sha256) => contentOf(sha256) === content };
    },
  };
}
