import { defaultKeyHosts } from './key-hosts.ts';

/** Settings of fetching; `docs/fetching.md` explains them. */
export interface FetchSettings {
  /** Hosts that may be contacted, each with its port unless that is 443. */
  hosts: readonly string[];
  /** Whether hosts may have addresses that are not public. */
  privateAddresses: boolean;
  /** Contact of the operator in the User-Agent; null: none. */
  contact: string | null;
  /** Files at a time. */
  parallel: number;
  /** Bytes of all files of one pack. */
  packBytes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Milliseconds without a byte. */
  silenceMs: number;
  /** Milliseconds that one file may take, all its links, retries and waits included. */
  fileMs: number;
  /** Milliseconds that all files of one pack may take. */
  packMs: number;
  /** How often a failed request is retried: after an error, 429, 5xx, or a broken body. */
  retries: number;
  /** Milliseconds before the first retry, doubled with each one. A longer Retry-After wins. */
  retryDelayMs: number;
}

const MiB = 1024 ** 2;

export const defaultFetchSettings = {
  privateAddresses: false,
  contact: null,
  parallel: 6,
  packBytes: 5120 * MiB,
  fileBytes: 1024 * MiB,
  silenceMs: 30_000,
  fileMs: 600_000,
  packMs: 3_600_000,
  retries: 4,
  retryDelayMs: 500,
} satisfies Omit<FetchSettings, 'hosts'>;

/** Addresses and limits of the platforms that publish modpacks. */
export interface PlatformSettings {
  /** Without a trailing slash, as are the others. */
  modrinthApiUrl: string;
  curseForgeApiUrl: string;
  ftbApiUrl: string;
  /** Secret; null: CurseForge is not used. */
  curseForgeApiKey: string | null;
  /** CurseForge's hosts of files, which are sent the key; each with its port unless that is 443. */
  curseForgeKeyHosts: readonly string[];
  /** Milliseconds that one request may take. */
  answerMs: number;
  /** Milliseconds that a run waits for the catalogue. */
  catalogueWaitMs: number;
  /** Milliseconds for which an answer of the catalogue is cached; null: the catalogue is not used. */
  catalogueAgeMs: number | null;
  /** Milliseconds for which an unknown jar stays cached as unknown. */
  catalogueUnknownAgeMs: number;
}

export const defaultPlatformSettings = {
  ftbApiUrl: 'https://api.feed-the-beast.com/v1/modpacks/public',
  curseForgeKeyHosts: defaultKeyHosts,
  answerMs: 15_000,
  catalogueWaitMs: 1_000,
  catalogueAgeMs: 7 * 24 * 3_600_000,
  catalogueUnknownAgeMs: 12 * 3_600_000,
} satisfies Partial<PlatformSettings>;
