import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import type { Modloader } from '../../client/gql/schema.ts';
import { wordsFor } from '../../texts/bot.ts';
import { plain } from '../../texts/text.ts';
import { graphql } from '../gql/graphql.ts';
import { isModloader } from '../modloaders.ts';
import type { Services } from '../services.ts';

const versionsToPropose = graphql(`
  query VersionsToPropose(
    $modPack: Int!
    $hasModPack: Boolean!
    $modloader: Modloader!
    $hasModloader: Boolean!
    $gameVersion: String
  ) {
    modPack(by: { databaseId: $modPack }) @include(if: $hasModPack) {
      manifest {
        gameVersion
        modloader
        modloaderVersion
      }
    }
    gameVersions
    listedVersions(modloader: $modloader, gameVersion: $gameVersion) @include(if: $hasModloader) {
      gameVersions
      modloaderVersions
    }
  }
`);

const versionOptionNames = ['game-version', 'modloader-version'] as const;
type VersionOption = (typeof versionOptionNames)[number];

export function isVersionOption(name: string): name is VersionOption {
  return versionOptionNames.some((one) => one === name);
}

/** Discord shows at most so many choices. */
const most = 25;

/**
 * Versions that fit what was typed: first what the chosen modpack says itself, then the newest of the public lists, as
 * far as these can be reached, and the game versions that were asked for before.
 */
export async function versionChoices(
  { gateway, store, stopping, proposalsMs }: Services,
  { guildId, locale, options }: AutocompleteInteraction,
  name: VersionOption,
): Promise<ApplicationCommandOptionChoiceData<string>[]> {
  const modPack = options.getInteger('modpack') ?? 0;
  const hasModPack = modPack > 0 && store.maySee(guildId, modPack);
  const chosen = chosenModloader(options.getString('modloader'));
  const gameVersion = name === 'game-version' ? null : options.getString('game-version');
  const ask = (modloader: Modloader | null, version: string | null) =>
    gateway.ask(
      versionsToPropose,
      {
        modPack,
        hasModPack,
        modloader: modloader ?? 'FORGE',
        hasModloader: modloader !== null,
        gameVersion: version,
      },
      stopping,
      proposalsMs,
    );
  let found = await ask(chosen, gameVersion);
  const says = found.modPack?.manifest ?? null;
  // The modloader or the version of the game may be left out, since the pack says it.
  const said = says?.modloader ?? null;
  if (chosen === null && said !== null) found = await ask(said, gameVersion ?? says?.gameVersion ?? null);
  const own =
    name === 'game-version'
      ? says?.gameVersion
      : chosen === null || chosen === said
        ? says?.modloaderVersion
        : null;
  const listed = found.listedVersions;
  const versions =
    name === 'game-version'
      ? [...(listed?.gameVersions ?? []), ...found.gameVersions]
      : (listed?.modloaderVersions ?? []);
  const typed = plain(options.getFocused(), 40).toLowerCase();
  const fits = (version: string) => version.toLowerCase().includes(typed) && version.length <= 100;
  const { packSays } = wordsFor(locale);
  const first = own && fits(own) ? [{ name: plain(packSays(own), 100), value: own }] : [];
  const others = [...new Set(versions)].filter((version) => version !== own && fits(version));
  return [...first, ...others.map((version) => ({ name: version, value: version }))].slice(0, most);
}

function chosenModloader(word: string | null): Modloader | null {
  return word !== null && isModloader(word) ? word : null;
}

/** Proposals for a command that has proposals for versions alone. */
export async function completeVersions(
  services: Services,
  interaction: AutocompleteInteraction,
): Promise<ApplicationCommandOptionChoiceData<string>[]> {
  const { name } = interaction.options.getFocused(true);
  return isVersionOption(name) ? versionChoices(services, interaction, name) : [];
}
