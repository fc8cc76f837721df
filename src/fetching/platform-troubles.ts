import { z } from 'zod';
import { FetchError } from './problem-codes.ts';

/** The watched platforms: their APIs, and the hosts of CurseForge's files, which get the key too. */
export const watchedPlatforms = ['modrinth', 'curseforge', 'curseforge_files', 'ftb'] as const;
export type WatchedPlatform = (typeof watchedPlatforms)[number];

/** Faults that an operator has to mend, since waiting does not: a refused key, or answers of an unknown form. */
export type PlatformFault = 'KEY_REFUSED' | 'NO_SENSE';

/** A platform whose answers cannot be used, since when. */
export interface PlatformTrouble {
  platform: WatchedPlatform;
  fault: PlatformFault;
  since: Date;
  /** A sentence for operators, without anything secret. */
  message: string;
}

/** The health of the platforms' answers on this node. */
export interface PlatformTroubles {
  /** The question as it is; what becomes of it is heeded. */
  heed<Answer>(platform: WatchedPlatform, asked: Promise<Answer>): Promise<Answer>;
  /** The troubles that last, in the order of the platforms. */
  now(): PlatformTrouble[];
}

/** Called once for each change: with a trouble that begins, or null when one has ended. */
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
    async heed(platform, asked) {
      try {
        const answer = await asked;
        put(platform, null);
        return answer;
      } catch (error) {
        const fault = faultOf(error);
        if (fault !== null) put(platform, fault);
        throw error;
      }
    },
    now: () => watchedPlatforms.flatMap((platform) => troubles.get(platform) ?? []),
  };
}

/** Null for failures that say nothing of the answers' form: the platform is away, slow, or lacks the file. */
function faultOf(error: unknown): PlatformFault | null {
  if (!(error instanceof FetchError)) return null;
  if (error.code === 'FETCH_KEY_REFUSED') return 'KEY_REFUSED';
  const { cause } = error;
  return cause instanceof z.ZodError || cause instanceof SyntaxError ? 'NO_SENSE' : null;
}
