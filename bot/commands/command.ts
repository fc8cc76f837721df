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
  /** Name, description and options as Discord takes them; `described` and `everywhere` give most of it. */
  definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  visibility: Visibility;
  /** The settings of a Discord server that restrict the command: none, its channel, or its channel and role. */
  governed: Governed;
  /** Whether the command starts work on the gateway, and so counts in the caller's quota. */
  starts: boolean;
  /** Shows the answer in `reply`, which was deferred; what it throws is told to the caller in private. */
  run(services: Services, interaction: ChatInputCommandInteraction, reply: Reply): Promise<void>;
  /** Proposals for the option in focus; none when nothing fits. */
  complete?(
    services: Services,
    interaction: AutocompleteInteraction,
  ): Promise<ApplicationCommandOptionChoiceData[]>;
}
