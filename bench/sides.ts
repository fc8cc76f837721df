/**
 * Decides about the mods of five real modpacks, given as plain facts, and prints how often that is right for the mods
 * whose side is known, and our decisions beside the sources that call a mod client-only. Fails when a figure has become
 * worse than in `sides/ratchet.json`.
 */
import { confusionTable, judgePack, packNames } from './sides/evaluate.ts';
import { measure, ratchetTable, readHeld, worsened } from './sides/ratchet.ts';

const figures = measure();
const worse = worsened(readHeld(), figures);
console.log(ratchetTable(figures));
console.log();
console.log(confusionTable(packNames.map(judgePack)));
for (const sentence of worse) console.error(sentence);
if (worse.length > 0) process.exitCode = 1;
