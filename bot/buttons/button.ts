import type { ButtonInteraction } from 'discord.js';
import type { Reply } from '../reply.ts';
import type { Services } from '../services.ts';

/** A kind of button; what one does stands in its custom id alone, so that it works after a restart of the bot. */
export interface Button {
  owns(customId: string): boolean;
  /** Called with a private reply; what it throws is told to whoever clicked. */
  run(services: Services, interaction: ButtonInteraction, reply: Reply): Promise<void>;
}
