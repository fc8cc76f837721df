import { type ApplicationCommandOptionChoiceData, ApplicationCommandOptionType } from 'discord.js';
import { plain } from '../../texts/text.ts';
import { described } from '../command-names.ts';
import {
  graphql,
  type ModPackChoiceFragment,
  type OwnModPacksQuery,
  type RunConfigurationLineFragment,
  type ServerPackChoiceFragment,
} from '../gql/graphql.ts';
import { modloaderNames } from '../modloaders.ts';
import type { Services } from '../services.ts';
import '../format/cards.ts';

graphql(`
  fragment ModPackChoice on ModPack {
    databaseId
    title
  }
`);
graphql(`
  fragment ServerPackChoice on ServerPack {
    databaseId
    modPack {
      databaseId
      title
    }
    run {
      configuration {
        ...RunConfigurationLine
      }
    }
  }
`);

const modPacksLike = graphql(`
  query ModPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {
    modPack(by: { databaseId: $number }) @include(if: $isNumber) {
      ...ModPackChoice
    }
    modPacks(filter: { nameContains: $name }, first: $first) {
      nodes {
        ...ModPackChoice
      }
    }
  }
`);

const serverPacksLike = graphql(`
  query ServerPacksLike($number: Int!, $isNumber: Boolean!, $name: String!, $first: Int!) {
    serverPack(by: { databaseId: $number }) @include(if: $isNumber) {
      ...ServerPackChoice
    }
    serverPacks(filter: { nameContains: $name }, first: $first) {
      nodes {
        ...ServerPackChoice
      }
    }
  }
`);

const ownModPacks = graphql(`
  query OwnModPacks($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ModPack {
        ...ModPackChoice
        serverPacks(last: 5) {
          nodes {
            ...ServerPackChoice
          }
        }
      }
    }
  }
`);

type Choice = ApplicationCommandOptionChoiceData<number>;

/** Discord shows at most so many choices, with names of at most so many characters. */
const most = 25;
const longestName = 100;

/** The numbers that the gateway gives things, as an option's limits. */
export const numberRange = { min_value: 1, max_value: 2 ** 31 - 1 };

/** A required modpack. */
export const modPackOption = {
  type: ApplicationCommandOptionType.Integer,
  ...described('modPack'),
  ...numberRange,
  required: true,
  autocomplete: true,
} as const;

/** The text in the focused option, with the place where it is typed. */
export interface Typed {
  /** Null outside of servers. */
  guildId: string | null;
  text: string;
}

type Needs = Pick<Services, 'gateway' | 'store' | 'stopping' | 'proposalsMs'>;

/** Modpacks whose number, title or file name fits what was typed, newest first; the number comes before all names. */
export async function modPackChoices(needs: Needs, typed: Typed): Promise<Choice[]> {
  const found = await modPacksFitting(needs, typed);
  return choices(found.map(({ databaseId, title }) => ({ value: databaseId, label: title })));
}

async function modPacksFitting(needs: Needs, typed: Typed): Promise<ModPackChoiceFragment[]> {
  const { gateway, store, stopping, proposalsMs } = needs;
  if (isOwnOnly(needs, typed)) return (await ownFitting(needs, typed)).map(({ modPack }) => modPack);
  const variables = { ...asked(typed.text), first: pageFor(store) };
  const { modPack, modPacks } = await gateway.ask(modPacksLike, variables, stopping, proposalsMs);
  const found = [...(modPack == null ? [] : [modPack]), ...modPacks.nodes];
  return found.filter(({ databaseId }) => store.maySee(typed.guildId, databaseId));
}

/** Server packs whose number, or whose modpack's name, fits what was typed. */
export async function serverPackChoices(needs: Needs, typed: Typed): Promise<Choice[]> {
  const found = await serverPacksFitting(needs, typed);
  return choices(
    found.map(({ databaseId, modPack, run }) => ({
      value: databaseId,
      label: `${plain(modPack.title, 40)}, ${built(run.configuration)}`,
    })),
  );
}

async function serverPacksFitting(needs: Needs, typed: Typed): Promise<ServerPackChoiceFragment[]> {
  const { gateway, store, stopping, proposalsMs } = needs;
  if (isOwnOnly(needs, typed))
    return (await ownFitting(needs, typed)).flatMap(({ serverPacks }) => serverPacks.toReversed());
  const variables = { ...asked(typed.text), first: pageFor(store) };
  const { serverPack, serverPacks } = await gateway.ask(serverPacksLike, variables, stopping, proposalsMs);
  const found = [...(serverPack == null ? [] : [serverPack]), ...serverPacks.nodes];
  return found.filter(({ modPack }) => store.maySee(typed.guildId, modPack.databaseId));
}

function isOwnOnly({ store }: Needs, { guildId }: Typed): boolean {
  return store.settingsOf(guildId).ownPacksOnly;
}

/** Hidden packs are removed from the gateway's answer, so a larger page is requested. */
function pageFor({ hidesAny }: Pick<Services['store'], 'hidesAny'>): number {
  return hidesAny ? 100 : most;
}

/** The packs that came from this server and fit, as far as the gateway still has them. */
async function ownFitting(
  { gateway, store, stopping, proposalsMs }: Needs,
  { guildId, text }: Typed,
): Promise<{ modPack: ModPackChoiceFragment; serverPacks: ServerPackChoiceFragment[] }[]> {
  if (guildId === null) return [];
  const { name, number, isNumber } = asked(text);
  const ids = store
    .packsOf(guildId)
    .filter(
      (pack) =>
        (isNumber && pack.databaseId === number) || pack.name.toLowerCase().includes(name.toLowerCase()),
    )
    .slice(0, most)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const { nodes } = await gateway.ask(ownModPacks, { ids }, stopping, proposalsMs);
  return nodes.flatMap((node) => {
    if (node === null || !isModPack(node)) return [];
    return [{ modPack: node, serverPacks: node.serverPacks.nodes }];
  });
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

/** Discord sends a number that is being typed as text; queries want it as a number. */
function asked(text: string): { name: string; number: number; isNumber: boolean } {
  const name = plain(text, longestName);
  const number = Number(/^#?(\d{1,10})$/.exec(name)?.[1]);
  const isNumber = number >= numberRange.min_value && number <= numberRange.max_value;
  return { name, number: isNumber ? number : 0, isNumber };
}

type OwnNode = NonNullable<OwnModPacksQuery['nodes'][number]>;

/** A deleted modpack has a node of another type, and so no proposals. */
function isModPack(node: OwnNode): node is Extract<OwnNode, ModPackChoiceFragment> {
  return 'databaseId' in node;
}
