import type { ButtonInteraction } from 'discord.js';
import type { Reply } from '../reply.ts';
import type { Services } from '../services.ts';

/** A kind of button; what one does stands in its id alone, so that it works after a restart of the bot. */
export interface Button {
  /** The first word of its id. */
  kind: string;
  /** How a click is answered: by a new message, or by a change of the message that the button is on. */
  answer: 'private' | 'public' | 'update';
  /** Whether it starts work: then it is for those who may upload, and counts as what they have under way. */
  starts: boolean;
  /** Called with the further words of its id; what it throws is told to whoever clicked. */
  run(services: Services, interaction: ButtonInteraction, reply: Reply, values: string[]): Promise<void>;
}
