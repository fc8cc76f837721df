import type { DeliveryState, webhookFormats } from '../../drizzle/schema.ts';
import {
  countDeliveries,
  type Delivery,
  listDeliveries,
  messageIdOf,
  resendDelivery,
  sendTest,
} from '../webhooks/deliveries.ts';
import { mostJudged, type WebhookHealth } from '../webhooks/webhook-health.ts';
import {
  countWebhooks,
  deleteWebhook,
  listWebhooks,
  registerWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook as WebhookRow,
} from '../webhooks/webhooks.ts';
import { insteadOfRoot } from './administration.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { DeleteResult } from './deletion.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, idInFilter, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, isDescending } from './lists/order.ts';
import { Administration, Event, hasColumns } from './objects.ts';
import { StatusEnum } from './status.ts';

const formatWords: Record<(typeof webhookFormats)[number], { description: string }> = {
  STANDARD: { description: 'JSON as docs/webhooks.md has it, signed by the Standard Webhooks scheme.' },
  DISCORD: { description: 'A message for the webhook of a Discord channel.' },
};

const WebhookFormat = builder.enumType('WebhookFormat', {
  description: 'What is posted to a webhook.',
  values: formatWords,
});

const stateWords: Record<DeliveryState, { description: string }> = {
  PENDING: { description: 'It is being tried, or will be tried again.' },
  DELIVERED: { description: 'The receiver has taken it.' },
  FAILED: { description: 'It was tried as often as it may be, or its webhook was switched off.' },
};

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'What has become of a delivery.',
  values: stateWords,
});

const WebhookHealthType = builder.objectRef<WebhookHealth>('WebhookHealth').implement({
  description: `What became of the newest ${mostJudged} messages to a webhook.`,
  fields: (t) => ({
    waiting: t.exposeInt('waiting', {
      description: 'Messages that are being tried, or will be tried again.',
    }),
    failed: t.exposeInt('failed', { description: 'Messages that were given up.' }),
    waitingSince: t.expose('waitingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the oldest of those that wait came to be; null where none does.',
    }),
    lastDeliveredAt: t.expose('lastDelivered', {
      type: 'DateTime',
      nullable: true,
      description: 'When the receiver last took one; null where it has taken none of them.',
    }),
  }),
});

const Webhook = builder.objectRef<WebhookRow>('Webhook');
const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery');

builder.node(Webhook, {
  description: 'An address that events are posted to. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<WebhookRow>('lastEventId'),
  loadOne: (id, { loaders }) => loaders.webhook.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number.' }),
    url: t.exposeString('url', { description: 'Where it is posted. That of Discord is a secret in itself.' }),
    format: t.field({ type: WebhookFormat, description: 'What is posted.', resolve: ({ format }) => format }),
    statuses: t.field({
      type: [StatusEnum],
      description:
        'Of which events it is told. GENERATED means the last of a run, by which the server pack is there.',
      resolve: ({ statuses }) => statuses,
    }),
    enabled: t.exposeBoolean('enabled', {
      description: 'Whether it is told of events. An answer 410 switches it off.',
    }),
    health: t.field({
      type: WebhookHealthType,
      nullable: true,
      description: 'What became of its newest messages; null if it has been deleted meanwhile.',
      resolve: ({ id }, _args, { loaders }) => loaders.webhookHealth.load(id),
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was registered.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was registered.',
      deprecationReason: 'Use `createdAt`.',
    }),
  }),
});

builder.node(WebhookDelivery, {
  description: 'A message to a webhook, which is tried until it is taken or given up. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<Delivery>('responseStatus'),
  loadOne: (id, { loaders }) => loaders.webhookDelivery.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number.' }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'Where it goes; null if that has been deleted meanwhile.',
      resolve: ({ webhookId }, _args, { loaders }) => loaders.webhook.load(webhookId),
    }),
    messageId: t.string({
      description: 'The header webhook-id, by which receivers tell repeats: the same at every attempt.',
      resolve: messageIdOf,
    }),
    type: t.exposeString('type', { description: 'The type of the message, such as run.generated.' }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event; null for a test, and when its modpack has been deleted.',
      resolve: ({ eventId }, _args, { loaders }) => (eventId === null ? null : loaders.event.load(eventId)),
    }),
    body: t.exposeString('body', { description: 'What is posted.' }),
    state: t.field({
      type: WebhookDeliveryState,
      description: 'What has become of it.',
      resolve: ({ state }) => state,
    }),
    attempts: t.exposeInt('attempts', { description: 'Attempts that have ended.' }),
    lastAttemptAt: t.expose('lastAttempt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of them ended.',
    }),
    lastAttempt: t.expose('lastAttempt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of them ended.',
      deprecationReason: 'Use `lastAttemptAt`.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The HTTP status that it was answered; null if there was no answer.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it failed: the end of a sentence that begins with the receiver. Null if it did not.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it came to be.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it came to be.',
      deprecationReason: 'Use `createdAt`.',
    }),
  }),
});

const WebhookConnection = builder.connectionObject(
  { type: Webhook, name: 'WebhookConnection', description: 'A page of webhooks.' },
  { name: 'WebhookEdge', description: 'A node of the list and its place in it.' },
);
const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
  { name: 'WebhookDeliveryEdge', description: 'A node of the list and its place in it.' },
);

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Which deliveries are meant; an absent field means all.',
  fields: (t) => ({
    webhook: t.globalID({ description: 'Only those of this webhook.' }),
    webhookDatabaseId: t.int({ description: 'The same by its number.' }),
    state: t.field({ type: [WebhookDeliveryState], description: 'Only those in one of these states.' }),
    databaseId: t.int({ description: 'Only the one with this number.' }),
  }),
});

type WebhookArgs = Parameters<typeof pageRequest>[0];

async function webhookPage(args: WebhookArgs, { database, maxPageSize }: Context) {
  const page = await listWebhooks(database, pageRequest(args, maxPageSize));
  return toConnection(page, () => countWebhooks(database));
}

interface DeliveryArgs extends WebhookArgs {
  filter?: typeof WebhookDeliveryFilter.$inferInput | null | undefined;
  orderBy?: typeof DateOrder.$inferInput | null | undefined;
}

async function deliveryPage(
  { filter: given, orderBy, ...args }: DeliveryArgs,
  { database, config, maxPageSize }: Context,
) {
  const filter = {
    webhookId: idInFilter('webhook', 'Webhook', { id: given?.webhook, databaseId: given?.webhookDatabaseId }),
    state: given?.state ?? undefined,
    id: given?.databaseId ?? undefined,
  };
  const request = pageRequest(args, maxPageSize);
  const page = await listDeliveries(database, filter, { request, descending: isDescending(orderBy, true) });
  return toConnection(page, () => countDeliveries(database, filter, config.totalLimits));
}

builder.objectFields(Administration, (t) => ({
  webhooks: t.connection(
    {
      type: Webhook,
      description: 'All webhooks, the oldest first.',
      resolve: (_administration, args, context) => webhookPage(args, context),
    },
    WebhookConnection,
  ),
  webhookDeliveries: t.connection(
    {
      type: WebhookDelivery,
      description:
        'What was posted to webhooks, and what is to be, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: WebhookDeliveryFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      resolve: (_administration, args, context) => deliveryPage(args, context),
    },
    WebhookDeliveryConnection,
  ),
}));

builder.queryFields((t) => ({
  webhooks: t.connection(
    {
      type: Webhook,
      needs: 'operate',
      description: 'All webhooks, the oldest first. For operators.',
      deprecationReason: insteadOfRoot,
      resolve: (_root, args, context) => webhookPage(args, context),
    },
    WebhookConnection,
  ),
  webhookDeliveries: t.connection(
    {
      type: WebhookDelivery,
      needs: 'operate',
      description:
        'What was posted to webhooks, and what is to be, the newest first unless ordered otherwise. For operators.',
      deprecationReason: insteadOfRoot,
      args: {
        filter: t.arg({ type: WebhookDeliveryFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      resolve: (_root, args, context) => deliveryPage(args, context),
    },
    WebhookDeliveryConnection,
  ),
}));

interface Changed {
  webhook: WebhookRow;
}

const webhookField = {
  type: Webhook,
  description: 'The webhook.',
  resolve: ({ webhook }: Changed) => webhook,
} as const;

const WebhookWithSecret = builder.objectRef<Changed>('WebhookWithSecret').implement({
  description: 'The webhook has a new secret.',
  fields: (t) => ({
    webhook: t.field(webhookField),
    secret: t.string({
      description:
        'What its messages are signed with, in the form of Standard Webhooks (whsec_…). It is shown this once.',
      resolve: ({ webhook }) => webhook.secret,
    }),
  }),
});

const WebhookUpdated = builder.objectRef<Changed>('WebhookUpdated').implement({
  description: 'The webhook is as was asked for.',
  fields: (t) => ({ webhook: t.field(webhookField) }),
});

interface Queued {
  delivery: Delivery;
}

const WebhookDeliveryQueued = builder.objectRef<Queued>('WebhookDeliveryQueued').implement({
  description: 'The delivery waits to be sent.',
  fields: (t) => ({
    delivery: t.field({
      type: WebhookDelivery,
      description: 'The delivery, to be followed by its id.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

const failures = [InvalidInputError, NotFoundError, ConflictError, UnavailableError, ForbiddenError];

const WebhookSecretResult = builder.unionType('WebhookSecretResult', {
  description: 'The webhook with its new secret, or why there is none.',
  types: [WebhookWithSecret, ...failures],
  resolveType: (value) => resultType(value, 'WebhookWithSecret'),
});
const UpdateWebhookResult = builder.unionType('UpdateWebhookResult', {
  description: 'The webhook, or why it was not changed.',
  types: [WebhookUpdated, ...failures],
  resolveType: (value) => resultType(value, 'WebhookUpdated'),
});
const WebhookDeliveryResult = builder.unionType('WebhookDeliveryResult', {
  description: 'The delivery that was queued, or why none was.',
  types: [WebhookDeliveryQueued, ...failures],
  resolveType: (value) => resultType(value, 'WebhookDeliveryQueued'),
});

const RegisterWebhookInput = builder.inputType('RegisterWebhookInput', {
  description: 'A receiver of events.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Where to post: https, at a public address.' }),
    format: t.field({
      type: WebhookFormat,
      required: true,
      defaultValue: 'STANDARD',
      description: 'What to post.',
    }),
    statuses: t.field({
      type: [StatusEnum],
      required: true,
      defaultValue: ['GENERATED', 'ERROR'],
      description: 'Of which events it is to be told, by their status.',
    }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What changes of a webhook; an absent field stays.',
  fields: (t) => ({
    webhook: t.globalID({ required: true, description: 'The webhook.' }),
    url: t.string({ description: 'Where to post. What waits goes there too.' }),
    format: t.field({ type: WebhookFormat, description: 'What to post; what waits stays as it is.' }),
    statuses: t.field({ type: [StatusEnum], description: 'Of which events it is to be told.' }),
    enabled: t.boolean({
      description:
        'Whether it is told of events. Off, what waits is given up; on again, it is told of what comes from then on.',
    }),
  }),
});

const inputFor = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ webhook: t.globalID({ required: true, description: 'The webhook.' }) }),
  });
const RotateWebhookSecretInput = inputFor(
  'RotateWebhookSecretInput',
  'A webhook that is to get another secret.',
);
const DeleteWebhookInput = inputFor('DeleteWebhookInput', 'A webhook that is to go, with its deliveries.');
const TestWebhookInput = inputFor('TestWebhookInput', 'A webhook that is to be tried.');

const ResendWebhookDeliveryInput = builder.inputType('ResendWebhookDeliveryInput', {
  description: 'A delivery that has ended.',
  fields: (t) => ({ delivery: t.globalID({ required: true, description: 'The delivery.' }) }),
});

builder.mutationFields((t) => ({
  registerWebhook: t.field({
    type: WebhookSecretResult,
    needs: 'operate',
    description:
      'Has events posted to an address from now on, and answers the secret they are signed with. For operators.',
    args: { input: t.arg({ type: RegisterWebhookInput, required: true, description: 'The receiver.' }) },
    resolve: (_root, { input }, { database, config }) =>
      orExpectedError<Changed>(async () => ({
        webhook: await registerWebhook(database, input, config.webhooks),
      })),
  }),
  updateWebhook: t.field({
    type: UpdateWebhookResult,
    needs: 'operate',
    description:
      'Changes where, what and of which events is posted, or switches a webhook on or off. For operators.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The change.' }) },
    resolve: (_root, { input: { webhook, ...given } }, { database, config }) =>
      orExpectedError<Changed>(async () => {
        const id = databaseIdOf('webhook', 'Webhook', webhook);
        const change = {
          url: given.url ?? undefined,
          format: given.format ?? undefined,
          statuses: given.statuses ?? undefined,
          enabled: given.enabled ?? undefined,
        };
        return { webhook: await updateWebhook(database, { id, change }, config.webhooks) };
      }),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecretResult,
    needs: 'operate',
    description:
      'Makes a new secret. For a day, messages are signed with the one before as well, so that receivers can change over. For operators.',
    args: {
      input: t.arg({ type: RotateWebhookSecretInput, required: true, description: 'The webhook.' }),
    },
    resolve: (_root, { input }, { database }) =>
      orExpectedError<Changed>(async () => ({
        webhook: await rotateSecret(database, databaseIdOf('webhook', 'Webhook', input.webhook)),
      })),
  }),
  deleteWebhook: t.field({
    type: DeleteResult,
    needs: 'operate',
    description: 'Deletes a webhook with its deliveries. For operators.',
    args: { input: t.arg({ type: DeleteWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_root, { input }, { database }) =>
      orExpectedError(async () => {
        const databaseId = databaseIdOf('webhook', 'Webhook', input.webhook);
        await deleteWebhook(database, databaseId);
        return { typename: 'Webhook' as const, databaseId };
      }),
  }),
  testWebhook: t.field({
    type: WebhookDeliveryResult,
    needs: 'operate',
    description: 'Posts a message that says nothing, to try a receiver. For operators.',
    args: { input: t.arg({ type: TestWebhookInput, required: true, description: 'The webhook.' }) },
    resolve: (_root, { input }, { database }) =>
      orExpectedError<Queued>(async () => ({
        delivery: await sendTest(database, databaseIdOf('webhook', 'Webhook', input.webhook)),
      })),
  }),
  resendWebhookDelivery: t.field({
    type: WebhookDeliveryResult,
    needs: 'operate',
    description: 'Sends a delivery that has ended once more, with the same id and body. For operators.',
    args: {
      input: t.arg({ type: ResendWebhookDeliveryInput, required: true, description: 'The delivery.' }),
    },
    resolve: (_root, { input }, { database }) =>
      orExpectedError<Queued>(async () => ({
        delivery: await resendDelivery(database, databaseIdOf('delivery', 'WebhookDelivery', input.delivery)),
      })),
  }),
}));
