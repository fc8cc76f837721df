import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { type DeliveryRowFragment, graphql, type WebhookRowFragment } from './gql/graphql.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';
import { partOfList, shown, table } from './screen.ts';
import { deliveryWords, formatWords, type StatusWord, statusWords, wordFor } from './words.ts';

graphql(`
  fragment WebhookRow on Webhook {
    id
    databaseId
    url
    format
    statuses
    enabled
    dateCreated: createdAt
  }
`);

graphql(`
  fragment DeliveryRow on WebhookDelivery {
    id
    databaseId
    webhook {
      databaseId
    }
    messageId
    type
    state
    attempts
    lastAttempt: lastAttemptAt
    responseStatus
    failure
    dateCreated: createdAt
  }
`);

const webhooks = graphql(`
  query Webhooks {
    administration {
      webhooks {
        ...WebhookRow
      }
    }
  }
`);

const webhookDeliveries = graphql(`
  query WebhookDeliveries($first: Int!, $filter: WebhookDeliveryFilter!) {
    administration {
      webhookDeliveries(first: $first, filter: $filter) {
        totalCount
        totalCountIsEstimated
        nodes {
          ...DeliveryRow
        }
      }
    }
  }
`);

const webhookDelivery = graphql(`
  query WebhookDelivery($databaseId: Int!) {
    administration {
      webhookDelivery(by: { databaseId: $databaseId }) {
        ...DeliveryRow
      }
    }
  }
`);

const createWebhook = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on WebhookWithSecret {
        secret
        webhook {
          ...WebhookRow
        }
      }
      ... on UserError {
        message
      }
    }
  }
`);

const updateWebhook = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      __typename
      ... on Webhook {
        ...WebhookRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

const rotateWebhookSecret = graphql(`
  mutation RotateWebhookSecret($input: WebhookInput!) {
    rotateWebhookSecret(input: $input) {
      __typename
      ... on WebhookWithSecret {
        secret
        webhook {
          ...WebhookRow
        }
      }
      ... on UserError {
        message
      }
    }
  }
`);

const deleteWebhook = graphql(`
  mutation DeleteWebhook($input: WebhookInput!) {
    deleteWebhook(input: $input) {
      __typename
      ... on UserError {
        message
      }
    }
  }
`);

const testWebhook = graphql(`
  mutation TestWebhook($input: WebhookInput!) {
    testWebhook(input: $input) {
      __typename
      ... on WebhookDelivery {
        ...DeliveryRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

const resendWebhookDelivery = graphql(`
  mutation ResendWebhookDelivery($input: WebhookDeliveryInput!) {
    resendWebhookDelivery(input: $input) {
      __typename
      ... on WebhookDelivery {
        ...DeliveryRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** Options about a webhook; absent ones keep the service's default or the present value. */
export interface WebhookOptions {
  format?: keyof typeof formatWords;
  status?: StatusWord[];
}

function chosen({ format, status }: WebhookOptions) {
  return {
    ...(format && { format: formatWords[format] }),
    ...(status && { statuses: status.map((word) => statusWords[word]) }),
  };
}

/** `admin webhooks add URL`: registers a receiver, and shows its secret this once. */
export async function addWebhook(
  context: CommandContext,
  url: string,
  options: WebhookOptions,
): Promise<void> {
  await using gateway = openGateway(context);
  const input = { url, ...chosen(options) };
  const { createWebhook: result } = await gateway.ask(createWebhook, { input }, context.signal);
  if (result.__typename !== 'WebhookWithSecret') throw refused(result);
  tellSecret(context, result);
}

/** `admin webhooks list`: all of them, the oldest first. */
export async function listWebhooks(context: CommandContext): Promise<void> {
  await using gateway = openGateway(context);
  const all = await allWebhooks(context, gateway);
  const { screen } = context;
  screen.data({ webhooks: all.map(webhookData) });
  if (all.length === 0) return screen.print('There are no webhooks.');
  const rows = all.map(({ databaseId, enabled, format, statuses, url }) => [
    String(databaseId),
    enabled ? 'yes' : 'no',
    wordFor(formatWords, format),
    statuses.map((status) => wordFor(statusWords, status)).join(' '),
    shown(url),
  ]);
  screen.print(...table(['id', 'on', 'format', 'events', 'address'], rows));
}

/** `admin webhooks change ID`: another address, format or choice of events, or on and off. */
export async function changeWebhook(
  context: CommandContext,
  databaseId: number,
  { url, enable, disable, ...options }: WebhookOptions & { url?: string; enable?: true; disable?: true },
): Promise<void> {
  const enabled = enable ? true : disable ? false : undefined;
  const change = {
    ...(url !== undefined && { url }),
    ...chosen(options),
    ...(enabled !== undefined && { enabled }),
  };
  if (Object.keys(change).length === 0) {
    const message = 'Say what is to change: --url, --format, --status, --enable or --disable.';
    throw new CommandFailed(exitCodes.usage, message);
  }
  await using gateway = openGateway(context);
  const webhook = await idOfWebhook(context, gateway, databaseId);
  const input = { webhook, ...change };
  const { updateWebhook: result } = await gateway.ask(updateWebhook, { input }, context.signal);
  if (result.__typename !== 'Webhook') throw refused(result);
  context.screen.data(webhookData(result));
  context.screen.print(sentenceOf(result));
}

/** `admin webhooks rotate ID`: another secret; the one before signs too for a day. */
export async function rotateSecret(context: CommandContext, databaseId: number): Promise<void> {
  await using gateway = openGateway(context);
  const input = { webhook: await idOfWebhook(context, gateway, databaseId) };
  const { rotateWebhookSecret: result } = await gateway.ask(rotateWebhookSecret, { input }, context.signal);
  if (result.__typename !== 'WebhookWithSecret') throw refused(result);
  tellSecret(context, result);
}

/** `admin webhooks remove ID`: the webhook goes, with its deliveries. */
export async function removeWebhook(context: CommandContext, databaseId: number): Promise<void> {
  await using gateway = openGateway(context);
  const input = { webhook: await idOfWebhook(context, gateway, databaseId) };
  const { deleteWebhook: result } = await gateway.ask(deleteWebhook, { input }, context.signal);
  if (result.__typename !== 'Deleted') throw refused(result);
  context.screen.data({ id: databaseId, removed: true });
  context.screen.print(`Webhook ${databaseId} is removed, with its deliveries.`);
}

/** `admin webhooks test ID`: posts a message that says nothing, to try a receiver. */
export async function tryWebhook(context: CommandContext, databaseId: number): Promise<void> {
  await using gateway = openGateway(context);
  const input = { webhook: await idOfWebhook(context, gateway, databaseId) };
  const { testWebhook: result } = await gateway.ask(testWebhook, { input }, context.signal);
  if (result.__typename !== 'WebhookDelivery') throw refused(result);
  tellQueued(context, result);
}

/** `admin webhooks deliveries [ID]`: what was posted and what became of it, the newest first. */
export async function listDeliveries(
  context: CommandContext,
  databaseId: number | null,
  { first, state }: { first: number; state?: keyof typeof deliveryWords },
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  // Tells an unknown webhook from one without deliveries.
  const webhook = databaseId === null ? null : { id: await idOfWebhook(context, gateway, databaseId) };
  const filter = { webhook, ...(state && { state: [deliveryWords[state]] }) };
  const answer = await gateway.ask(webhookDeliveries, { first, filter }, signal);
  const list = forOperators(answer.administration).webhookDeliveries;
  const { nodes, totalCount, totalCountIsEstimated } = list;
  screen.data({ totalCount, totalCountIsEstimated, deliveries: nodes.map(deliveryData) });
  if (nodes.length === 0) return screen.print('There are no deliveries.');
  const rows = nodes.map((delivery) => [
    String(delivery.databaseId),
    String(delivery.webhook?.databaseId ?? '-'),
    wordFor(deliveryWords, delivery.state),
    String(delivery.attempts),
    (delivery.lastAttempt ?? delivery.dateCreated).slice(0, 16),
    shown(delivery.type, 60),
    delivery.failure === null ? '' : `the receiver ${shown(delivery.failure)}`,
  ]);
  screen.print(...table(['id', 'webhook', 'state', 'attempts', 'last', 'message', 'failure'], rows));
  if (totalCount > nodes.length) screen.note(partOfList(nodes.length, list));
}

/** `admin webhooks resend DELIVERY`: sends a delivery that has ended once more. */
export async function resendDelivery(context: CommandContext, databaseId: number): Promise<void> {
  const { signal } = context;
  await using gateway = openGateway(context);
  const found = await gateway.ask(webhookDelivery, { databaseId }, signal);
  const delivery = forOperators(found.administration).webhookDelivery;
  if (delivery === null) {
    const message = `The service has no delivery ${databaseId}; they are kept for a while only.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  const input = { delivery: delivery.id };
  const { resendWebhookDelivery: result } = await gateway.ask(resendWebhookDelivery, { input }, signal);
  if (result.__typename !== 'WebhookDelivery') throw refused(result);
  tellQueued(context, result);
}

async function allWebhooks(
  { signal }: CommandContext,
  gateway: OpenGateway,
): Promise<readonly WebhookRowFragment[]> {
  const { administration } = await gateway.ask(webhooks, {}, signal);
  return forOperators(administration).webhooks;
}

async function idOfWebhook(
  context: CommandContext,
  gateway: OpenGateway,
  databaseId: number,
): Promise<string> {
  const found = (await allWebhooks(context, gateway)).find((one) => one.databaseId === databaseId);
  if (found) return found.id;
  const details = ['server-pack admin webhooks list tells which there are.'];
  throw new CommandFailed(exitCodes.refusedRequest, `The service has no webhook ${databaseId}.`, { details });
}

function tellSecret(
  { screen }: CommandContext,
  { webhook, secret }: { webhook: WebhookRowFragment; secret: string },
): void {
  screen.data({ ...webhookData(webhook), secret });
  const signed =
    webhook.format === 'STANDARD' ? ` Its messages are signed with this secret, shown once: ${secret}` : '';
  screen.print(sentenceOf(webhook) + signed);
}

function sentenceOf({ databaseId, enabled, statuses, url }: WebhookRowFragment): string {
  return `Webhook ${databaseId} ${enabled ? `is told of ${statuses.map((status) => wordFor(statusWords, status)).join(', ')}` : 'is switched off'}: ${shown(url)}`;
}

function tellQueued({ screen }: CommandContext, delivery: DeliveryRowFragment): void {
  screen.data(deliveryData(delivery));
  screen.print(
    `Delivery ${delivery.databaseId} (${shown(delivery.type, 60)}) is queued; server-pack admin webhooks deliveries tells what becomes of it.`,
  );
}

function webhookData({ id: _id, databaseId, ...webhook }: WebhookRowFragment) {
  return { id: databaseId, ...webhook };
}

function deliveryData({ id: _id, databaseId, webhook, ...delivery }: DeliveryRowFragment) {
  return { id: databaseId, webhookId: webhook?.databaseId ?? null, ...delivery };
}

/** Fields for operators, which the service refuses to others with a sentence. */
function forOperators<Fields>(administration: Fields | null): Fields {
  if (administration !== null) return administration;
  throw new CommandFailed(exitCodes.refusedRequest, 'This needs the token of an operator.');
}

/** Why the service does not do it; anything but a failure of its schema has a sentence. */
function refused(result: { __typename: string; message?: string }): CommandFailed {
  return new CommandFailed(exitCodes.refusedRequest, shown(result.message ?? result.__typename));
}
