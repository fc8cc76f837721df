import type {
  ApplicationCommandOptionChoiceData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Governed } from '../allowed.ts';
import type { Reply, Visibility } from '../reply.ts';
import type { Services } from '../services.ts';
import type { Form } from '../settings-form.ts';

/** A slash command: what it looks like, who sees its answer, and what it does. */
export type Command = {
  /** Name, description and options as Discord takes them; `described` and `everywhere` give most of it. */
  definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /** The settings of a Discord server that restrict the command: none, its channel, or its channel and role. */
  governed: Governed;
  /** Proposals for the option in focus; none when nothing fits. */
  complete?(
    services: Services,
    interaction: AutocompleteInteraction,
  ): Promise<ApplicationCommandOptionChoiceData[]>;
} & (Answering | Asking);

interface Answering {
  visibility: Visibility;
  /** Whether the command starts work on the gateway, and so counts in the caller's quota. */
  starts: boolean;
  /** Shows the answer in `reply`, which was deferred; what it throws is told to the caller in private. */
  run(services: Services, interaction: ChatInputCommandInteraction, reply: Reply): Promise<void>;
}

interface Asking {
  /** The form that answers the command, within 3 seconds. */
  form(services: Services, interaction: ChatInputCommandInteraction): Promise<Form>;
}
