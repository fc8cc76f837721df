import type { ModFile, SideClaim } from '../report.ts';

/** The objection to a jar for that reason, unless platforms contradict each other. */
export function claimAgainst(
  { claims }: Pick<ModFile, 'claims'>,
  reason: SideClaim['reason'],
): SideClaim | undefined {
  const statements = claims?.filter((claim) => claim.reason === reason) ?? [];
  return statements.some(({ isFor }) => isFor) ? undefined : statements[0];
}

/**
 * The sentences of platforms that contradict each other about a jar, the stricter one first; null without a
 * contradiction.
 */
export function disputeOf({ claims }: Pick<ModFile, 'claims'>): string | null {
  const statements = claims?.filter(({ reason }) => reason === 'CATALOGUE') ?? [];
  const against = statements.find(({ isFor }) => !isFor);
  const inFavour = statements.find(({ isFor }) => isFor);
  return against && inFavour ? `${against.evidence} ${inFavour.evidence}` : null;
}

/**
 * Adds statements to a mod. A statement in its favour counts only beside an objection, by a platform or by the mod's
 * own code.
 */
export function withClaims<Mod extends ModFile>(
  { claims: own, ...mod }: Mod,
  statements: readonly SideClaim[],
) {
  const all = [...(own ?? []), ...statements];
  const isOpposed =
    mod.descriptors.some(({ clientCode, clientStart }) => clientCode ?? clientStart) ||
    all.some(({ reason, isFor }) => reason === 'CATALOGUE' && !isFor);
  const claims = isOpposed ? all : all.filter(({ isFor }) => !isFor);
  return { ...mod, ...(claims.length > 0 && { claims }) };
}
