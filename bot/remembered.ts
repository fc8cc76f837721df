import { randomBytes } from 'node:crypto';
import type { RunConfigurationInput } from '../client/gql/schema.ts';

/** A file that somebody attached, which Discord hands out for a day. */
export interface Attached {
  name: string;
  size: number;
  url: string;
}

/** Where the modpack of a request comes from: the gateway has it under a number, a link leads to it, or it is attached. */
export type Source = { modPack: number } | { link: string } | { file: Attached };

/** A request that a button or a form can repeat. */
export interface Asked {
  /** Null for a modpack that comes by an upload link. */
  source: Source | null;
  runConfiguration: RunConfigurationInput;
  /** The arguments with which the author of a stored modpack starts it. */
  authorsArgs?: readonly string[];
}

/** Holds settings that do not fit into a button's id, by a short id. */
export interface Remembered {
  keep(asked: Asked): string;
  /** Null when it has been forgotten. */
  find(id: string): Asked | null;
}

/** The limits on entries and on their characters; the oldest go first. */
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
