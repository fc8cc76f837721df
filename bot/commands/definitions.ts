import type { Command } from './command.ts';
import { withoutBoot } from './generate.ts';
import { commands } from './index.ts';

/** What is registered at Discord: without what the gateway does not do. */
export function commandDefinitions({ boots }: { boots: boolean }): Command['definition'][] {
  return commands.map(({ definition }) => (boots ? definition : withoutBoot(definition)));
}
