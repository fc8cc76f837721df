import type {
  ApplicationCommandOptionChoiceData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Governed } from '../allowed.ts';
import type { Reply, Visibility } from '../reply.ts';
import type { Services } from '../services.ts';

/** A slash command: what it looks like, who sees its answer, and what it does. */
export interface Command {
  definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  visibility: Visibility;
  governed: Governed;
  /** A command that starts work counts in the quota. */
  starts: boolean;
  /** Shows the answer in `reply`, which was deferred; what it throws is told to the caller in private. */
  run(services: Services, interaction: ChatInputCommandInteraction, reply: Reply): Promise<void>;
  /** Proposals for the option in focus; none when nothing fits. */
  complete?(
    services: Services,
    interaction: AutocompleteInteraction,
  ): Promise<ApplicationCommandOptionChoiceData[]>;
}
