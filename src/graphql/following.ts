import { lineCallerOf } from '../access/accounts.ts';
import {
  changeFollowing,
  type FollowedLine,
  findFollowed,
  followLine,
  mayChangeFollowing,
  unfollowLine,
} from '../core/lines/following.ts';
import { pinLine } from '../core/lines/lines.ts';
import type { PackLocation } from '../fetching/pack-links.ts';
import { builder } from './builder.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { PackReferenceInput, packLocationOf } from './import.ts';
import { LineInput } from './inputs.ts';
import { loaderById } from './loaders.ts';
import { Line, ModPack, modPackLoader } from './objects.ts';
import { LineResult } from './results.ts';

const ChannelEnum = builder.enumType('ReleaseChannel', {
  description: 'How mature a version is, as its author marks it.',
  values: {
    RELEASE: { description: 'Releases only.' },
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
        'The address that new versions come from, without its query. Null where they come from a platform.',
      resolve: ({ place }) => addressOf(place),
    }),
    channel: t.field({
      type: ChannelEnum,
      description: 'The accepted versions.',
      resolve: ({ channel }) => channel,
    }),
    held: t.exposeBoolean('held', { description: 'Whether following is paused.' }),
    lookedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When new versions were last checked for. Null until the first time.',
      resolve: ({ lastLook }) => lastLook,
    }),
    nextLookAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When new versions are checked for next. Null where following is paused.',
      resolve: ({ held, nextLook }) => (held ? null : nextLook),
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why the last check or fetch failed. Null where it succeeded.',
    }),
    mayChange: t.boolean({
      description: 'Whether the caller may change or end the following.',
      resolve: (followed, _args, { parts: { access }, viewer }) =>
        mayChangeFollowing(followed, lineCallerOf(viewer, access.mode)),
    }),
  }),
});

/** An address may hold a secret after its host. */
function addressOf(place: PackLocation): string | null {
  if (place.platform !== 'LINK') return null;
  const { origin, pathname } = new URL(place.url);
  return origin + pathname;
}

const followedLineLoader = loaderById(findFollowed);

builder.objectFields(Line, (t) => ({
  following: t.field({
    type: Following,
    nullable: true,
    description: 'How new versions are fetched. Null where they are uploaded.',
    resolve: ({ id }, _args, context) => followedLineLoader(context).load(id),
  }),
  pinned: t.field({
    type: ModPack,
    nullable: true,
    description: 'The version that the line offers. Null where it offers the newest that is not withdrawn.',
    resolve: ({ pinnedId }, _args, context) =>
      pinnedId === null ? null : modPackLoader(context).load(pinnedId),
  }),
}));

const FollowInput = builder.inputType('FollowLineInput', {
  description: 'A modpack whose new versions to fetch.',
  fields: (t) => ({
    pack: t.field({
      type: PackReferenceInput,
      required: true,
      description: 'The modpack, without a version. An address has to answer with an ETag or a date.',
    }),
    line: t.string({
      description:
        'For addresses only: the name of a line of yours, created if there is none. A modpack of a platform ' +
        'has the line of its project.',
    }),
    channel: t.field({
      type: ChannelEnum,
      description: 'The accepted versions; absent: as before, or releases only.',
    }),
    held: t.boolean({ description: 'Whether following is paused; absent: as before, or not.' }),
  }),
});

const ChangeFollowingInput = builder.inputType('UpdateLineFollowingInput', {
  description: 'A followed line and the changes; an absent field stays.',
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    channel: t.field({ type: ChannelEnum, description: 'The accepted versions.' }),
    held: t.boolean({ description: 'Whether following is paused.' }),
  }),
});

const PinInput = builder.inputType('PinLineInput', {
  description: 'A line and the version that it is to offer.',
  fields: (t) => ({
    line: t.string({ required: true, description: 'The name of the line.' }),
    modPack: t.globalID({ description: 'The version; absent: again the newest that is not withdrawn.' }),
  }),
});

builder.mutationFields((t) => ({
  followLine: t.field({
    type: LineResult,
    needs: 'publish',
    description:
      'Fetches and builds the newest version of a modpack and all later ones. Following again retries ' +
      'versions that had failed for good. Needs a token, of which each version counts as an upload.',
    args: { input: t.arg({ type: FollowInput, required: true, description: 'The modpack.' }) },
    resolve: (_root, { input: { pack, line, channel, held } }, context) =>
      orExpectedError(async () => {
        const { viewer } = context;
        const { access, config } = context.parts;
        const { gone: signal } = context.operation;
        const by = lineCallerOf(viewer, access.mode);
        const request = {
          place: packLocationOf(pack),
          line: line ?? null,
          channel: channel ?? undefined,
          held: held ?? undefined,
        };
        const { limits } = config.following;
        return followLine(context.parts, request, by, { limits, signal });
      }),
  }),
  updateLineFollowing: t.field({
    type: LineResult,
    needs: 'publish',
    description: 'Changes how a line is followed. For the token that follows the line, and operators.',
    args: { input: t.arg({ type: ChangeFollowingInput, required: true, description: 'The changes.' }) },
    resolve: (
      _root,
      { input: { line, channel, held } },
      { parts: { access }, viewer, operation: { database } },
    ) =>
      orExpectedError(async () => {
        const change = { line, channel: channel ?? undefined, held: held ?? undefined };
        return changeFollowing(database, change, lineCallerOf(viewer, access.mode));
      }),
  }),
  unfollowLine: t.field({
    type: LineResult,
    needs: 'publish',
    description: 'Stops following a line. For the token that follows the line, and operators.',
    args: { input: t.arg({ type: LineInput, required: true, description: 'The line.' }) },
    resolve: (_root, { input }, { parts: { access }, viewer, operation: { database } }) =>
      orExpectedError(() => unfollowLine(database, input.line, lineCallerOf(viewer, access.mode))),
  }),
  pinLine: t.field({
    type: LineResult,
    needs: 'publish',
    description:
      'Makes a line offer one of its versions, whatever newer ones exist. For the token that has named the ' +
      'line, and operators.',
    args: { input: t.arg({ type: PinInput, required: true, description: 'The line and the version.' }) },
    resolve: (
      _root,
      { input: { line: name, modPack } },
      { parts: { access }, viewer, operation: { database } },
    ) =>
      orExpectedError(async () => {
        const modPackId = modPack ? databaseIdOf('modPack', 'ModPack', modPack) : null;
        return pinLine(database, { name, modPackId }, lineCallerOf(viewer, access.mode));
      }),
  }),
}));
