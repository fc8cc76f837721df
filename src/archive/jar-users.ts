import type { InspectedMod } from './unclear-jars.ts';

/** Jars that refer to one and are kept with it; what more use is a library. */
const mostUsers = 8;

/** Tells each jar that is for clients by its code which others refer to it; where these are many, it is not taken for that. */
export function withUsers(mods: readonly InspectedMod[]): InspectedMod[] {
  const users = new Map<number, Set<number>>();
  const byPackage = new Map<number, Set<number>>();
  for (const [place, { code }] of mods.entries()) {
    if (code?.packages === undefined) continue;
    users.set(place, new Set());
    for (const number of code.packages) {
      const owners = byPackage.get(number) ?? new Set();
      byPackage.set(number, owners.add(place));
    }
  }
  if (users.size === 0) return mods.map(withoutCode);
  for (const [place, { code }] of mods.entries())
    for (const number of code?.refersTo ?? []) {
      const owners = byPackage.get(number);
      for (const owner of owners ?? []) {
        const found = users.get(owner);
        if (owner !== place) found?.add(place);
        // A library is not counted on, so that a hostile pack costs no more than a large one.
        if (found === undefined || found.size > mostUsers) owners?.delete(owner);
      }
    }
  return mods.map((mod, place) => {
    const usedBy = users.get(place);
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
