import { randomBytes } from 'node:crypto';
import type { RunConfigurationInput } from '../client/gql/schema.ts';

/** A request that a button can repeat. */
export interface Asked {
  /** The modpack's number; null where the settings are for one that is still to come. */
  modPack: number | null;
  runConfiguration: RunConfigurationInput;
}

/** Settings that do not fit into a button's id, by the id that stands for them there. */
export interface Remembered {
  keep(asked: Asked): string;
  /** Null when it has been forgotten. */
  find(id: string): Asked | null;
}

/** At most so many are remembered, and so many characters of them all; the oldest go first. */
const most = 2000;
const mostCharacters = 32 * 1024 * 1024;

/** An empty memory; it ends with the process. */
export function createRemembered(): Remembered {
  const kept = new Map<string, { asked: Asked; characters: number }>();
  let characters = 0;
  return {
    keep(asked) {
      const id = randomBytes(9).toString('base64url');
      const added = { asked, characters: JSON.stringify(asked).length };
      kept.set(id, added);
      characters += added.characters;
      for (const [oldest, gone] of kept) {
        if (kept.size <= most && characters <= mostCharacters) break;
        kept.delete(oldest);
        characters -= gone.characters;
      }
      return id;
    },
    find: (id) => kept.get(id)?.asked ?? null,
  };
}
