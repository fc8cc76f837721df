/** Settings of fetching; `docs/fetching.md` explains them. */
export interface FetchSettings {
  /** Hosts that may be asked, each with its port where it is not 443. */
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
} as const satisfies Omit<FetchSettings, 'hosts'>;

/** Addresses of the platforms that publish modpacks. */
export interface PlatformSettings {
  /** Without a slash at the end, as the others. */
  modrinthApiUrl: string;
  curseForgeApiUrl: string;
  ftbApiUrl: string;
  /** Secret; null: CurseForge is not asked. */
  curseForgeApiKey: string | null;
  /** CurseForge's hosts of files, which are sent that key; each with its port where it is not 443. */
  curseForgeKeyHosts: readonly string[];
  /** Milliseconds that one question may take. */
  answerMs: number;
  /** Milliseconds that a run waits for the catalogue. */
  catalogueWaitMs: number;
  /** Milliseconds for which an answer of the catalogue is cached; null: the catalogue is not asked. */
  catalogueAgeMs: number | null;
  /** Milliseconds for which an unknown jar counts as unknown. */
  catalogueUnknownAgeMs: number;
}
