import { AppError } from '../errors.ts';

/** Limits of a shared resource: for one caller, for all together, and for all callers without a token. */
export interface SharedLimit {
  /** Most for one caller. */
  caller: number;
  /** Most for all callers together. */
  all: number;
  /** Most for callers without a token together: the rest is left to callers with one. */
  anonymous: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const sockets = { caller: 50, all: 5_000 };
const unfinished = { caller: 10 * GiB, all: 50 * GiB };

/** The limits, and the share of each that callers without a token may use together. */
const limits = {
  /** WebSockets whose caller is known to have no token. */
  sockets: { ...sockets, share: 1 / 5 },
  /** WebSockets of callers that are not identified yet: browsers send a token after the handshake. */
  introductions: { ...sockets, share: 1 / 10 },
  /** Live streams of server-sent events. */
  streams: { caller: 250, all: 5_000, share: 4 / 5 },
  downloads: { caller: 250, all: 1_000, share: 4 / 5 },
  /** Modpacks that are being fetched for an import. */
  imports: { caller: 20, all: 100, share: 4 / 5 },
  /** Logs being read or waiting to be. */
  logs: { caller: 2, all: 8, share: 4 / 5 },
  /**
   * Previews, comparisons, logs and version checks that run or wait: these tasks share one thread. One query may request
   * nine previews.
   */
  quickTasks: { caller: 16, all: 32, share: 4 / 5 },
  /** Archives inside archives that are being unpacked or wait to be. */
  innerArchives: { caller: 8, all: 32, share: 4 / 5 },
  /** Bytes of cached previews. */
  keptPreviews: { caller: 16 * MiB, all: 32 * MiB, share: 4 / 5 },
  /** Bytes of cached comparisons of server packs. */
  keptComparisons: { caller: 8 * MiB, all: 16 * MiB, share: 4 / 5 },
  /** Bytes of cached update manifests. */
  keptUpdates: { caller: 16 * MiB, all: 32 * MiB, share: 4 / 5 },
  /** Runs that wait in the queue. */
  queue: { caller: 1_000, all: 10_000, share: 4 / 5 },
  /** Server packs being tested or waiting to be. */
  boots: { caller: 3, all: 100, share: 4 / 5 },
  /** Bytes of uploads that are under way or paused. */
  unfinished: { ...unfinished, share: 4 / 5 },
  /** Bytes of uploads that may pause, and so may stay for long. */
  parked: { ...unfinished, share: 1 / 2 },
} as const;

export type SharedLimits = Record<keyof typeof limits, SharedLimit>;

/** All shared limits, with the share of callers without a token; tests replace some. */
export function sharedLimits(
  others: Partial<Record<keyof SharedLimits, Pick<SharedLimit, 'caller' | 'all'>>> = {},
): SharedLimits {
  const withShare = (name: keyof SharedLimits): SharedLimit => {
    const { caller, all } = others[name] ?? limits[name];
    // A limit of one still admits callers without a token.
    return { caller, all, anonymous: Math.max(1, all * limits[name].share) };
  };
  return {
    sockets: withShare('sockets'),
    introductions: withShare('introductions'),
    streams: withShare('streams'),
    downloads: withShare('downloads'),
    imports: withShare('imports'),
    logs: withShare('logs'),
    quickTasks: withShare('quickTasks'),
    innerArchives: withShare('innerArchives'),
    keptPreviews: withShare('keptPreviews'),
    keptComparisons: withShare('keptComparisons'),
    keptUpdates: withShare('keptUpdates'),
    queue: withShare('queue'),
    boots: withShare('boots'),
    unfinished: withShare('unfinished'),
    parked: withShare('parked'),
  };
}

/** Prefix of the limit keys of callers without a token; the address follows. */
export const anonymousPrefix = 'address:';

/** Whether a limit key belongs to a caller without a token. */
export function isAnonymous(caller: string): boolean {
  return caller.startsWith(anonymousPrefix);
}

export type ReachedLimit = keyof SharedLimit;

/** Amounts in use: by the caller itself, by all, and by all without a token. */
export type UsedLimit = Readonly<Record<ReachedLimit, number>>;

/** The limit that keeps a caller from getting this much more; null when there is none. */
export function limitReached(
  limit: SharedLimit,
  used: UsedLimit,
  { anonymous, wanted = 1 }: { anonymous: boolean; wanted?: number },
): ReachedLimit | null {
  if (used.caller + wanted > limit.caller) return 'caller';
  if (used.all + wanted > limit.all) return 'all';
  return anonymous && used.anonymous + wanted > limit.anonymous ? 'anonymous' : null;
}

/** How much more a caller may use. */
export function roomLeft(limit: SharedLimit, used: UsedLimit, { anonymous }: { anonymous: boolean }): number {
  const left = Math.min(limit.caller - used.caller, limit.all - used.all);
  return anonymous ? Math.min(left, Math.floor(limit.anonymous) - used.anonymous) : left;
}

/** Advice for a caller without a token whose share is used up. */
export const keptForTokens = 'The rest is kept for callers with a token. Try again later, or send a token.';

/** Words for a limited resource in messages. */
export interface LimitWords {
  /** Plural name: `downloads`. */
  name: string;
  /** The state in which they count: `under way`. */
  state: string;
  /** Advice for a caller with too many: `Finish one first.` */
  remedy: string;
}

/** Seconds after which a retry makes sense. */
const retryAfter = 10;

/** The refusal of one more, for the limit that is reached. */
export function refuseShared(
  limit: SharedLimit,
  reached: ReachedLimit,
  { name, state, remedy }: LimitWords,
): AppError {
  switch (reached) {
    case 'caller': {
      const message = `You have ${Math.floor(limit.caller)} ${name} ${state}, which is the most at a time. ${remedy}`;
      return new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'all': {
      const message = `${limit.all} ${name} are ${state}, which is the most this service takes. Try again later.`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
    case 'anonymous': {
      const most = Math.floor(limit.anonymous);
      const message = `${most} ${name} of callers without a token are ${state}, which is the most that these may have. ${keptForTokens}`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}
