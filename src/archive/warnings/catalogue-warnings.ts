import type { Facts } from '../known-mods/facts-file.ts';
import { unclearJars } from '../pack/unclear-jars.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList } from '../problem-list.ts';
import type { ModDecision, ModFile, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { decideMods } from '../sides/decide-mods.ts';

/** Warns that the catalogue was not queried about kept jars that it could have excluded. */
export function catalogueWarnings(
  {
    mods,
    decisions,
    unasked,
    facts,
  }: { mods: ModFile[]; decisions: readonly ModDecision[]; unasked: number; facts?: Facts | undefined },
  run: RunConfiguration,
): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  const open = unasked === 0 ? 0 : Math.min(unasked, droppedAtMost(mods, decisions, { run, facts }));
  if (open > 0) {
    const jars = open === 1 ? 'one kept jar' : `${open} kept jars`;
    const those = open === 1 ? 'It may be' : 'Some may be';
    warnings.add(
      'CATALOGUE_NOT_ASKED',
      `Modrinth did not answer in time about ${jars}. ${those} for clients alone; if the server stops at one, name it in clientMods.`,
    );
  }
  return warnings.found;
}

/** The number of kept mods that would be excluded if the catalogue called every unknown jar client-only. */
function droppedAtMost(
  mods: ModFile[],
  decisions: readonly ModDecision[],
  { run, facts }: { run: RunConfiguration; facts: Facts | undefined },
): number {
  const unclear = new Set(unclearJars(mods).map(({ sha512 }) => sha512));
  const opposed = mods.map((mod): ModFile => {
    const isOpen = mod.sha512 != null && unclear.has(mod.sha512);
    if (!isOpen || mod.claims?.some(({ reason }) => reason === 'CATALOGUE')) return mod;
    return { ...mod, claims: [...(mod.claims ?? []), { reason: 'CATALOGUE', evidence: '' }] };
  });
  const without = decideMods(opposed, run, facts);
  return decisions.filter(({ kept }, index) => kept && without[index]?.kept === false).length;
}
