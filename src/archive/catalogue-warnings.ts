import type { WarningCode } from './problem-codes.ts';
import { createProblemList } from './problem-list.ts';
import type { Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** Warns that the catalogue was not asked about some jars, where the run would have heeded it. */
export function catalogueWarnings(unasked: number, run: Pick<RunConfiguration, 'automaticSides'>): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  if (unasked > 0 && run.automaticSides) {
    const jars = unasked === 1 ? 'one jar that does' : `${unasked} jars that do`;
    warnings.add(
      'CATALOGUE_NOT_ASKED',
      `Modrinth, which did not answer in time, was not asked about ${jars} not say whether servers support them. Mods for clients alone may have been kept; if the server stops at one, name it in clientMods.`,
    );
  }
  return warnings.found;
}
