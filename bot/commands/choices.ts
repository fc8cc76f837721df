import type { ApplicationCommandOptionChoiceData } from 'discord.js';
import { plain } from '../format/text.ts';
import type { Gateway } from '../gateway.ts';
import { graphql } from '../gql/gql.ts';
import type { RunConfigurationLineFragment } from '../gql/graphql.ts';
import { modloaderNames } from '../modloaders.ts';

graphql(`
  fragment ModPackChoice on ModPack {
    databaseId
    name
  }
`);
graphql(`
  fragment ServerPackChoice on ServerPack {
    databaseId
    modPack {
      name
    }
    runConfiguration {
      ...RunConfigurationLine
    }
  }
`);

const modPacksLike = graphql(`
  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {
    modPack(databaseId: $number) @include(if: $isNumber) {
      ...ModPackChoice
    }
    modPacks(filter: { nameContains: $name }, first: 25) {
      nodes {
        ...ModPackChoice
      }
    }
  }
`);

const serverPacksLike = graphql(`
  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!) {
    serverPack(databaseId: $number) @include(if: $isNumber) {
      ...ServerPackChoice
    }
    serverPacks(filter: { nameContains: $name }, first: 25) {
      nodes {
        ...ServerPackChoice
      }
    }
  }
`);

const serverPacksOf = graphql(`
  query ServerPacksOf($modPack: Int!) {
    serverPacks(filter: { modPackDatabaseId: $modPack }, first: 100) {
      nodes {
        runConfiguration {
          ...RunConfigurationLine
        }
      }
    }
  }
`);

type Choice = ApplicationCommandOptionChoiceData<number>;

/** Discord shows at most so many choices, with names of at most so many characters. */
const most = 25;
const longestName = 100;

/** In milliseconds; Discord takes no proposals after 3 seconds. */
const patience = 2000;

/** The numbers that the gateway gives things, as an option's limits. */
export const numberRange = { min_value: 1, max_value: 2 ** 31 - 1 };

/** Modpacks whose number or name fits what was typed, newest first; the number comes before all names. */
export async function modPackChoices(
  gateway: Gateway,
  text: string,
  stopping: AbortSignal,
): Promise<Choice[]> {
  const { modPack, modPacks } = await gateway.ask(modPacksLike, asked(text), soon(stopping));
  const found = [...(modPack == null ? [] : [modPack]), ...modPacks.nodes];
  return choices(found.map(({ databaseId, name }) => ({ value: databaseId, label: name })));
}

/** Server packs whose number, or whose modpack's name, fits what was typed. */
export async function serverPackChoices(
  gateway: Gateway,
  text: string,
  stopping: AbortSignal,
): Promise<Choice[]> {
  const { serverPack, serverPacks } = await gateway.ask(serverPacksLike, asked(text), soon(stopping));
  const found = [...(serverPack == null ? [] : [serverPack]), ...serverPacks.nodes];
  return choices(
    found.map(({ databaseId, modPack, runConfiguration }) => ({
      value: databaseId,
      label: `${plain(modPack.name, 40)}, ${built(runConfiguration)}`,
    })),
  );
}

/** The run configurations that a modpack has server packs for; none before the modpack is chosen. */
export async function runConfigurationChoices(
  gateway: Gateway,
  text: string,
  modPack: number | null,
  stopping: AbortSignal,
): Promise<Choice[]> {
  if (modPack === null) return [];
  const { serverPacks } = await gateway.ask(serverPacksOf, { modPack }, soon(stopping));
  const wanted = plain(text, longestName).toLowerCase();
  const found = serverPacks.nodes.map(({ runConfiguration }) => ({
    value: runConfiguration.databaseId,
    label: built(runConfiguration),
  }));
  return choices(found.filter(({ value, label }) => `#${value} ${label}`.toLowerCase().includes(wanted)));
}

function built({ gameVersion, modloader, modloaderVersion }: RunConfigurationLineFragment): string {
  return `${modloaderNames[modloader]} ${plain(modloaderVersion, 20)}, Minecraft ${plain(gameVersion, 20)}`;
}

function choices(found: { value: number; label: string }[]): Choice[] {
  const once = new Map(found.map(({ value, label }) => [value, label]));
  return Array.from(once, ([value, label]) => ({
    value,
    name: plain(`#${value} ${label}`, longestName),
  })).slice(0, most);
}

/** What was typed as the queries want it; whole numbers that are being typed arrive as text. */
function asked(text: string): { name: string; number: number; isNumber: boolean } {
  const name = plain(text, longestName);
  const number = Number(/^#?(\d{1,10})$/.exec(name)?.[1]);
  const isNumber = number >= numberRange.min_value && number <= numberRange.max_value;
  return { name, number: isNumber ? number : 0, isNumber };
}

function soon(stopping: AbortSignal): AbortSignal {
  return AbortSignal.any([stopping, AbortSignal.timeout(patience)]);
}
