import {
  countTokens,
  limitToken,
  listTokenPage,
  makeToken,
  revokeTokenById,
  type Token as TokenRow,
  tokenName,
  tokenQuota,
} from '../access/tokens.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { Administration, hasColumns, Token, TokenConnection } from './objects.ts';
import { RoleEnum } from './viewer.ts';

builder.node(Token, {
  description:
    'A token that was made for this service. Its secret is known to its holder alone. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<TokenRow>('lastUsed'),
  loadOne: (id, { loaders }) => loaders.token.load(id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    role: t.field({ type: RoleEnum, description: 'What it is for.', resolve: ({ role }) => role }),
    mayVoteForOthers: t.exposeBoolean('voter', { description: 'Whether it may vote for others, by name.' }),
    quota: t.expose('quota', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes that it may keep stored; null means no limit.',
    }),
    stored: t.field({
      type: 'BigInt',
      description: 'Bytes that are stored because of it.',
      resolve: async ({ id }, _args, { loaders }) => (await loaders.storedOfToken.load(id)) ?? 0,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends, if it does.',
    }),
    lastUsedAt: t.expose('lastUsed', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, true to the minute; null until then.',
    }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was made.',
      deprecationReason: 'Use `createdAt`.',
    }),
    expires: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends, if it does.',
      deprecationReason: 'Use `expiresAt`.',
    }),
    lastUsed: t.expose('lastUsed', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, true to the minute; null until then.',
      deprecationReason: 'Use `lastUsedAt`.',
    }),
  }),
});

builder.objectField(Administration, 'tokens', (t) =>
  t.connection(
    {
      type: Token,
      description: 'The tokens that were not revoked, the oldest first.',
      async resolve(_administration, args, { database, maxPageSize }) {
        const page = await listTokenPage(database, pageRequest(args, maxPageSize));
        return toConnection(page, () => countTokens(database));
      },
    },
    TokenConnection,
  ),
);

interface Changed {
  token: TokenRow;
}

const tokenField = {
  type: Token,
  description: 'The token.',
  resolve: ({ token }: Changed) => token,
} as const;

const TokenCreated = builder.objectRef<Changed & { text: string }>('TokenCreated').implement({
  description: 'The token is made.',
  fields: (t) => ({
    token: t.field(tokenField),
    secret: t.exposeString('text', {
      description: 'What its holder sends as `Authorization: Bearer <secret>`. It is shown this once.',
    }),
  }),
});
const TokenLimited = builder.objectRef<Changed>('TokenLimited').implement({
  description: 'The token has the quota that was asked for.',
  fields: (t) => ({ token: t.field(tokenField) }),
});
const TokenRevoked = builder.objectRef<Changed>('TokenRevoked').implement({
  description: 'The token is worth nothing any more, on open connections either.',
  fields: (t) => ({ token: t.field({ ...tokenField, description: 'The token that it was.' }) }),
});

const failures = [InvalidInputError, NotFoundError, UnavailableError, ForbiddenError];
const CreateTokenResult = builder.unionType('CreateTokenResult', {
  description: 'The token, or why none was made.',
  types: [TokenCreated, ...failures],
  resolveType: (value) => resultType(value, 'TokenCreated'),
});
const LimitTokenResult = builder.unionType('LimitTokenResult', {
  description: 'The token, or why its quota stays.',
  types: [TokenLimited, ...failures],
  resolveType: (value) => resultType(value, 'TokenLimited'),
});
const RevokeTokenResult = builder.unionType('RevokeTokenResult', {
  description: 'The revoked token, or why none was revoked.',
  types: [TokenRevoked, ...failures],
  resolveType: (value) => resultType(value, 'TokenRevoked'),
});

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  description: 'A token that is to be made.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Its name: 1 to 64 letters, digits, dots, hyphens and underscores.',
    }),
    role: t.field({ type: RoleEnum, required: true, description: 'What it is for.' }),
    mayVoteForOthers: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether it may vote for others, by name.',
    }),
    quota: t.field({ type: 'BigInt', description: 'Bytes that it may keep stored; absent: no limit.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends; absent: never.' }),
  }),
});
const LimitTokenInput = builder.inputType('LimitTokenInput', {
  description: 'A token and its new quota.',
  fields: (t) => ({
    token: t.globalID({ required: true, description: 'The token.' }),
    quota: t.field({ type: 'BigInt', description: 'Bytes that it may keep stored; absent: no limit.' }),
  }),
});
const RevokeTokenInput = builder.inputType('RevokeTokenInput', {
  description: 'A token that is to be revoked.',
  fields: (t) => ({ token: t.globalID({ required: true, description: 'The token.' }) }),
});

/** Fails with INVALID_INPUT. */
function readQuota(quota: number | null | undefined): number | null {
  if (quota == null) return null;
  const { data } = tokenQuota.safeParse(quota);
  if (data !== undefined) return data;
  const message = `quota must be 1 byte or more, not ${quota}. Leave it out for no limit.`;
  throw new AppError('INVALID_INPUT', message, { field: 'quota' });
}

/** Fails with INVALID_INPUT. */
function readName(name: string): string {
  const { data } = tokenName.safeParse(name);
  if (data !== undefined) return data;
  const message = 'name must be 1 to 64 letters, digits, dots, hyphens and underscores.';
  throw new AppError('INVALID_INPUT', message, { field: 'name' });
}

/** The last moment that a year of four digits has. */
const lastMoment = Date.UTC(9999, 11, 31);

/** Fails with INVALID_INPUT. */
function readEnd(end: Date | null | undefined): Date | null {
  if (end == null) return null;
  if (end.getTime() > Date.now() && end.getTime() < lastMoment) return end;
  throw new AppError('INVALID_INPUT', 'expiresAt must lie ahead, before the year 9999.', {
    field: 'expiresAt',
  });
}

builder.mutationFields((t) => ({
  createToken: t.field({
    type: CreateTokenResult,
    needs: 'operate',
    description: 'Makes a token. For operators.',
    args: { input: t.arg({ type: CreateTokenInput, required: true, description: 'The token.' }) },
    resolve: (_root, { input: { name, role, mayVoteForOthers, quota, expiresAt } }, { database }) =>
      orExpectedError(async () =>
        makeToken(database, {
          name: readName(name),
          role,
          voter: mayVoteForOthers,
          quota: readQuota(quota),
          expires: readEnd(expiresAt),
        }),
      ),
  }),
  limitToken: t.field({
    type: LimitTokenResult,
    needs: 'operate',
    description: 'Changes how many bytes a token may keep stored. What is stored stays. For operators.',
    args: { input: t.arg({ type: LimitTokenInput, required: true, description: 'The quota.' }) },
    resolve: (_root, { input: { token, quota } }, { database }) =>
      orExpectedError<Changed>(async () => ({
        token: await limitToken(database, databaseIdOf('token', 'Token', token), readQuota(quota)),
      })),
  }),
  revokeToken: t.field({
    type: RevokeTokenResult,
    needs: 'operate',
    description: 'Makes a token worthless at once, on open connections too. For operators.',
    args: { input: t.arg({ type: RevokeTokenInput, required: true, description: 'The token.' }) },
    resolve: (_root, { input }, { database }) =>
      orExpectedError<Changed>(async () => ({
        token: await revokeTokenById(database, databaseIdOf('token', 'Token', input.token)),
      })),
  }),
}));
