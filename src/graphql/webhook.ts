import type { DeliveryState, webhookFormats } from '../../drizzle/schema.ts';
import {
  countDeliveries,
  type Delivery,
  findDeliveries,
  listDeliveries,
  messageIdOf,
  resendDelivery,
  sendTest,
} from '../webhooks/deliveries.ts';
import { findWebhookHealths, mostJudged } from '../webhooks/webhook-health.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhooks,
  listNewestWebhooks,
  rotateSecret,
  updateWebhook,
  type Webhook as WebhookRow,
} from '../webhooks/webhooks.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { DeleteResult } from './deletion.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, numberOf, parseDatabaseId } from './global-id.ts';
import { IdOrNumber } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, isDescending } from './lists/order.ts';
import { loaderById, loaderByKey } from './loaders.ts';
import { Administration, Event, eventLoader, hasColumns, mostListed } from './objects.ts';
import { StatusEnum } from './status.ts';

const formatWords: Record<(typeof webhookFormats)[number], { description: string }> = {
  STANDARD: { description: 'JSON as described in docs/webhooks.md, signed by the Standard Webhooks scheme.' },
  DISCORD: { description: 'A message for the webhook of a Discord channel.' },
};

const WebhookFormat = builder.enumType('WebhookFormat', {
  description: 'The format of the messages to a webhook.',
  values: formatWords,
});

const stateWords: Record<DeliveryState, { description: string }> = {
  PENDING: { description: 'The delivery is being tried, or will be retried.' },
  DELIVERED: { description: 'The receiver has accepted the delivery.' },
  FAILED: { description: 'The delivery has no attempts left, or its webhook was switched off.' },
};

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'The state of a delivery.',
  values: stateWords,
});

const Webhook = builder.objectRef<WebhookRow>('Webhook');
const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery');

const webhookLoader = loaderById(findWebhooks);
const webhookHealthLoader = loaderByKey(findWebhookHealths, ({ webhookId }) => webhookId);
const webhookDeliveryLoader = loaderById(findDeliveries);

builder.node(Webhook, {
  description: 'An address to which events are posted. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<WebhookRow>('lastEventId'),
  loadOne: (id, context) => webhookLoader(context).load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number.' }),
    url: t.exposeString('url', {
      description: "The address to post to. A Discord webhook's address is itself a secret.",
    }),
    format: t.field({
      type: WebhookFormat,
      description: 'The format of the messages.',
      resolve: ({ format }) => format,
    }),
    statuses: t.field({
      type: [StatusEnum],
      description: 'The statuses of the events to post; GENERATED once the server pack is available.',
      resolve: ({ statuses }) => statuses,
    }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether events are posted to the webhook. An answer 410 switches it off.',
    }),
    waitingDeliveries: t.int({
      description: `How many of its newest ${mostJudged} messages are being tried, or will be retried.`,
      resolve: async ({ id }, _args, context) => (await webhookHealthLoader(context).load(id))?.waiting ?? 0,
    }),
    failedDeliveries: t.int({
      description: `How many of its newest ${mostJudged} messages have failed.`,
      resolve: async ({ id }, _args, context) => (await webhookHealthLoader(context).load(id))?.failed ?? 0,
    }),
    waitingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest waiting message was created. Null where none waits.',
      resolve: async ({ id }, _args, context) =>
        (await webhookHealthLoader(context).load(id))?.waitingSince ?? null,
    }),
    lastDeliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: `When the receiver last accepted one of its newest ${mostJudged} messages. Null where it has accepted none.`,
      resolve: async ({ id }, _args, context) =>
        (await webhookHealthLoader(context).load(id))?.lastDelivered ?? null,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the webhook was registered.' }),
  }),
});

builder.node(WebhookDelivery, {
  description: 'A message to a webhook, retried until it is accepted or has failed. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<Delivery>('responseStatus'),
  loadOne: (id, context) => webhookDeliveryLoader(context).load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number.' }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'Null where it has been deleted meanwhile.',
      resolve: ({ webhookId }, _args, context) => webhookLoader(context).load(webhookId),
    }),
    messageId: t.string({
      description: 'The header webhook-id, the same at every attempt.',
      resolve: messageIdOf,
    }),
    type: t.exposeString('type', { description: 'The type of the message, such as run.generated.' }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'Null where it was a test, or the modpack has been deleted.',
      resolve: ({ eventId }, _args, context) =>
        eventId === null ? null : eventLoader(context).load(eventId),
    }),
    body: t.exposeString('body', { description: 'The message as posted.' }),
    state: t.field({
      type: WebhookDeliveryState,
      description: 'The state of the delivery.',
      resolve: ({ state }) => state,
    }),
    attempts: t.exposeInt('attempts', { description: 'The number of attempts that have ended.' }),
    lastAttemptAt: t.expose('lastAttempt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last attempt ended. Null until then.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status of the answer. Null where there was none.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description:
        'The end of a sentence that begins with the receiver. Null where the delivery has not failed.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the delivery was created.' }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A node and its cursor.' },
);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Which deliveries to include; an absent field means all.',
  fields: (t) => ({
    webhook: t.field({ type: IdOrNumber, description: 'Only deliveries to this webhook.' }),
    state: t.field({ type: [WebhookDeliveryState], description: 'Only deliveries in one of these states.' }),
  }),
});

type PageArgs = Parameters<typeof pageRequest>[0];

interface DeliveryArgs extends PageArgs {
  filter?: typeof WebhookDeliveryFilter.$inferInput | null | undefined;
  orderBy?: typeof DateOrder.$inferInput | null | undefined;
}

async function deliveryPage(
  { filter: given, orderBy, ...args }: DeliveryArgs,
  { parts: { config }, operation: { database, maxPageSize } }: Context,
) {
  const filter = {
    webhookId: given?.webhook ? numberOf('webhook', 'Webhook', given.webhook) : undefined,
    state: given?.state ?? undefined,
  };
  const request = pageRequest(args, maxPageSize);
  const page = await listDeliveries(database, filter, { request, descending: isDescending(orderBy, true) });
  return toConnection(page, () => countDeliveries(database, filter, config.totalLimits));
}

builder.objectFields(Administration, (t) => ({
  webhooks: t.field({
    type: [Webhook],
    description: `The newest ${mostListed} webhooks, the oldest of them first.`,
    resolve: (_administration, _args, { operation: { database } }) =>
      listNewestWebhooks(database, mostListed),
  }),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    nullable: true,
    description: 'Null where there is none.',
    args: { by: t.arg({ type: IdOrNumber, required: true, description: 'The key of the delivery.' }) },
    resolve: (_administration, { by }, context) =>
      webhookDeliveryLoader(context).load(numberOf('by', 'WebhookDelivery', by)),
  }),
  webhookDeliveries: t.connection(
    {
      type: WebhookDelivery,
      description: 'Messages to webhooks, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: WebhookDeliveryFilter, description: 'Which deliveries to include.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      resolve: (_administration, args, context) => deliveryPage(args, context),
    },
    WebhookDeliveryConnection,
  ),
}));

const WebhookWithSecret = builder.objectRef<WebhookRow>('WebhookWithSecret').implement({
  description: 'The webhook has a new secret.',
  fields: (t) => ({
    webhook: t.field({ type: Webhook, description: 'The webhook.', resolve: (webhook) => webhook }),
    secret: t.string({
      description:
        'The key that signs the messages, in the form of Standard Webhooks (whsec_…). Shown only this once.',
      resolve: ({ secret }) => secret,
    }),
  }),
});

const WebhookWithSecretResult = resultOf(
  WebhookWithSecret,
  'The webhook with its new secret, or why there is none.',
);
const WebhookResult = resultOf(Webhook, 'The webhook, or why it was not changed.');
const WebhookDeliveryResult = resultOf(WebhookDelivery, 'The queued delivery, or why none was queued.');

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A receiver of events.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'The address to post to: https, at a public address.' }),
    format: t.field({
      type: WebhookFormat,
      required: true,
      defaultValue: 'STANDARD',
      description: 'The format of the messages.',
    }),
    statuses: t.field({
      type: [StatusEnum],
      required: true,
      defaultValue: ['GENERATED', 'ERROR'],
      description: 'The statuses of the events to post.',
    }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'A webhook and the changes to it; an absent field stays.',
  fields: (t) => ({
    webhook: t.globalID({ required: true, description: 'The webhook.' }),
    url: t.string({ description: 'The address to post to, also for waiting deliveries.' }),
    format: t.field({
      type: WebhookFormat,
      description: 'The format of the messages; waiting deliveries keep theirs.',
    }),
    statuses: t.field({ type: [StatusEnum], description: 'The statuses of the events to post.' }),
    enabled: t.boolean({
      description: 'Whether events are posted to the webhook. Switching it off drops the waiting deliveries.',
    }),
  }),
});

const WebhookInput = builder.inputType('WebhookInput', {
  description: 'A webhook.',
  fields: (t) => ({ webhook: t.globalID({ required: true, description: 'The webhook.' }) }),
});

const WebhookDeliveryInput = builder.inputType('WebhookDeliveryInput', {
  description: 'A delivery.',
  fields: (t) => ({ delivery: t.globalID({ required: true, description: 'The delivery.' }) }),
});

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecretResult,
    needs: 'operate',
    description: 'Posts events to an address from now on. For operators.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The receiver.' }) },
    resolve: (_root, { input }, { parts: { config }, operation: { database } }) =>
      orExpectedError(() => createWebhook(database, input, config.webhooks)),
  }),
  updateWebhook: t.field({
    type: WebhookResult,
    needs: 'operate',
    description: "Changes a webhook's address, format or events, or switches it on or off. For operators.",
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The change.' }) },
    resolve: (_root, { input: { webhook, ...given } }, { parts: { config }, operation: { database } }) =>
      orExpectedError(async () => {
        const id = databaseIdOf('webhook', 'Webhook', webhook);
        const change = {
          url: given.url ?? undefined,
          format: given.format ?? undefined,
          statuses: given.statuses ?? undefined,
          enabled: given.enabled ?? undefined,
        };
        return updateWebhook(database, { id, change }, config.webhooks);
      }),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookWithSecretResult,
    needs: 'operate',
    description:
      'Makes a new secret; for a day, messages are signed with the old one as well. For operators.',
    args: {
      input: t.arg({ type: WebhookInput, required: true, description: 'The webhook.' }),
    },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(async () => rotateSecret(database, databaseIdOf('webhook', 'Webhook', input.webhook))),
  }),
  deleteWebhook: t.field({
    type: DeleteResult,
    needs: 'operate',
    description: 'Deletes a webhook with its deliveries. For operators.',
    args: { input: t.arg({ type: WebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(async () => {
        const databaseId = databaseIdOf('webhook', 'Webhook', input.webhook);
        await deleteWebhook(database, databaseId);
        return { typename: 'Webhook' as const, databaseId };
      }),
  }),
  testWebhook: t.field({
    type: WebhookDeliveryResult,
    needs: 'operate',
    description: 'Posts a message without content, to test a receiver. For operators.',
    args: { input: t.arg({ type: WebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(async () => sendTest(database, databaseIdOf('webhook', 'Webhook', input.webhook))),
  }),
  resendWebhookDelivery: t.field({
    type: WebhookDeliveryResult,
    needs: 'operate',
    description: 'Sends a delivery that has ended once more. For operators.',
    args: {
      input: t.arg({ type: WebhookDeliveryInput, required: true, description: 'The delivery.' }),
    },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(async () =>
        resendDelivery(database, databaseIdOf('delivery', 'WebhookDelivery', input.delivery)),
      ),
  }),
}));
