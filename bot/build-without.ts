import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../texts/bot.ts';
import { plain } from '../texts/text.ts';
import { startButton } from './buttons/ids.ts';
import { type BuiltFromFragment, graphql } from './gql/graphql.ts';
import { sameOverrides } from './same-overrides.ts';
import type { Services } from './services.ts';

graphql(`
  fragment BuiltFrom on ServerPack {
    modPack {
      databaseId
    }
    run {
      configuration {
        ...WholeRun
      }
    }
  }
`);

/** A button that builds without these jars; none where a list of mods to keep has one of them. */
export function buildWithout(
  { remembered }: Pick<Services, 'remembered'>,
  { modPack, run }: BuiltFromFragment,
  { jars, words }: { jars: readonly string[]; words: Words },
): APIButtonComponent[] {
  const names = jars.map((jar) => jar.slice(jar.lastIndexOf('/') + 1));
  const isWanted = (name: string) =>
    run.configuration.whitelistedMods.some((prefix) => name.startsWith(prefix));
  if (names.length === 0 || names.some(isWanted)) return [];
  const clientMods = [...run.configuration.clientMods, ...names];
  const id = remembered.keep({
    source: { modPack: modPack.databaseId },
    runConfiguration: { ...sameOverrides(run.configuration), clientMods },
  });
  return [startButton(id, words.buttons.buildWithout(plain(names.join(', '), 40)))];
}
