import type { DecisionReason } from '../../client/gql/schema.ts';
import type { Lists } from '../upload/lists.ts';

/** The two lists, and the decisions without them as far as they are known. */
export interface Ticking {
  lists: Lists;
  /** All files of the inventory. */
  files: readonly string[];
  /** The decision if no list named the file; undefined while it is unknown. */
  automatic: boolean | undefined;
}

/** The name that the prefixes of the lists are held against. */
export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/**
 * The prefix that stands for one mod in a list: up to its version, so that it still fits after an update, where no
 * other mod begins like that; else its whole name.
 */
function prefixFor(file: string, files: readonly string[]): string {
  const name = nameOf(file);
  const version = /[-_ +](?=v?\d|mc\d)/i.exec(name);
  if (version === null) return name;
  const prefix = name.slice(0, version.index + 1);
  return files.filter((one) => nameOf(one).startsWith(prefix)).length === 1 ? prefix : name;
}

/** The lists after one mod was ticked to be kept or dropped. */
export function tick(file: string, isKept: boolean, ticking: Ticking): Lists {
  const { lists, files, automatic } = ticking;
  const prefix = prefixFor(file, files);
  if (isKept) {
    const clientMods = withoutOwn(lists.clientMods, file, files);
    const isEnough = automatic === true && !matches(clientMods, file);
    return {
      ...lists,
      clientMods,
      whitelistedMods: isEnough ? lists.whitelistedMods : withEntry(lists.whitelistedMods, prefix, file),
    };
  }
  const whitelistedMods = withoutMatching(lists.whitelistedMods, file, files);
  return {
    ...lists,
    whitelistedMods,
    clientMods: automatic === false ? lists.clientMods : withEntry(lists.clientMods, prefix, file),
  };
}

/** The lists by which a jar stays out, whatever else the pack holds: no entry of what is kept may have it. */
export function leaveOut(file: string, lists: Lists): Lists {
  return {
    ...lists,
    whitelistedMods: lists.whitelistedMods.filter((prefix) => !matches([prefix], file)),
    clientMods: withEntry(lists.clientMods, nameOf(file), file),
  };
}

/** The lists without what they say of one mod alone, so that it is decided automatically again. */
export function untick(file: string, lists: Lists, files: readonly string[]): Lists {
  return {
    ...lists,
    clientMods: withoutMatching(lists.clientMods, file, files),
    whitelistedMods: withoutMatching(lists.whitelistedMods, file, files),
  };
}

/** The list that decides about a mod; null without one. The list of kept mods wins. */
export function saidByLists(file: string, { whitelistedMods, clientMods }: Lists): DecisionReason | null {
  if (matches(whitelistedMods, file)) return 'WHITELISTED';
  return matches(clientMods, file) ? 'CLIENT_MODS' : null;
}

function matches(list: readonly string[], file: string): boolean {
  const name = nameOf(file);
  return list.some((prefix) => prefix !== '' && name.startsWith(prefix));
}

function withEntry(list: readonly string[], prefix: string, file: string): string[] {
  return matches(list, file) ? [...list] : [...list, prefix];
}

/** A list without the entries that are about this mod only. */
function withoutOwn(list: readonly string[], file: string, files: readonly string[]): string[] {
  return list.filter(
    (prefix) => !matches([prefix], file) || files.some((one) => one !== file && matches([prefix], one)),
  );
}

/** A list that no longer has this mod: entries that are about others too become one for each of those. */
function withoutMatching(list: readonly string[], file: string, files: readonly string[]): string[] {
  return list.flatMap((prefix) => {
    if (!matches([prefix], file)) return [prefix];
    return files.filter((one) => one !== file && matches([prefix], one)).map((one) => prefixFor(one, files));
  });
}
