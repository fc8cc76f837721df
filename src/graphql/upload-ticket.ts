import type { UploadRefusal as UploadRefusalRow } from '../../drizzle/schema.ts';
import {
  createUploadTicket,
  isOwnedBy,
  ownerOf,
  type UploadTicket as UploadTicketRow,
} from '../access/upload-tickets.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { ErrorCodeEnum, ForbiddenError, InvalidInputError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { hasColumns, ModPack } from './objects.ts';
import { RunConfigurationInput } from './run-configuration.ts';

const UploadRefusal = builder.objectRef<UploadRefusalRow>('UploadRefusal').implement({
  description: 'Why a file that was sent with an upload ticket was not taken. The ticket stays good.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Stable, for programs.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'A sentence for people: what was wrong.' }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack that has the same content, if that is why.',
      resolve: ({ modPackId }, _args, { loaders }) =>
        modPackId === null ? null : loaders.modPack.load(modPackId),
    }),
  }),
});

const UploadTicket = builder.objectRef<UploadTicketRow>('UploadTicket');

/** The ticket with this id for who has made it; for everybody else there is none. */
async function loadOwn(
  id: number,
  { loaders, viewer }: Pick<Context, 'loaders' | 'viewer'>,
): Promise<UploadTicketRow | null> {
  const ticket = await loaders.uploadTicket.load(id);
  return ticket !== null && isOwnedBy(ticket, ownerOf(viewer)) ? ticket : null;
}

builder.node(UploadTicket, {
  description: 'The right to upload one modpack, for a run configuration that is fixed already.',
  id: { resolve: (ticket) => ticket.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<UploadTicketRow>('expires'),
  loadOne: loadOwn,
  fields: (t) => ({
    expiresAt: t.expose('expires', { type: 'DateTime', description: 'Until when it can be used.' }),
    usedAt: t.expose('used', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was used; null until then.',
    }),
    expires: t.expose('expires', {
      type: 'DateTime',
      description: 'Until when it can be used.',
      deprecationReason: 'Use `expiresAt`.',
    }),
    used: t.expose('used', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was used; null until then.',
      deprecationReason: 'Use `usedAt`.',
    }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack that was uploaded with it; null until then.',
      resolve: ({ modPackId }, _args, { loaders }) =>
        modPackId === null ? null : loaders.modPack.load(modPackId),
    }),
    refusal: t.field({
      type: UploadRefusal,
      nullable: true,
      description:
        'Why the last file that was sent with it was not taken; null if none was, or one is taken.',
      resolve: ({ refusal }) => refusal,
    }),
  }),
});

interface Created {
  ticket: UploadTicketRow;
  text: string;
}

const UploadTicketCreated = builder.objectRef<Created>('UploadTicketCreated').implement({
  description: 'The ticket is made.',
  fields: (t) => ({
    uploadTicket: t.field({
      type: UploadTicket,
      description: 'The ticket, to be followed by its id.',
      resolve: ({ ticket }) => ticket,
    }),
    url: t.string({
      description:
        'Where the modpack goes, with a browser or as the part `file` of a form that is posted. Whoever knows it can use it; it is shown this once.',
      resolve: ({ text }, _args, { baseUrl }) => `${baseUrl}/upload/${text}`,
    }),
  }),
});

const CreateUploadTicketResult = builder.unionType('CreateUploadTicketResult', {
  description: 'The ticket, or why none was made.',
  types: [UploadTicketCreated, InvalidInputError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'UploadTicketCreated'),
});

const CreateUploadTicketInput = builder.inputType('CreateUploadTicketInput', {
  description: 'What the ticket is for.',
  fields: (t) => ({
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'What the server pack is to be built for.',
    }),
  }),
});

builder.mutationField('createUploadTicket', (t) =>
  t.field({
    type: CreateUploadTicketResult,
    needs: 'publish',
    description: 'Makes a link with which somebody else can upload one modpack. Counts as an upload.',
    args: { input: t.arg({ type: CreateUploadTicketInput, required: true, description: 'The request.' }) },
    resolve: (_root, { input: { runConfiguration } }, { database, versions, access, viewer, config }) =>
      orExpectedError<Created>(async () => {
        await access.limiter.spend('uploads', viewer);
        return createUploadTicket(
          { database, versions, config, signer: access.ticketSigner },
          { runConfiguration, viewer, seconds: config.uploadTicketSeconds },
        );
      }),
  }),
);

const idArgument = { required: true, description: 'The ticket.' } as const;

builder.queryField('uploadTicket', (t) =>
  t.field({
    type: UploadTicket,
    nullable: true,
    description: 'The ticket with this id; null when there is none, or another caller has made it.',
    args: { id: t.arg.globalID(idArgument) },
    resolve: (_root, { id }, context) => loadOwn(databaseIdOf('id', 'UploadTicket', id), context),
  }),
);

builder.subscriptionField('uploadTicket', (t) =>
  t.field({
    type: UploadTicket,
    nullable: true,
    description:
      'The ticket now, and again when it has been used or a file was refused; null when there is none, or another caller has made it.',
    args: { id: t.arg.globalID(idArgument) },
    subscribe: (_root, { id }, { access }) => access.tickets.follow(databaseIdOf('id', 'UploadTicket', id)),
    // The subscription's loaders remember how it was the last time.
    resolve: (id, _args, context) => {
      context.loaders.uploadTicket.clear(id);
      return loadOwn(id, context);
    },
  }),
);

builder.subscriptionField('uploadTickets', (t) =>
  t.field({
    type: UploadTicket,
    description:
      'All upload tickets that were made with the token of this request or by its subject, or without any if it has none: at once those that have not expired, the oldest first, then each when it has been used or a file was refused.',
    subscribe: (_root, _args, { access, viewer }) => access.tickets.followAllOf(ownerOf(viewer)),
    resolve: (ticket) => ticket,
  }),
);
