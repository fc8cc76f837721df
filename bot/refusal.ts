import type { APIButtonComponent } from 'discord.js';
import { en, type Words } from '../texts/bot.ts';

/** Something that the person at Discord should know instead of an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The text in the person's language, as Discord markdown. */
  readonly say: (words: Words) => string;
  /** Buttons below the text, with ways to mend the problem. */
  readonly buttons: (words: Words) => APIButtonComponent[];

  constructor(
    say: (words: Words) => string,
    options: ErrorOptions & { buttons?: (words: Words) => APIButtonComponent[] } = {},
  ) {
    super(say(en), options);
    this.say = say;
    this.buttons = options.buttons ?? (() => []);
  }
}
