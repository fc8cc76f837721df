import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  type ModalSubmitFields,
  TextInputStyle,
} from 'discord.js';
import type { Modloader, RunConfigurationInput } from '../client/gql/schema.ts';
import type { Words } from '../texts/bot.ts';
import { escaped } from '../texts/text.ts';
import { graphql } from './gql/graphql.ts';
import { modloaderNames } from './modloaders.ts';
import { Refusal } from './refusal.ts';
import type { Asked } from './remembered.ts';
import { sameOverrides } from './same-overrides.ts';
import type { Services } from './services.ts';

/** What a form leads to: a build, or a look at what that would drop. */
export type Goal = 'build' | 'preview';

/** A request whose settings somebody is to look at and change. */
export interface Form {
  asked: Asked;
  goal: Goal;
}

const lastRun = graphql(`
  query LastRun($modPack: Int!) {
    modPack(by: { databaseId: $modPack }) {
      startArgs
      runs(last: 1) {
        nodes {
          configuration {
            ...WholeRun
          }
        }
      }
    }
  }
`);

/** A modpack that the gateway has, with the settings of its last run. Throws a `Refusal` for an unknown one. */
export async function askedAgain(
  { gateway, store, stopping, proposalsMs }: Services,
  modPack: number,
  guildId: string | null,
): Promise<Asked> {
  const found = await gateway.ask(lastRun, { modPack }, stopping, proposalsMs);
  if (found.modPack === null || !store.maySee(guildId, modPack))
    throw new Refusal(({ refused }) => refused.noModPack(modPack));
  const last = found.modPack.runs.nodes[0]?.configuration;
  return {
    source: { modPack },
    runConfiguration: last ? sameOverrides(last) : {},
    authorsArgs: found.modPack.startArgs,
  };
}

/** In characters; Discord takes no more in a field. */
const longest = 4000;
/** In characters; Discord takes no longer description of a field. */
const longestHint = 100;

/** The settings in a form, filled with those of a request. A list that is too long for a field stays as it is. */
export function settingsForm(
  { asked, goal }: Form,
  { remembered }: Pick<Services, 'remembered'>,
  { changes: { setting }, form }: Words,
): APIModalInteractionResponseCallbackData {
  const { gameVersion, modloader, modloaderVersion, clientMods, whitelistedMods, startArgs } =
    asked.runConfiguration;
  const loader = [modloader ? modloaderNames[modloader] : '', modloaderVersion ?? ''].join(' ').trim();
  const { authorsArgs = [] } = asked;
  const ofAuthor = authorsArgs.every((argument) => startArgs?.includes(argument))
    ? form.startArgs
    : form.authorsStart(authorsArgs.join(' '));
  const hint = ofAuthor.length <= longestHint ? ofAuthor : `${ofAuthor.slice(0, longestHint - 1)}…`;
  const fields = [
    field('gameVersion', setting.gameVersion, gameVersion ?? '', form.gameVersion),
    field('modloader', setting.modloader, loader, form.modloader),
    field('clientMods', setting.clientMods, (clientMods ?? []).join(', '), form.mods),
    field('whitelistedMods', setting.whitelistedMods, (whitelistedMods ?? []).join(', '), form.mods),
    field('startArgs', setting.startArgs, (startArgs ?? []).join(' '), hint),
  ];
  return {
    custom_id: `settings:${goal}:${remembered.keep(asked)}`,
    title: form.title,
    components: fields.flat(),
  };
}

function field(
  id: keyof RunConfigurationInput,
  label: string,
  value: string,
  hint: string,
): APILabelComponent[] {
  if (value.length > longest) return [];
  const isList = id === 'clientMods' || id === 'whitelistedMods';
  const component = {
    type: ComponentType.TextInput as const,
    custom_id: id,
    style: isList ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required: false,
    max_length: longest,
    ...(value === '' ? {} : { value }),
  };
  return [{ type: ComponentType.Label, label, description: hint, component }];
}

/** The request with what somebody wrote into its form. Throws a `Refusal` for an unknown modloader. */
export function filledIn(
  asked: Asked,
  fields: Pick<ModalSubmitFields, 'fields' | 'getTextInputValue'>,
): Asked {
  const read = (id: keyof RunConfigurationInput) =>
    fields.fields.has(id) ? fields.getTextInputValue(id) : null;
  const { runConfiguration: before } = asked;
  const mods = (id: 'clientMods' | 'whitelistedMods') => entries(read(id)) ?? before[id] ?? [];
  const startArgs = read('startArgs');
  return {
    ...asked,
    runConfiguration: {
      ...before,
      gameVersion: read('gameVersion')?.trim() || null,
      ...loaderIn(read('modloader') ?? ''),
      clientMods: mods('clientMods'),
      whitelistedMods: mods('whitelistedMods'),
      startArgs: startArgs === null ? (before.startArgs ?? []) : (startArgs.match(/\S+/g) ?? []),
    },
  };
}

/** `Fabric 0.15.6`, or one of both; the pack says what is left out. */
function loaderIn(text: string): { modloader: Modloader | null; modloaderVersion: string | null } {
  const words = text.trim().split(/\s+/);
  const [first = ''] = words;
  const named = loaders.find((one) => modloaderNames[one].toLowerCase() === first.toLowerCase()) ?? null;
  const isVersion = /^\d/.test(first);
  if (named === null && first !== '' && !isVersion)
    throw new Refusal(({ form }) =>
      form.unknownModloader(escaped(first, 40), Object.values(modloaderNames).join(', ')),
    );
  const version = words.slice(named === null ? 0 : 1).join(' ');
  return { modloader: named, modloaderVersion: version === '' ? null : version };
}

const loaders = ['FORGE', 'NEOFORGE', 'FABRIC', 'QUILT', 'LEGACYFABRIC'] as const satisfies Modloader[];

/** Splits at commas and line ends and drops white space in front; empty entries do not count. */
function entries(text: string | null): string[] | null {
  if (text === null) return null;
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== '');
}
