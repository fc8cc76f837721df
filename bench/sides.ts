/**
 * Decides about the mods of five real modpacks, given as plain facts, and prints who calls them client-only beside what
 * we do with them; first how often that is right, as far as somebody looked at each mod, and what has become worse than
 * `sides/ratchet.json` has it, for which it fails. `--mods` names those that are dropped though nobody says so, and
 * those that are kept though somebody says so.
 */

import { parseArgs } from 'node:util';
import { confusionTable, judgePack, packNames } from './sides/evaluate.ts';
import { measure, ratchetTable, readHeld, worsened } from './sides/ratchet.ts';

const { values } = parseArgs({ options: { mods: { type: 'boolean' } } });
const packs = packNames.map(judgePack);

const figures = measure();
const worse = worsened(readHeld(), figures);

console.log(ratchetTable(figures));
console.log();
console.log(confusionTable(packs));
for (const sentence of worse) console.error(sentence);
if (worse.length > 0) process.exitCode = 1;
if (values.mods)
  for (const { modloader, gameVersion, mods } of packs)
    for (const { file, witness, decision } of mods)
      if (decision.kept !== (witness === 'nobody'))
        console.log(
          `${modloader} ${gameVersion}: ${file} is ${decision.kept ? 'kept' : 'dropped'} (${witness}): ${decision.evidence}`,
        );
