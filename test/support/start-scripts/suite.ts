import { argumentsSuite } from './arguments.ts';
import { downloadsSuite } from './downloads.ts';
import { type Installation, installations } from './installations.ts';
import { installingSuite } from './installing.ts';
import { javaSuite } from './java.ts';
import { memorySuite } from './memory.ts';
import { runningSuite } from './running.ts';
import type { Shell } from './setting.ts';
import { updatingSuite } from './updating.ts';
import { variablesSuite } from './variables.ts';

/** One installation of each modloader. */
const oneOfEach = [...new Map(installations.map((one) => [one.modloader, one])).values()];

/** Every promise of `start.sh`, kept in one shell; Debian's sh, the strictest, installs all that there is. */
export function startScriptSuite(shell: Shell): void {
  shellSuite(shell, shell[0] === 'sh' ? installations : oneOfEach);
  downloadsSuite(shell);
  javaSuite(shell);
  memorySuite(shell);
}

/** What a shell has a say in: words and quotes, names of files, signals, and what goes through all of the script. */
export function shellSuite(shell: Shell, installations: readonly Installation[] = oneOfEach): void {
  installingSuite(shell, installations);
  argumentsSuite(shell);
  variablesSuite(shell);
  runningSuite(shell);
  updatingSuite(shell);
}
