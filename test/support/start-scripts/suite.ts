import { argumentsSuite } from './arguments.ts';
import { downloadsSuite } from './downloads.ts';
import { installingSuite } from './installing.ts';
import { javaSuite } from './java.ts';
import { memorySuite } from './memory.ts';
import { runningSuite } from './running.ts';
import type { Shell } from './setting.ts';
import { updatingSuite } from './updating.ts';
import { variablesSuite } from './variables.ts';

/** Every promise of `start.sh`, kept in one shell. */
export function startScriptSuite(shell: Shell): void {
  installingSuite(shell);
  downloadsSuite(shell);
  argumentsSuite(shell);
  variablesSuite(shell);
  javaSuite(shell);
  memorySuite(shell);
  runningSuite(shell);
  updatingSuite(shell);
}
