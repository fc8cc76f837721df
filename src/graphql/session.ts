import { permissionsOf } from '../access/permissions.ts';
import { endSession, listSessions, type Session as SessionRow } from '../access/sessions.ts';
import { builder } from './builder.ts';
import { DeleteResult } from './deletion.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { Administration, mostListed } from './objects.ts';
import { Viewer } from './viewer.ts';

const Session = builder.objectRef<SessionRow>('Session').implement({
  description: 'A browser that is signed in.',
  fields: (t) => ({
    id: t.globalID({
      description: 'The id, for `deleteSession`.',
      resolve: ({ id }) => ({ type: 'Session', id }),
    }),
    name: t.exposeString('name', {
      description: "The name of the token that the browser signed in with, or the issuer's subject.",
    }),
    userAgent: t.exposeString('userAgent', { description: "The browser's description of itself." }),
    isOwn: t.boolean({
      description: 'Whether this request is of the session.',
      resolve: ({ id }, _args, { viewer }) => id === viewer.sessionId,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the browser signed in.' }),
    lastUsedAt: t.expose('lastUsed', {
      type: 'DateTime',
      description: 'When the session was last used, to the hour.',
    }),
    expiresAt: t.expose('expires', {
      type: 'DateTime',
      description: 'When the session ends. Use puts it off, but for sessions of an issuer.',
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  session: t.globalID({
    nullable: true,
    description: 'The id of the session that this request is of. Null where it carries a token, or nothing.',
    resolve: ({ sessionId }) => (sessionId === null ? null : { type: 'Session', id: sessionId }),
  }),
  sessions: t.field({
    type: [Session],
    description: 'The browsers that are signed in as the caller, the one used last first.',
    resolve: (viewer, _args, { operation: { database } }) => listSessions(database, viewer, mostListed),
  }),
}));

builder.objectField(Administration, 'sessions', (t) =>
  t.field({
    type: [Session],
    description: `The browsers that are signed in, the one used last first; at most ${mostListed}.`,
    resolve: (_administration, _args, { operation: { database } }) =>
      listSessions(database, null, mostListed),
  }),
);

const DeleteSessionInput = builder.inputType('DeleteSessionInput', {
  description: 'A session to end.',
  fields: (t) => ({ session: t.globalID({ required: true, description: 'The session.' }) }),
});

builder.mutationField('deleteSession', (t) =>
  t.field({
    type: DeleteResult,
    needs: 'read',
    description:
      "Signs a browser out at once, also on open connections: one of the caller's, or any for operators.",
    args: { input: t.arg({ type: DeleteSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError(async () => {
        const databaseId = databaseIdOf('session', 'Session', input.session);
        const mayEndAll = permissionsOf(access.mode, viewer).has('operate');
        await endSession(database, databaseId, mayEndAll ? null : viewer);
        return { typename: 'Session' as const, databaseId };
      }),
  }),
);
