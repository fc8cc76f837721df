import type { Command } from './command.ts';
import { withoutBoot } from './generate.ts';
import { commands } from './index.ts';

/** The commands to register at Discord, without options for features that the gateway has switched off. */
export function commandDefinitions({ boots }: { boots: boolean }): Command['definition'][] {
  return commands.map(({ definition }) => (boots ? definition : withoutBoot(definition)));
}
