import type { ModFile, SideClaim } from './report.ts';

/** The objection to a jar for that reason, unless platforms contradict each other. */
export function claimAgainst(
  { claims }: Pick<ModFile, 'claims'>,
  reason: SideClaim['reason'],
): SideClaim | undefined {
  const said = claims?.filter((claim) => claim.reason === reason) ?? [];
  return said.some(({ isFor }) => isFor) ? undefined : said[0];
}

/** The sentences of platforms that contradict each other about a jar, the stricter one first; null where none do. */
export function disputeOf({ claims }: Pick<ModFile, 'claims'>): string | null {
  const said = claims?.filter(({ reason }) => reason === 'CATALOGUE') ?? [];
  const against = said.find(({ isFor }) => !isFor);
  const inFavour = said.find(({ isFor }) => isFor);
  return against && inFavour ? `${against.evidence} ${inFavour.evidence}` : null;
}

/**
 * Adds statements to a mod. A statement in its favour counts only beside an objection, by a platform or by its own
 * code.
 */
export function withClaims<Mod extends ModFile>({ claims: own, ...mod }: Mod, said: readonly SideClaim[]) {
  const all = [...(own ?? []), ...said];
  const isOpposed =
    mod.descriptors.some(({ clientCode, clientStart }) => clientCode ?? clientStart) ||
    all.some(({ reason, isFor }) => reason === 'CATALOGUE' && !isFor);
  const claims = isOpposed ? all : all.filter(({ isFor }) => !isFor);
  return { ...mod, ...(claims.length > 0 && { claims }) };
}
