import type { Logger } from 'pino';
import { type HostTrouble, type OptionalHost, openOptionalHost } from '../fetching/optional-host.ts';
import type { ListedVersions, VersionFeed } from '../modloaders/modloader.ts';
import type { FetchText } from './fetch-text.ts';

export interface VersionListSettings {
  /** A base address below which the lists lie by host and path; null: the lists' own addresses. */
  mirror: string | null;
  /** Milliseconds that a caller waits for a list. */
  waitMs: number;
  /** Bytes of the largest list that is read. */
  maxBytes: number;
  /**
   * Milliseconds during which a failed list is not requested again; each further failure doubles them, up to an hour.
   */
  retryMs: number;
}

/** The modloaders' public version lists, cached in memory. */
export interface VersionLists {
  /** The list of a feed, at most `maxAgeMs` milliseconds old; null when it is not available now. */
  get(feed: VersionFeed, maxAgeMs: number): Promise<ListedVersions | null>;
  /** The lists whose last request failed, by host. */
  troubles(): ({ host: string } & HostTrouble)[];
}

/** Milliseconds that a request may take. Its caller waits for less; the answer serves later callers. */
const mostMs = 15_000;

/** The network is not used until a list is needed. Each failure is logged once. */
export function openVersionLists(
  { log, fetchText }: { log: Logger; fetchText: FetchText },
  { mirror, waitMs, maxBytes, retryMs }: VersionListSettings,
): VersionLists {
  const kept = new Map<string, { list: ListedVersions; at: number }>();
  const hosts = new Map<string, OptionalHost>();
  const underWay = new Map<string, Promise<{ answer: ListedVersions } | null>>();

  const hostOf = (address: string) => {
    const failed = (error: unknown) =>
      log.warn({ err: error, list: address }, 'a public list of modloader versions cannot be reached');
    const host = hosts.get(address) ?? openOptionalHost({ waitMs, firstRestMs: retryMs, failed });
    hosts.set(address, host);
    return host;
  };
  const load = async ({ url, parseVersions }: VersionFeed, address: string) => {
    // The age counts from the request: later releases are not in the answer.
    const at = performance.now();
    const body = await fetchText(address, { milliseconds: Math.max(mostMs, waitMs), bytes: maxBytes });
    const list = parseVersions(body);
    if (!list) throw new Error('The answer is not the list that it should be.');
    kept.set(url, { list, at });
    return list;
  };

  return {
    troubles: () =>
      [...hosts].flatMap(([address, host]) => {
        const trouble = host.trouble();
        return trouble === null ? [] : [{ host: new URL(address).host, ...trouble }];
      }),
    async get(feed, maxAgeMs) {
      const { url } = feed;
      const known = kept.get(url);
      if (known && performance.now() - known.at <= maxAgeMs) return known.list;
      const address = mirror === null ? url : mirrored(url, mirror);
      const query =
        underWay.get(url) ??
        hostOf(address)
          .query(() => load(feed, address))
          .finally(() => underWay.delete(url));
      underWay.set(url, query);
      return (await query)?.answer ?? null;
    },
  };
}

function mirrored(url: string, mirror: string): string {
  const { host, pathname } = new URL(url);
  return `${mirror}/${host}${pathname}`;
}
