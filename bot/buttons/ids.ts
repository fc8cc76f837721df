import { type APIButtonComponent, ButtonStyle } from 'discord.js';
import type { Vote } from '../../client/gql/schema.ts';
import { type Words, wordsFor } from '../../texts/bot.ts';
import { button } from '../message.ts';

/**
 * The id alone says what a button does, in words between colons, so buttons work after a restart. On public messages
 * the last word is the message's language.
 */
export interface ButtonId {
  kind: string;
  values: string[];
}

/** An id in its parts. */
export function parseButtonId(customId: string): ButtonId {
  const [kind = '', ...values] = customId.split(':');
  return { kind, values };
}

/** A number of the gateway's, as an id has it; null for anything else. */
export function numberIn(value: string | undefined): number | null {
  return value !== undefined && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}

/** The words of the language that an id names. */
export function wordsIn(value: string | undefined): Words {
  return wordsFor(value ?? '');
}

export function voteButton(serverPack: number, vote: Vote, words: Words): APIButtonComponent {
  const { works, doesNotWork } = words.buttons;
  const id = `vote:${serverPack}:${vote.toLowerCase()}:${words.language}`;
  return vote === 'UP' ? button(id, works, ButtonStyle.Success) : button(id, doesNotWork, ButtonStyle.Danger);
}

/** Has a bot follow a run that none follows. */
export function refreshButton(
  { modPack, runConfiguration }: { modPack: number; runConfiguration: number },
  words: Words,
): APIButtonComponent {
  return button(`follow:${modPack}:${runConfiguration}:${words.language}`, words.buttons.refresh);
}

/** Has a bot wait for an upload by a link that none waits for. */
export function waitButton(ticket: string, words: Words): APIButtonComponent {
  return button(`wait:${ticket}:${words.language}`, words.buttons.refresh);
}

/** Deletes a modpack, for whoever sent it. */
export function deletePackButton(modPack: number, words: Words): APIButtonComponent {
  return button(`delete:${modPack}:${words.language}`, words.buttons.delete, ButtonStyle.Danger);
}

/** Builds once more what failed. */
export function againButton(
  { modPack, runConfiguration }: { modPack: number; runConfiguration: number },
  words: Words,
): APIButtonComponent {
  return button(`again:${modPack}:${runConfiguration}`, words.buttons.again, ButtonStyle.Primary);
}

/** Shows which mods a server pack lacks. */
export function droppedButton(serverPack: number, words: Words): APIButtonComponent {
  return button(`dropped:${serverPack}`, words.buttons.dropped);
}

/** Shows the files that put a server pack on a host. */
export function hostsButton(serverPack: number, words: Words): APIButtonComponent {
  return button(`hosts:${serverPack}`, words.buttons.hosts);
}

/** Ends what a channel is told of a line, whose name has 64 characters at most and no colon. */
export function unfollowButton(line: string, words: Words): APIButtonComponent {
  return button(`unfollow:${line}:${words.language}`, words.buttons.unfollow(line));
}

/** Starts a remembered request. */
export function startButton(remembered: string, label: string): APIButtonComponent {
  return button(`build:${remembered}`, label, ButtonStyle.Primary);
}

/** Opens the form with the settings of a remembered request. */
export function settingsButton({ goal, id }: { goal: string; id: string }, words: Words): APIButtonComponent {
  return button(`settings:${goal}:${id}`, words.buttons.settings);
}

/** Opens it with the settings of a modpack's last run. */
export function changeButton(modPack: number, words: Words): APIButtonComponent {
  return button(`change:${modPack}`, words.buttons.settings);
}

/** Has the gateway try whether a server pack starts. */
export function bootButton(
  { modPack, runConfiguration }: { modPack: number; runConfiguration: number },
  words: Words,
): APIButtonComponent {
  return button(`boot:${modPack}:${runConfiguration}:${words.language}`, words.buttons.boot);
}
