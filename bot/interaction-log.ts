import { Refusal } from './refusal.ts';
import type { Answerable } from './reply.ts';
import type { Services } from './services.ts';

/**
 * Logs one line after an interaction: the user, the command, the place, the duration and the outcome. `work` returns
 * the failure, or null. Text that users typed is not logged.
 */
export async function logged(
  { log, stopping, metrics, tracing }: Pick<Services, 'log' | 'stopping' | 'metrics' | 'tracing'>,
  interaction: Answerable,
  work: () => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  const what = whatOf(interaction);
  const failure = await work();
  const outcome = outcomeOf(failure, stopping.aborted);
  const ms = Math.round(performance.now() - begun);
  metrics.answered(what, outcome, ms / 1000);
  tracing.ended(outcome, failure);
  const { user, guildId, channelId, locale } = interaction;
  log.info({ what, outcome, user: user.id, server: guildId, channel: channelId, locale, ms }, 'Answered');
}

/** `/upload`, `button vote`, or `form settings`. */
export function whatOf(interaction: Answerable): string {
  if (interaction.isChatInputCommand()) return `/${interaction.commandName}`;
  const kind = /^[a-z-]{1,20}/.exec(interaction.customId)?.[0] ?? '';
  return `${interaction.isButton() ? 'button' : 'form'} ${kind}`;
}

function outcomeOf(failure: unknown, stopping: boolean): 'done' | 'refused' | 'failed' | 'left' {
  if (stopping) return 'left';
  if (failure === null) return 'done';
  return failure instanceof Refusal ? 'refused' : 'failed';
}
