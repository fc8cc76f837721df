import type { APIButtonComponent } from 'discord.js';
import { en, type Words } from './words/index.ts';

/** Something that the person at Discord should know instead of an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The text in somebody's language: Discord markdown, ready to send. */
  readonly say: (words: Words) => string;
  /** What can be done about it, as buttons below the text. */
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
