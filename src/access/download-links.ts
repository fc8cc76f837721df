import { z } from 'zod';
import type { TokenHolder } from './live-connections.ts';
import { endOf, type Maker, type Makers, maker, makerOf } from './makers.ts';
import type { Viewer } from './permissions.ts';
import type { Signer } from './signing.ts';

/** Links to downloads that work without a token, for a while, so that a browser or a chat can follow them. */
export interface DownloadLinks {
  /** The path with a signature behind it, made by this caller for the content with this SHA-256. */
  sign(
    path: string,
    viewer: Pick<Viewer, 'tokenId' | 'name' | 'proof' | 'expires'>,
    sha256: string,
    /** Whether its maker owns the content, so that whoever has the link gets what is for owners. */
    isOwners?: boolean,
  ): string;
  /**
   * Returns the link that a path with its query stands for; null when the signature is wrong or has expired. Fails
   * with UNAVAILABLE when that cannot be checked.
   */
  verify(url: string): Promise<FollowedLink | null>;
}

/** A link that may be followed. */
export interface FollowedLink {
  /** On whose token. */
  holder: TokenHolder;
  maker: Maker;
  /** Whether its maker owns the content. */
  isOwners: boolean;
  /** Whether it was made for the content with this SHA-256: after a restored backup, a number may be that of another. */
  isFor(sha256: string): boolean;
}

/** The part of a link that only the service can read. */
const sealed = z.object({ maker, content: z.string(), isOwners: z.boolean().default(false) });

/** Enough of a SHA-256 to tell contents apart. */
const contentOf = (sha256: string) => sha256.slice(0, 16);

/**
 * `seconds` is how long a link works; it stops earlier when the token of its maker runs out, is revoked, or no longer allows
 * reading.
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
      // A node of another release may seal something else.
      const { data } = sealed.safeParse(JSON.parse(text));
      if (!data) return null;
      const { maker: madeBy, content, isOwners } = data;
      const holder = await makers.holderOf(madeBy, 'read');
      return holder && { holder, maker: madeBy, isOwners, isFor: (sha256) => contentOf(sha256) === content };
    },
  };
}
