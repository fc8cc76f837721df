import { readRemembered, remember } from '../data/remembered.ts';
import { isRecord } from '../data/service.ts';

/** The parts of a run configuration that are the same for many packs. */
export interface Lists {
  startArgs: string[];
  clientMods: string[];
  whitelistedMods: string[];
  /** Names of drop lists; null for the default. Not remembered: the default may have changed. */
  dropLists: string[] | null;
}

export const noLists: Lists = { startArgs: [], clientMods: [], whitelistedMods: [], dropLists: null };

/** The lists of last time. */
export function rememberedLists(): Lists {
  const value = readRemembered('lists');
  if (!isRecord(value)) return noLists;
  return {
    startArgs: texts(value.startArgs),
    clientMods: texts(value.clientMods),
    whitelistedMods: texts(value.whitelistedMods),
    dropLists: null,
  };
}

/** Remembers the lists for the next time. */
export function rememberLists(lists: Lists): void {
  remember('lists', hasEntries(lists) ? { ...lists, dropLists: null } : null);
}

export function hasEntries({ startArgs, clientMods, whitelistedMods }: Lists): boolean {
  return startArgs.length + clientMods.length + whitelistedMods.length > 0;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 1_000) : [];
}
