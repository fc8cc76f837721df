import type { ButtonInteraction } from 'discord.js';
import type { Reply } from '../reply.ts';
import type { Services } from '../services.ts';
import type { Form } from '../settings-form.ts';

/** A kind of button; what one does stands in its id alone, so that it works after a restart of the bot. */
export type Button = {
  /** The first word of its id. */
  kind: string;
  /** A button that starts work needs the role to upload, and counts in the quota. */
  starts: boolean;
} & (Answering | Asking);

interface Answering {
  /** 'update' changes the message that the button is on; the others send a new one. */
  answer: 'private' | 'public' | 'update';
  /** Called with the further words of its id. People are told of the errors that it throws. */
  run(services: Services, interaction: ButtonInteraction, reply: Reply, values: string[]): Promise<void>;
}

interface Asking {
  /** The form that answers a click, within 3 seconds. */
  form(services: Services, interaction: ButtonInteraction, values: string[]): Promise<Form>;
}
