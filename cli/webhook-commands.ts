import { type Command, Option } from 'commander';
import type { CommandContext } from './context.ts';
import type { WebhookOptions } from './webhooks.ts';
import { deliveryWords, formatWords, statusWords } from './words.ts';

interface Needs {
  context(): CommandContext;
  /** Reads a number as the service gives them, or a count. */
  number(text: string): number;
}

/** Adds `webhooks ...` below `admin`. */
export function addWebhookCommands(admin: Command, { context, number }: Needs): void {
  const webhooks = admin.command('webhooks').description('have events of the service posted to addresses');
  const described = (command: Command) =>
    command
      .addOption(new Option('--format <format>', 'what is posted').choices(Object.keys(formatWords)))
      .addOption(
        new Option('--status <status...>', 'of which events it is told').choices(Object.keys(statusWords)),
      );
  const idOf = (command: Command) => command.argument('<id>', 'the number of the webhook', number);

  described(webhooks.command('add'))
    .description('register an address, and show the secret that messages are signed with')
    .argument('<url>', 'where to post: https, at a public address')
    .action(async (url: string, options: WebhookOptions) => {
      const { addWebhook } = await import('./webhooks.ts');
      await addWebhook(context(), url, options);
    });

  webhooks
    .command('list')
    .description('list all webhooks, the oldest first')
    .action(async () => {
      const { listWebhooks } = await import('./webhooks.ts');
      await listWebhooks(context());
    });

  described(idOf(webhooks.command('change')))
    .description('change where, what and of which events is posted; what is left out stays')
    .option('--url <url>', 'where to post')
    .option('--enable', 'tell it of events from now on')
    .addOption(new Option('--disable', 'tell it of nothing, and give up what waits').conflicts('enable'))
    .action(async (id: number, options: WebhookOptions & { url?: string; enable?: true; disable?: true }) => {
      const { changeWebhook } = await import('./webhooks.ts');
      await changeWebhook(context(), id, options);
    });

  idOf(webhooks.command('rotate'))
    .description('make a new secret; for a day, the one before signs too')
    .action(async (id: number) => {
      const { rotateSecret } = await import('./webhooks.ts');
      await rotateSecret(context(), id);
    });

  idOf(webhooks.command('test'))
    .description('post a message that says nothing, to try the receiver')
    .action(async (id: number) => {
      const { tryWebhook } = await import('./webhooks.ts');
      await tryWebhook(context(), id);
    });

  idOf(webhooks.command('remove'))
    .description('remove a webhook with its deliveries')
    .action(async (id: number) => {
      const { removeWebhook } = await import('./webhooks.ts');
      await removeWebhook(context(), id);
    });

  webhooks
    .command('deliveries')
    .description('list what was posted and what became of it, newest first')
    .argument('[id]', 'the number of a webhook; all of them unless given', number)
    .option('-n, --first <number>', 'how many at most', number, 20)
    .addOption(new Option('--state <state>', 'only those in this state').choices(Object.keys(deliveryWords)))
    .action(
      async (id: number | undefined, options: { first: number; state?: keyof typeof deliveryWords }) => {
        const { listDeliveries } = await import('./webhooks.ts');
        await listDeliveries(context(), id ?? null, options);
      },
    );

  webhooks
    .command('resend')
    .description('send a delivery that has ended once more')
    .argument('<delivery>', 'the number of the delivery', number)
    .action(async (delivery: number) => {
      const { resendDelivery } = await import('./webhooks.ts');
      await resendDelivery(context(), delivery);
    });
}
