import type {
  BootOutcome,
  BootState,
  Change,
  LogActKind,
  LogCause,
  OwnerActKind,
} from '../client/gql/schema.ts';

/** What pages and bot tell of servers, in one language. */
export interface ServerTexts {
  boots: BootWords;
  changes: ChangeWords;
  /** Which Java a server needs: that of its game version, and the newest that starts it, if one is known. */
  java(oldest: number, newest: number | null): string;
  logs: LogWords;
}

/** How a language tells whether a server pack was shown to start. */
export interface BootWords {
  /** How far it has come; of a running one what it does. */
  state: Readonly<Record<Exclude<BootState, 'ENDED'>, string>>;
  outcome: Readonly<Record<BootOutcome, string>>;
  /** What was left out to try again; `jars` is a list of names. */
  dropped(jars: string): string;
  /** Figures of a server that was started; null where there is none. */
  facts(facts: { java: string | null; seconds: string | null; memory: string | null }): string;
}

export const factsOf =
  (separator: string, memory: (text: string) => string) =>
  (given: { java: string | null; seconds: string | null; memory: string | null }): string =>
    [
      ...(given.java === null ? [] : [`Java ${given.java}`]),
      ...(given.seconds === null ? [] : [given.seconds]),
      ...(given.memory === null ? [] : [memory(given.memory)]),
    ].join(separator);

/** What an owner has to do, with the Java or the mod that it is about; null where it is about none. */
export interface ActToTell {
  kind: OwnerActKind;
  java: number | null;
  mod: string | null;
}

/** A setting by which the service compares two server packs. */
export type ComparedSetting =
  | 'gameVersion'
  | 'javaVersion'
  | 'modloader'
  | 'modloaderVersion'
  | 'startArgs'
  | 'clientMods'
  | 'whitelistedMods'
  | 'dropLists'
  | 'addedMods'
  | 'automaticSides'
  | 'includeFiles'
  | 'excludeFiles'
  | 'includeWorld'
  | 'serverIcon'
  | 'serverProperties'
  | 'nameEncoding';

/** How a language tells what changed from one server pack to another. */
export interface ChangeWords {
  setting: Readonly<Record<ComparedSetting, string>>;
  /** Beside a mod that the request added, and not the modpack. */
  byRequest: string;
  change: Readonly<Record<Change, string>>;
  /** What somebody has to do who runs the first and takes the second. */
  act(act: ActToTell): string;
  /** How many mods and files changed; empty where none did. */
  counts(mods: Readonly<Record<Change, number>>, files: number): string;
}

type Counted = Record<Change, (count: number) => string>;

export function countsOf(words: { mods: Counted; files(count: number): string }): ChangeWords['counts'] {
  const order = ['UPDATED', 'ADDED', 'REMOVED', 'RENAMED'] as const;
  return (mods, files) =>
    [
      ...order.flatMap((change) => (mods[change] === 0 ? [] : [words.mods[change](mods[change])])),
      ...(files === 0 ? [] : [words.files(files)]),
    ].join(', ');
}

export function actsOf(words: {
  java(java: number): string;
  mod(mod: string): string;
  others: Record<Exclude<OwnerActKind, 'USE_JAVA' | 'MOD_IN_WORLD'>, string>;
}): ChangeWords['act'] {
  return ({ kind, java, mod }) => {
    if (kind === 'USE_JAVA') return words.java(java ?? 0);
    return kind === 'MOD_IN_WORLD' ? words.mod(mod ?? '') : words.others[kind];
  };
}

/** The remedy in the service's terms. */
export interface LogAct {
  kind: LogActKind;
  modId?: string | null;
  version?: string | null;
  java?: number | null;
  files: readonly string[];
}

/** A language's sentences about a server's log. */
export interface LogWords {
  /** Why the server did not start; `message` is the service's own sentence, in English, which names more. */
  cause(cause: LogCause, message: string): string;
  /** The remedy; `suspect` is the faulty jar or mod, if it is known. */
  act(act: LogAct, suspect: string | null): string;
}

/** The Java versions for a server: from that of its game version to the newest that starts it, if one is known. */
export const javasOf = (oldest: number, newest: number | null, or: string, to: string): string =>
  newest === null
    ? `Java ${oldest} ${or}`
    : newest <= oldest
      ? `Java ${oldest}`
      : `Java ${oldest} ${to} ${newest}`;
