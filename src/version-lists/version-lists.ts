import type { Logger } from 'pino';
import { type HostTrouble, type OptionalHost, openOptionalHost } from '../fetching/optional-host.ts';
import type { ListedVersions, VersionFeed } from '../modloaders/modloader.ts';
import { fetchText } from './fetch-text.ts';

/** Settings of the public lists. */
export interface VersionListSettings {
  /** An address below which the lists are found by host and path; null: their own addresses. */
  mirror: string | null;
  /** Milliseconds that anybody waits for a list. */
  waitMs: number;
  /** Bytes of the largest list that is read. */
  maxBytes: number;
  /** Milliseconds during which a list that could not be reached is not asked for again; it doubles with each failure, up to an hour. */
  retryMs: number;
}

/** The modloaders' public version lists, as far as they can be reached; kept in memory. */
export interface VersionLists {
  /** The list of a feed as it was at most `maxAgeMs` milliseconds ago; null when it cannot be had now. */
  get(feed: VersionFeed, maxAgeMs: number): Promise<ListedVersions | null>;
  /** The lists that could not be had when they were asked for last, by the host. */
  troubles(): ({ host: string } & HostTrouble)[];
}

/** Milliseconds for a list. Its caller waits for less; the answer serves later callers. */
const mostMs = 15_000;

/** Uses no network until a list is needed. Each failure is logged once. */
export function openVersionLists(
  { log }: { log: Logger },
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
      const asking =
        underWay.get(url) ??
        hostOf(address)
          .ask(() => load(feed, address))
          .finally(() => underWay.delete(url));
      underWay.set(url, asking);
      return (await asking)?.answer ?? null;
    },
  };
}

function mirrored(url: string, mirror: string): string {
  const { host, pathname } = new URL(url);
  return `${mirror}/${host}${pathname}`;
}
