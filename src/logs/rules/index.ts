import type { LogRule } from '../log-rule.ts';
import { brokenFiles } from './broken-files.ts';
import { clientOnly } from './client-only.ts';
import { duplicates } from './duplicates.ts';
import { failedMod } from './failed-mod.ts';
import { java } from './java.ts';
import { memory } from './memory.ts';
import { missingCode } from './missing-code.ts';
import { missingMods } from './missing-mods.ts';
import { mixins } from './mixins.ts';
import { surroundings } from './surroundings.ts';
import { watchdog } from './watchdog.ts';
import { wrongLoader } from './wrong-loader.ts';

/** All rules; each is tried on every line that contains one of its texts. */
export const logRules: readonly LogRule[] = [
  surroundings,
  java,
  brokenFiles,
  duplicates,
  missingMods,
  wrongLoader,
  clientOnly,
  mixins,
  missingCode,
  memory,
  watchdog,
  failedMod,
];
