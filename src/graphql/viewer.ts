import { roles } from '../../drizzle/schema.ts';
import {
  type Permission,
  permissions,
  permissionsOf,
  type Viewer as ViewerRow,
} from '../access/permissions.ts';
import { storedBytes } from '../access/quotas.ts';
import { builder } from './builder.ts';

/** The roles of tokens. */
export const RoleEnum = builder.enumType('Role', {
  description: 'What a token is for; each role may do what the ones before it may.',
  values: {
    READER: { value: roles[0], description: 'Reads and downloads.' },
    PUBLISHER: { value: roles[1], description: 'Uploads, generates and votes too.' },
    OPERATOR: { value: roles[2], description: 'Deletes, cancels and tries again too.' },
  },
});

const PermissionEnum = builder.enumType('Permission', {
  description: 'What a caller may do.',
  values: {
    READ: { value: permissions[0], description: 'Read, follow and download.' },
    PUBLISH: { value: permissions[1], description: 'Upload and generate.' },
    VOTE: { value: permissions[2], description: 'Vote for itself.' },
    VOTE_FOR_OTHERS: { value: permissions[3], description: 'Vote for others, by name.' },
    OPERATE: { value: permissions[4], description: 'Delete, cancel and try again.' },
  },
});

const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'Who makes this request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of its token; `anonymous` without one.' }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The role of its token; null without one.',
      resolve: ({ role }) => role,
    }),
    permissions: t.field({
      type: [PermissionEnum],
      description: 'What it may do here and now.',
      resolve: (viewer, _args, { access }): Permission[] => [...permissionsOf(access.mode, viewer)],
    }),
    quota: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Bytes that it may keep stored; null means no limit.',
      resolve: ({ quota }) => quota,
    }),
    stored: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Bytes that are stored for its token; null without one.',
      resolve: ({ tokenId }, _args, { database }) =>
        tokenId === null ? null : storedBytes(database.db, tokenId),
    }),
    expiresAt: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: 'When its token ends, if it does.',
    }),
    expires: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: 'When its token ends, if it does.',
      deprecationReason: 'Use `expiresAt`.',
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who makes this request, and what they may do.',
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);
