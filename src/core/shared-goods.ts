import { AppError } from '../errors.ts';

/** Limits of a shared good: for one caller, for all together, and for all callers without a token. */
export interface SharedGood {
  /** Most that one caller may have. */
  caller: number;
  /** Most that all callers may have together. */
  all: number;
  /** Most that callers without a token may have together: the rest is left to those with one. */
  strangers: number;
}

/** The part of each good that callers without a token can have together. */
const strangersShares = {
  /** WebSockets whose caller is known to have no token. */
  sockets: 1 / 5,
  /** WebSockets whose caller has not said yet who it is: browsers send a token after the handshake. */
  introductions: 1 / 10,
  /** Live streams of server-sent events. */
  streams: 4 / 5,
  downloads: 4 / 5,
  /** Modpacks that are being fetched for an import. */
  imports: 4 / 5,
  /** Logs that are read, or wait to be. */
  logs: 4 / 5,
  /** Previews, comparisons, logs and questions for versions that are worked on, or wait to be: they share one thread. */
  quickTasks: 4 / 5,
  /** Archives in archives that are unpacked, or wait to be. */
  innerArchives: 4 / 5,
  /** Bytes of previews that are kept. */
  keptPreviews: 4 / 5,
  /** Bytes of comparisons of server packs that are kept. */
  keptComparisons: 4 / 5,
  /** Bytes of what servers are told for updates that are kept. */
  keptUpdates: 4 / 5,
  /** Runs that wait for their turn. */
  queue: 4 / 5,
  /** Bytes of uploads that are under way or pause. */
  unfinished: 4 / 5,
  /** Bytes of uploads that may pause, and so may lie for long. */
  parked: 1 / 2,
} as const;

export type SharedGoods = Record<keyof typeof strangersShares, SharedGood>;

/** The limits of all goods, from settings, with the share of callers without a token. */
export function sharedGoods(
  limits: Record<keyof SharedGoods, Pick<SharedGood, 'caller' | 'all'>>,
): SharedGoods {
  const withShare = (name: keyof SharedGoods): SharedGood => {
    const { caller, all } = limits[name];
    // A single place may be used by callers without a token.
    return { caller, all, strangers: Math.max(1, all * strangersShares[name]) };
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
    unfinished: withShare('unfinished'),
    parked: withShare('parked'),
  };
}

/** Prefix of the names of callers without a token where limits count callers; their address follows. */
export const strangersPrefix = 'address:';

/** Whether a caller, as limits count callers, has no token. */
export function isStranger(caller: string): boolean {
  return caller.startsWith(strangersPrefix);
}

export type ReachedLimit = keyof SharedGood;

/** Use of a good: by the caller itself, by all, and by all without a token. */
export type UsedGood = Readonly<Record<ReachedLimit, number>>;

/** The limit that a caller meets who wants so much more of a good; null when it may have that. */
export function limitReached(
  good: SharedGood,
  used: UsedGood,
  { stranger, wanted = 1 }: { stranger: boolean; wanted?: number },
): ReachedLimit | null {
  if (used.caller + wanted > good.caller) return 'caller';
  if (used.all + wanted > good.all) return 'all';
  return stranger && used.strangers + wanted > good.strangers ? 'strangers' : null;
}

/** The rest of a good that a caller may use. */
export function roomLeft(good: SharedGood, used: UsedGood, { stranger }: { stranger: boolean }): number {
  const left = Math.min(good.caller - used.caller, good.all - used.all);
  return stranger ? Math.min(left, Math.floor(good.strangers) - used.strangers) : left;
}

/** Advice for a caller without a token whose share is used up. */
export const keptForTokens = 'The rest is kept for callers with a token. Try again later, or send a token.';

/** Words for a counted good in messages. */
export interface GoodWords {
  /** Several of it: `downloads`. */
  name: string;
  /** The state in which they count: `under way`. */
  state: string;
  /** Advice for a caller with too many: `Finish one first.` */
  remedy: string;
}

/** Seconds after which it makes sense to ask again. */
const retryAfter = 10;

/** The refusal of one more of a good, by the limit that is met. */
export function refuseGood(
  good: SharedGood,
  limit: ReachedLimit,
  { name, state, remedy }: GoodWords,
): AppError {
  switch (limit) {
    case 'caller': {
      const message = `You have ${Math.floor(good.caller)} ${name} ${state}, which is the most at a time. ${remedy}`;
      return new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'all': {
      const message = `${good.all} ${name} are ${state}, which is the most this service takes. Try again later.`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
    case 'strangers': {
      const most = Math.floor(good.strangers);
      const message = `${most} ${name} of callers without a token are ${state}, which is the most that these may have. ${keptForTokens}`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}
