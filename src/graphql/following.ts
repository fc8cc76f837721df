import { lineCallerOf } from '../access/accounts.ts';
import {
  changeFollowing,
  type FollowedLine,
  followLine,
  mayChangeFollowing,
  unfollowLine,
} from '../core/packs/following.ts';
import { type Line as LineRow, pinLine } from '../core/packs/lines.ts';
import type { PackPlace } from '../fetching/pack-links.ts';
import { builder } from './builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFetchedError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { PackReferenceInput, placeOf } from './import.ts';
import { LineChanged } from './line.ts';
import { Line, ModPack } from './objects.ts';

const ChannelEnum = builder.enumType('ReleaseChannel', {
  description: 'How finished a version has to be, by its author.',
  values: {
    RELEASE: { description: 'Releases alone.' },
    BETA: { description: 'Releases and betas.' },
    ALPHA: { description: 'All versions.' },
  },
});

const Following = builder.objectRef<FollowedLine>('LineFollowing').implement({
  description: 'How the new versions of a line are fetched.',
  fields: (t) => ({
    address: t.string({
      nullable: true,
      description:
        'The address that they come from, without its query; null where they come from the platform of the line.',
      resolve: ({ place }) => addressOf(place),
    }),
    channel: t.field({
      type: ChannelEnum,
      description: 'The versions that are taken.',
      resolve: ({ channel }) => channel,
    }),
    held: t.exposeBoolean('held', { description: 'Whether no version is looked for at present.' }),
    lookedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a version was last looked for; null before the first time.',
      resolve: ({ lastLook }) => lastLook,
    }),
    nextLookAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a version is looked for next; null while it is held.',
      resolve: ({ held, nextLook }) => (held ? null : nextLook),
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description:
        'Why the last look, or the last fetch of a version, has failed, a sentence; null when it has not.',
    }),
    mayChange: t.boolean({
      description: 'Whether whoever asks may change this, or end it.',
      resolve: (followed, _args, { viewer, access }) =>
        mayChangeFollowing(followed, lineCallerOf(viewer, access.mode)),
    }),
  }),
});

/** An address may hold a secret behind its host. */
function addressOf(place: PackPlace): string | null {
  if (place.platform !== 'LINK') return null;
  const { origin, pathname } = new URL(place.url);
  return origin + pathname;
}

builder.objectFields(Line, (t) => ({
  following: t.field({
    type: Following,
    nullable: true,
    description: 'How its new versions are fetched; null where somebody has to bring them.',
    resolve: ({ id }, _args, { loaders }) => loaders.followed.load(id),
  }),
  pinned: t.field({
    type: ModPack,
    nullable: true,
    description:
      'The version that it hands out, whatever comes after it; null: the newest that is not withdrawn.',
    resolve: ({ pinnedId }, _args, { loaders }) =>
      pinnedId === null ? null : loaders.modPack.load(pinnedId),
  }),
}));

const failures = [InvalidInputError, NotFoundError, ForbiddenError, ConflictError, UnavailableError];

const FollowResult = builder.unionType('FollowLineResult', {
  description: 'The line, or why it is not followed.',
  types: [LineChanged, ...failures, NotFetchedError],
  resolveType: (value) => resultType(value, 'LineChanged'),
});

const ChangeResult = builder.unionType('ChangeLineFollowingResult', {
  description: 'The line, or why it stays as it was.',
  types: [LineChanged, ...failures],
  resolveType: (value) => resultType(value, 'LineChanged'),
});

const FollowInput = builder.inputType('FollowLineInput', {
  description: 'A modpack whose new versions are to be fetched.',
  fields: (t) => ({
    pack: t.field({
      type: PackReferenceInput,
      required: true,
      description:
        'The modpack; a version that it names does not count. An address has to tell an ETag or a date.',
    }),
    line: t.string({
      description:
        'For addresses alone: the name of a line of yours, which is made if there is none. A modpack of a platform has the line of its project.',
    }),
    channel: t.field({
      type: ChannelEnum,
      description: 'The versions that are taken; absent: as before, or releases alone.',
    }),
    held: t.boolean({ description: 'Whether none is looked for yet; absent: as before, or not.' }),
  }),
});

const ChangeFollowingInput = builder.inputType('ChangeLineFollowingInput', {
  description: 'A followed line and what changes; an absent field stays.',
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    channel: t.field({ type: ChannelEnum, description: 'The versions that are taken.' }),
    held: t.boolean({ description: 'Whether no version is looked for.' }),
  }),
});

const UnfollowInput = builder.inputType('UnfollowLineInput', {
  description: 'A followed line.',
  fields: (t) => ({ line: t.string({ required: true, description: 'The name of the line.' }) }),
});

const PinInput = builder.inputType('PinLineInput', {
  description: 'A line and the version that it is to hand out.',
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    modPack: t.globalID({ description: 'The version; absent: again the newest that is not withdrawn.' }),
  }),
});

type Changed = { line: LineRow };

builder.mutationFields((t) => ({
  followLine: t.field({
    type: FollowResult,
    needs: 'publish',
    description:
      'Has new versions of a modpack fetched from now on, its newest at once, and built with the wishes of the line. Each counts as an upload of the token that follows, without which nothing is followed. The same again begins anew, also with versions that were given up. A line that another token follows stays as it is.',
    args: { input: t.arg({ type: FollowInput, required: true, description: 'The modpack.' }) },
    resolve: (_root, { input: { pack, line, channel, held } }, context) =>
      orExpectedError<Changed>(async () => {
        const { viewer, access, config, gone: signal, following } = context;
        const by = lineCallerOf(viewer, access.mode);
        const request = {
          place: placeOf(pack),
          line: line ?? null,
          channel: channel ?? undefined,
          held: held ?? undefined,
        };
        const { limits } = config.following;
        const followed = await followLine(context, request, by, { limits, signal });
        following?.nudge();
        return { line: followed };
      }),
  }),
  changeLineFollowing: t.field({
    type: ChangeResult,
    needs: 'publish',
    description: 'Changes how a line is followed. For the token that follows it, and operators.',
    args: { input: t.arg({ type: ChangeFollowingInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { line, channel, held } }, { database, viewer, access, following }) =>
      orExpectedError<Changed>(async () => {
        const change = { line, channel: channel ?? undefined, held: held ?? undefined };
        const changed = await changeFollowing(database, change, lineCallerOf(viewer, access.mode));
        following?.nudge();
        return { line: changed };
      }),
  }),
  unfollowLine: t.field({
    type: ChangeResult,
    needs: 'publish',
    description:
      'Ends the following of a line, whose versions stay. For the token that follows it, and operators.',
    args: { input: t.arg({ type: UnfollowInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { database, viewer, access }) =>
      orExpectedError<Changed>(async () => ({
        line: await unfollowLine(database, input.line, lineCallerOf(viewer, access.mode)),
      })),
  }),
  pinLine: t.field({
    type: ChangeResult,
    needs: 'publish',
    description:
      'Has a line hand out one of its versions, whatever comes after it; new ones are fetched and built all the same. For who has named the line, and operators.',
    args: { input: t.arg({ type: PinInput, required: true, description: 'The line and the version.' }) },
    resolve: (_root, { input: { line: name, modPack } }, { database, viewer, access }) =>
      orExpectedError<Changed>(async () => {
        const modPackId = modPack ? databaseIdOf('modPack', 'ModPack', modPack) : null;
        return { line: await pinLine(database, { name, modPackId }, lineCallerOf(viewer, access.mode)) };
      }),
  }),
}));
