import { roles } from '../../drizzle/schema.ts';
import {
  type Permission,
  permissions,
  permissionsOf,
  type Viewer as ViewerRow,
} from '../access/permissions.ts';
import { storedBytes } from '../limits/quotas.ts';
import { builder } from './builder.ts';

/** The roles of tokens. */
export const RoleEnum = builder.enumType('Role', {
  description: 'The role of a token; each role includes the rights of those before it.',
  values: {
    READER: { value: roles[0], description: 'May read and download.' },
    PUBLISHER: { value: roles[1], description: 'May also upload, generate and vote.' },
    OPERATOR: { value: roles[2], description: 'May also delete, cancel and retry.' },
  },
});

const PermissionEnum = builder.enumType('Permission', {
  description: 'A right of a caller.',
  values: {
    READ: { value: permissions[0], description: 'Read, follow and download.' },
    PUBLISH: { value: permissions[1], description: 'Upload and generate.' },
    VOTE: { value: permissions[2], description: 'Vote as itself.' },
    VOTE_FOR_OTHERS: { value: permissions[3], description: 'Vote for others, by name.' },
    OPERATE: { value: permissions[4], description: 'Delete, cancel and retry.' },
  },
});

/** The caller of a request. */
export const Viewer = builder.objectRef<ViewerRow>('Viewer').implement({
  description: 'The caller of this request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The name of the caller's token; `anonymous` without one." }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: "The role of the caller's token. Null where there is none.",
      resolve: ({ role }) => role,
    }),
    permissions: t.field({
      type: [PermissionEnum],
      description: 'The rights of the caller for this service.',
      resolve: (viewer, _args, { parts: { access } }): Permission[] => [
        ...permissionsOf(access.mode, viewer),
      ],
    }),
    quota: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Bytes that the caller may keep stored. Null where there is no limit.',
      resolve: ({ quota }) => quota,
    }),
    stored: t.field({
      type: 'BigInt',
      nullable: true,
      description: "Bytes that are stored for the caller's token. Null where there is none.",
      resolve: ({ tokenId }, _args, { operation: { database } }) =>
        tokenId === null ? null : storedBytes(database.db, tokenId),
    }),
    expiresAt: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: "When the caller's token expires. Null where it does not.",
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: "The caller of this request, and the caller's rights.",
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);
