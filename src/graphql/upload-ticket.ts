import { ownerOf } from '../access/caller.ts';
import {
  createUploadTicket,
  findUploadTickets,
  isOwnedBy,
  type UploadTicket as UploadTicketRow,
} from '../access/upload-tickets.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { resultOf, UserError } from './errors.ts';
import { Failure, orExpectedError } from './failure.ts';
import { numberOf, parseDatabaseId } from './global-id.ts';
import { loaderById } from './loaders.ts';
import { hasColumns, ModPack, modPackLoader } from './objects.ts';
import { RunConfigurationInput } from './run-configuration.ts';

const UploadTicket = builder.objectRef<UploadTicketRow>('UploadTicket');

const uploadTicketLoader = loaderById(findUploadTickets);

/** The ticket with this id if the caller created it, else null. */
async function loadOwn(id: number, context: Context): Promise<UploadTicketRow | null> {
  const ticket = await uploadTicketLoader(context).load(id);
  return ticket !== null && isOwnedBy(ticket, ownerOf(context.viewer)) ? ticket : null;
}

builder.node(UploadTicket, {
  description: 'The right to upload one modpack with a given run configuration.',
  id: { resolve: (ticket) => ticket.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<UploadTicketRow>('expires'),
  loadOne: loadOwn,
  fields: (t) => ({
    expiresAt: t.expose('expires', { type: 'DateTime', description: 'When the ticket expires.' }),
    usedAt: t.expose('used', {
      type: 'DateTime',
      nullable: true,
      description: 'When the ticket was used. Null until then.',
    }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack that was uploaded with the ticket. Null until then.',
      resolve: ({ modPackId }, _args, context) =>
        modPackId === null ? null : modPackLoader(context).load(modPackId),
    }),
    refusal: t.field({
      type: UserError,
      nullable: true,
      description:
        'Why the last file was refused; the ticket stays valid. Null where none was, or once a file is ' +
        'accepted.',
      resolve: ({ refusal }) =>
        refusal &&
        new Failure({
          ...refusal,
          details: refusal.modPackId === null ? {} : { modPackId: refusal.modPackId },
        }),
    }),
  }),
});

interface Created {
  ticket: UploadTicketRow;
  text: string;
}

const UploadTicketCreated = builder.objectRef<Created>('UploadTicketCreated').implement({
  description: 'The ticket was created.',
  fields: (t) => ({
    uploadTicket: t.field({
      type: UploadTicket,
      description: 'The ticket; follow it by its id.',
      resolve: ({ ticket }) => ticket,
    }),
    url: t.string({
      description:
        'The address to upload to, with a browser or as the part `file` of a form. It is a secret, shown ' +
        'only this once.',
      resolve: ({ text }, _args, { operation: { baseUrl } }) => `${baseUrl}/upload/${text}`,
    }),
  }),
});

const CreateUploadTicketResult = resultOf(UploadTicketCreated, 'The ticket, or why none was created.');

const CreateUploadTicketInput = builder.inputType('CreateUploadTicketInput', {
  description: 'The values of the ticket.',
  fields: (t) => ({
    runConfiguration: t.field({
      type: RunConfigurationInput,
      required: true,
      description: 'The run configuration of the server pack.',
    }),
  }),
});

builder.mutationField('createUploadTicket', (t) =>
  t.field({
    type: CreateUploadTicketResult,
    needs: 'publish',
    description: 'Creates a link with which somebody else can upload one modpack. Counts as an upload.',
    args: { input: t.arg({ type: CreateUploadTicketInput, required: true, description: 'The request.' }) },
    resolve: (
      _root,
      { input: { runConfiguration } },
      { parts: { versions, access, config }, viewer, operation: { database } },
    ) =>
      orExpectedError<Created>(async () => {
        await access.limiter.spend('uploads', viewer);
        return createUploadTicket(
          { database, versions, config, signer: access.ticketSigner },
          { runConfiguration, viewer, seconds: config.uploadTicketSeconds },
        );
      }),
  }),
);

const UploadTicketBy = builder.inputType('UploadTicketBy', {
  description: 'The key of an upload ticket.',
  isOneOf: true,
  fields: (t) => ({ id: t.globalID({ description: 'The global id.' }) }),
});

const ticketNumber = ({ id }: typeof UploadTicketBy.$inferInput) => numberOf('by', 'UploadTicket', { id });
const byTicket = { type: UploadTicketBy, required: true, description: 'The key of the ticket.' } as const;

builder.queryField('uploadTicket', (t) =>
  t.field({
    type: UploadTicket,
    nullable: true,
    description: 'Null where there is none, or another caller created it.',
    args: { by: t.arg(byTicket) },
    resolve: (_root, { by }, context) => loadOwn(ticketNumber(by), context),
  }),
);

builder.subscriptionField('uploadTicket', (t) =>
  t.field({
    type: UploadTicket,
    nullable: true,
    description:
      'A ticket: its current state, then each change. Null where there is none, or another caller created ' +
      'it.',
    args: { by: t.arg(byTicket) },
    subscribe: (_root, { by }, { parts: { access } }) => access.tickets.follow(ticketNumber(by)),
    // The subscription's own loaders would return the cached earlier state.
    resolve: (id, _args, context) => {
      uploadTicketLoader(context).clear(id);
      return loadOwn(id, context);
    },
  }),
);

builder.subscriptionField('uploadTickets', (t) =>
  t.field({
    type: UploadTicket,
    description:
      'All upload tickets of the caller: first those that have not expired, the oldest first, then each ' +
      'that changes.',
    subscribe: (_root, _args, { parts: { access }, viewer }) => access.tickets.followAllOf(ownerOf(viewer)),
    resolve: (ticket) => ticket,
  }),
);
