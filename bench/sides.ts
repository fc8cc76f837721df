/**
 * Decides about the mods of five real modpacks, given as plain facts, and prints who calls them client-only beside what
 * we do with them. `--mods` names those that are dropped though nobody says so, and those that are kept though somebody
 * says so.
 */

import { parseArgs } from 'node:util';
import { confusionTable, judgePack, packNames } from './sides/evaluate.ts';

const { values } = parseArgs({ options: { mods: { type: 'boolean' } } });
const packs = packNames.map(judgePack);

console.log(confusionTable(packs));
if (values.mods)
  for (const { modloader, gameVersion, mods } of packs)
    for (const { file, witness, decision } of mods)
      if (decision.kept !== (witness === 'nobody'))
        console.log(
          `${modloader} ${gameVersion}: ${file} is ${decision.kept ? 'kept' : 'dropped'} (${witness}): ${decision.evidence}`,
        );
