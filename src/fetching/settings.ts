/** How files are fetched; `docs/fetching.md` says what each is for. */
export interface FetchSettings {
  /** Hosts that may be asked, each with its port where it is not 443. */
  hosts: readonly string[];
  /** Whether these may have addresses that are not public. */
  privateAddresses: boolean;
  /** Where the operator can be reached, for the User-Agent; null: nowhere. */
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
  /** How often a request is made again that failed, was answered 429 or 5xx, or broke off. */
  retries: number;
  /** Milliseconds before the first of these; it doubles from one to the next. What a host asks for in Retry-After is longer. */
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

/** How the platforms are asked on which modpacks are published. */
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
  /** Milliseconds that an answer of the catalogue is believed; null: it is not asked. */
  catalogueAgeMs: number | null;
  /** How long it is believed that the catalogue does not know a jar, in milliseconds. */
  catalogueUnknownAgeMs: number;
}
