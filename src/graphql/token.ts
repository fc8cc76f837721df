import { findStoredBytes } from '../access/token-use.ts';
import {
  findTokens,
  listNewestTokens,
  makeToken,
  revokeTokenById,
  type Token as TokenRow,
  tokenName,
  tokenQuota,
  updateToken,
} from '../access/tokens.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, parseDatabaseId } from './global-id.ts';
import { loaderById, valueLoader } from './loaders.ts';
import { Administration, hasColumns, mostListed, Token } from './objects.ts';
import { RoleEnum } from './viewer.ts';

const tokenLoader = loaderById(findTokens);
/** Bytes that are stored for a token, by the token's number. */
const storedOfTokenLoader = valueLoader(
  findStoredBytes,
  ({ id }) => id,
  ({ bytes }) => bytes,
);

builder.node(Token, {
  description: 'A token of this service. Only its holder knows its secret. For operators.',
  needs: 'operate',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<TokenRow>('lastUsed'),
  loadOne: (id, context) => tokenLoader(context).load(id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the token.' }),
    role: t.field({ type: RoleEnum, description: 'The role of the token.', resolve: ({ role }) => role }),
    mayVoteForOthers: t.exposeBoolean('voter', {
      description: 'Whether the token may vote for others, by name.',
    }),
    quota: t.expose('quota', {
      type: 'BigInt',
      nullable: true,
      description: 'Bytes that the token may keep stored. Null where there is no limit.',
    }),
    stored: t.field({
      type: 'BigInt',
      description: 'Bytes that are stored for the token.',
      resolve: async ({ id }, _args, context) => (await storedOfTokenLoader(context).load(id)) ?? 0,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the token was created.' }),
    expiresAt: t.expose('expires', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires. Null where it does not.',
    }),
    lastUsedAt: t.expose('lastUsed', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token was last used, to the minute. Null until then.',
    }),
  }),
});

builder.objectField(Administration, 'tokens', (t) =>
  t.field({
    type: [Token],
    description: `The newest ${mostListed} tokens that were not revoked, the oldest of them first.`,
    resolve: (_administration, _args, { operation: { database } }) => listNewestTokens(database, mostListed),
  }),
);

const TokenCreated = builder.objectRef<{ token: TokenRow; text: string }>('TokenCreated').implement({
  description: 'The token was created.',
  fields: (t) => ({
    token: t.field({ type: Token, description: 'The token.', resolve: ({ token }) => token }),
    secret: t.exposeString('text', {
      description: 'The value for the header `Authorization: Bearer <secret>`. Shown only this once.',
    }),
  }),
});

const TokenCreatedResult = resultOf(TokenCreated, 'The token, or why none was created.');
const TokenResult = resultOf(Token, 'The token, or why it was not changed.');

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  description: 'A token to create.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The name: 1 to 64 letters, digits, dots, hyphens and underscores.',
    }),
    role: t.field({ type: RoleEnum, required: true, description: 'The role of the token.' }),
    mayVoteForOthers: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether the token may vote for others, by name.',
    }),
    quota: t.field({
      type: 'BigInt',
      description: 'Bytes that the token may keep stored; absent: no limit.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the token expires; absent: never.' }),
  }),
});
const UpdateTokenInput = builder.inputType('UpdateTokenInput', {
  description: 'A token and its new quota.',
  fields: (t) => ({
    token: t.globalID({ required: true, description: 'The token.' }),
    quota: t.field({
      type: 'BigInt',
      description: 'Bytes that the token may keep stored; absent: no limit.',
    }),
  }),
});
const TokenInput = builder.inputType('TokenInput', {
  description: 'A token.',
  fields: (t) => ({ token: t.globalID({ required: true, description: 'The token.' }) }),
});

/** Checks a quota. Fails with INVALID_INPUT. */
function readQuota(quota: number | null | undefined): number | null {
  if (quota == null) return null;
  const { data } = tokenQuota.safeParse(quota);
  if (data !== undefined) return data;
  const message = `quota must be 1 byte or more, not ${quota}. Leave it out for no limit.`;
  throw new AppError('INVALID_INPUT', message, { field: 'quota' });
}

/** Checks the name of a token. Fails with INVALID_INPUT. */
function readName(name: string): string {
  const { data } = tokenName.safeParse(name);
  if (data !== undefined) return data;
  const message = 'name must be 1 to 64 letters, digits, dots, hyphens and underscores.';
  throw new AppError('INVALID_INPUT', message, { field: 'name' });
}

/** The last timestamp whose year has four digits. */
const lastTimestamp = Date.UTC(9999, 11, 31);

/** Checks the end of a token's life. Fails with INVALID_INPUT. */
function readEnd(end: Date | null | undefined): Date | null {
  if (end == null) return null;
  if (end.getTime() > Date.now() && end.getTime() < lastTimestamp) return end;
  throw new AppError('INVALID_INPUT', 'expiresAt must lie ahead, before the year 9999.', {
    field: 'expiresAt',
  });
}

builder.mutationFields((t) => ({
  createToken: t.field({
    type: TokenCreatedResult,
    needs: 'operate',
    description: 'Creates a token. For operators.',
    args: { input: t.arg({ type: CreateTokenInput, required: true, description: 'The token.' }) },
    resolve: (
      _root,
      { input: { name, role, mayVoteForOthers, quota, expiresAt } },
      { operation: { database } },
    ) =>
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
  updateToken: t.field({
    type: TokenResult,
    needs: 'operate',
    description: 'Changes how many bytes a token may keep stored. Stored files stay. For operators.',
    args: { input: t.arg({ type: UpdateTokenInput, required: true, description: 'The quota.' }) },
    resolve: (_root, { input: { token, quota } }, { operation: { database } }) =>
      orExpectedError(async () =>
        updateToken(database, databaseIdOf('token', 'Token', token), readQuota(quota)),
      ),
  }),
  revokeToken: t.field({
    type: TokenResult,
    needs: 'operate',
    description: 'Makes a token invalid at once, also on open connections. For operators.',
    args: { input: t.arg({ type: TokenInput, required: true, description: 'The token.' }) },
    resolve: (_root, { input }, { operation: { database } }) =>
      orExpectedError(async () => revokeTokenById(database, databaseIdOf('token', 'Token', input.token))),
  }),
}));
