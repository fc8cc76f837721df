import type { InspectedMod } from './unclear-jars.ts';

/** Most jars that refer to a client-only jar; a jar with more users is a library. */
const mostUsers = 8;

/**
 * Adds to each jar with client-only code the jars that refer to it; a jar with many users does not count as
 * client-only.
 */
export function withUsers(mods: readonly InspectedMod[]): InspectedMod[] {
  const users = new Map<number, Set<number>>();
  const byPackage = new Map<number, Set<number>>();
  for (const [position, { code }] of mods.entries()) {
    if (code?.packages === undefined) continue;
    users.set(position, new Set());
    for (const number of code.packages) {
      const owners = byPackage.get(number) ?? new Set();
      byPackage.set(number, owners.add(position));
    }
  }
  if (users.size === 0) return mods.map(withoutCode);
  for (const [position, { code }] of mods.entries())
    for (const number of code?.refersTo ?? []) {
      const owners = byPackage.get(number);
      for (const owner of owners ?? []) {
        const found = users.get(owner);
        if (owner !== position) found?.add(position);
        // A library's users are no longer counted, so that a hostile pack costs no more than a large one.
        if (found === undefined || found.size > mostUsers) owners?.delete(owner);
      }
    }
  return mods.map((mod, position) => {
    const usedBy = users.get(position);
    return usedBy === undefined ? withoutCode(mod) : withUsersOf(withoutCode(mod), [...usedBy]);
  });
}

function withoutCode({ code: _code, ...mod }: InspectedMod): InspectedMod {
  return mod;
}

function withUsersOf(mod: InspectedMod, usedBy: readonly number[]): InspectedMod {
  if (usedBy.length === 0) return mod;
  if (usedBy.length > mostUsers)
    return {
      ...mod,
      descriptors: mod.descriptors.map(({ clientCode, clientStart, ...descriptor }) => descriptor),
    };
  const descriptors = mod.descriptors.map(({ clientCode, clientStart, ...descriptor }) => ({
    ...descriptor,
    ...(clientCode && { clientCode: { ...clientCode, usedBy: [...usedBy] } }),
    ...(clientStart && { clientStart: { ...clientStart, usedBy: [...usedBy] } }),
  }));
  return { ...mod, descriptors };
}
