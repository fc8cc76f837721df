import { z } from 'zod';
import { FetchError } from './problem-codes.ts';

/** The watched platforms: their APIs, and the hosts of CurseForge's files, which get the key, too. */
export const watchedPlatforms = ['modrinth', 'curseforge', 'curseforge_files', 'ftb'] as const;
export type WatchedPlatform = (typeof watchedPlatforms)[number];

/** Faults that an operator has to fix, since waiting does not help: a refused key, or answers of an unknown form. */
const platformFaults = ['KEY_REFUSED', 'NO_SENSE'] as const;
export type PlatformFault = (typeof platformFaults)[number];

/** A platform whose answers cannot be used. */
export interface PlatformTrouble {
  platform: WatchedPlatform;
  fault: PlatformFault;
  since: Date;
  /** A sentence for operators, without anything secret. */
  message: string;
}

/** How a platform answers this node. `AWAY` passes by itself; the faults do not. */
export const platformStates = ['NOT_ASKED', 'ANSWERS', 'AWAY', ...platformFaults] as const;
export interface PlatformState {
  platform: WatchedPlatform;
  state: (typeof platformStates)[number];
  /** The start of the present state; null before the first request. */
  since: Date | null;
}

/** The health of the platforms' answers on this node. */
export interface PlatformTroubles {
  /** Passes the answer on, and records its outcome. */
  watch<Answer>(platform: WatchedPlatform, answer: Promise<Answer>): Promise<Answer>;
  /** The troubles that last, in the order of the platforms. */
  now(): PlatformTrouble[];
  /** The state of each platform, in the order of the platforms. */
  states(): PlatformState[];
}

/** Called once for each change: with a trouble that begins, or with null when a trouble has ended. */
export type TroubleChange = (platform: WatchedPlatform, trouble: PlatformTrouble | null) => void;

const names: Readonly<Record<WatchedPlatform, string>> = {
  modrinth: 'Modrinth',
  curseforge: 'CurseForge',
  curseforge_files: 'CurseForge (files)',
  ftb: 'FTB',
};

const words: Readonly<Record<PlatformFault, string>> = {
  KEY_REFUSED: 'key refused',
  NO_SENSE: 'answers make no sense',
};

export function watchPlatforms(changed: TroubleChange = () => {}): PlatformTroubles {
  const troubles = new Map<WatchedPlatform, PlatformTrouble>();
  const states = new Map<WatchedPlatform, PlatformState>();
  const note = (platform: WatchedPlatform, state: PlatformState['state']) => {
    if (states.get(platform)?.state !== state) states.set(platform, { platform, state, since: new Date() });
  };
  const put = (platform: WatchedPlatform, fault: PlatformFault | null) => {
    if ((troubles.get(platform)?.fault ?? null) === fault) return;
    if (fault === null) {
      troubles.delete(platform);
      return changed(platform, null);
    }
    const since = new Date();
    const message = `${names[platform]}: ${words[fault]} since ${since.toISOString()}.`;
    const trouble = { platform, fault, since, message };
    troubles.set(platform, trouble);
    changed(platform, trouble);
  };
  return {
    async watch(platform, received) {
      try {
        const answer = await received;
        put(platform, null);
        note(platform, 'ANSWERS');
        return answer;
      } catch (error) {
        const fault = faultOf(error);
        if (fault !== null) put(platform, fault);
        if (fault !== null || isAway(error)) note(platform, fault ?? 'AWAY');
        throw error;
      }
    },
    states: () =>
      watchedPlatforms.map(
        (platform) => states.get(platform) ?? { platform, state: 'NOT_ASKED', since: null },
      ),
    now: () => watchedPlatforms.flatMap((platform) => troubles.get(platform) ?? []),
  };
}

/** The platform was not reached, or not in time. */
function isAway(error: unknown): boolean {
  return error instanceof FetchError && ['FETCH_UNREACHABLE', 'FETCH_TOO_SLOW'].includes(error.code);
}

/** Null for failures that do not concern the answer's form: the platform is away, slow, or lacks the file. */
function faultOf(error: unknown): PlatformFault | null {
  if (!(error instanceof FetchError)) return null;
  if (error.code === 'FETCH_KEY_REFUSED') return 'KEY_REFUSED';
  const { cause } = error;
  return cause instanceof z.ZodError || cause instanceof SyntaxError ? 'NO_SENSE' : null;
}
