import type { ReleaseChannel, UpdateLineFollowingInput } from '../client/gql/schema.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { graphql, type LineRowFragment } from './gql/graphql.ts';
import { openGateway } from './open-gateway.ts';
import { partOfList, shown, table } from './screen.ts';
import { modPackIdOf } from './start-run.ts';
import { statusWords, wordFor } from './words.ts';

graphql(`
  fragment LineRow on Line {
    name
    platform
    projectID
    modloader
    downloads
    confirmedWorking
    createdAt
    pinned {
      databaseId
    }
    latest {
      databaseId
      run {
        configuration {
          gameVersion
          modloader
          modloaderVersion
        }
      }
      modPack {
        databaseId
        title
        name
      }
    }
    following {
      address
      channel
      held
      lookedAt
      nextLookAt
      problem
    }
  }
`);

const lines = graphql(`
  query Lines($first: Int!) {
    lines(first: $first) {
      totalCount
      totalCountIsEstimated
      nodes {
        ...LineRow
      }
    }
  }
`);

const lineByName = graphql(`
  query LineByName($name: String!, $first: Int!) {
    line(by: { name: $name }) {
      ...LineRow
      versions(first: $first) {
        totalCount
        totalCountIsEstimated
        nodes {
          databaseId
          title
          name
          status
          createdAt
          withdrawnAt
          offeredServerPack {
            databaseId
            javaVersion
            downloads
            confirmedWorking
            run {
              configuration {
                gameVersion
                modloader
                modloaderVersion
              }
            }
          }
        }
      }
    }
  }
`);

const followLineMutation = graphql(`
  mutation FollowLine($input: FollowLineInput!) {
    followLine(input: $input) {
      __typename
      ... on Line {
        ...LineRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

const updateLineFollowing = graphql(`
  mutation UpdateLineFollowing($input: UpdateLineFollowingInput!) {
    updateLineFollowing(input: $input) {
      __typename
      ... on Line {
        ...LineRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

const unfollowLineMutation = graphql(`
  mutation UnfollowLine($input: LineInput!) {
    unfollowLine(input: $input) {
      __typename
      ... on Line {
        ...LineRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

const pinLineMutation = graphql(`
  mutation PinLine($input: PinLineInput!) {
    pinLine(input: $input) {
      __typename
      ... on Line {
        ...LineRow
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** Milliseconds for the service to ask a platform about a modpack. */
const platformPatienceMs = 60_000;

/** `lines`: the lines of a service, newest first. */
export async function listLines(context: CommandContext, { first }: { first: number }): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const { lines: list } = await gateway.ask(lines, { first }, signal);
  const { nodes, totalCount, totalCountIsEstimated } = list;
  screen.data({ totalCount, totalCountIsEstimated, lines: nodes.map(lineData) });
  if (nodes.length === 0) return screen.print('There are no lines.');
  const rows = nodes.map((line) => [
    shown(line.name, 100),
    String(line.latest?.databaseId ?? '-'),
    line.following === null ? '-' : line.following.held ? 'on hold' : line.following.channel.toLowerCase(),
    shown(line.latest?.modPack.title ?? '', 100),
  ]);
  screen.print(...table(['name', 'server pack', 'followed', 'newest version'], rows));
  if (totalCount > nodes.length) screen.note(partOfList(nodes.length, list));
}

/** `line NAME`: a line with its versions, newest first. */
export async function showLine(
  context: CommandContext,
  name: string,
  { first }: { first: number },
): Promise<void> {
  const { screen, signal } = context;
  await using gateway = openGateway(context);
  const { line } = await gateway.ask(lineByName, { name, first }, signal);
  if (line === null)
    throw new CommandFailed(exitCodes.refusedRequest, `The service has no line ${shown(name, 100)}.`, {
      details: ['server-pack lines tells which there are.'],
    });
  const { versions, ...row } = line;
  const found = versions.nodes.map(({ withdrawnAt, offeredServerPack, ...modPack }) => {
    const { javaVersion, ...serverPack } = offeredServerPack ?? { javaVersion: null };
    return { withdrawnAt, javaVersion, modPack, serverPack: 'databaseId' in serverPack ? serverPack : null };
  });
  screen.data({
    ...lineData(row),
    totalCount: versions.totalCount,
    totalCountIsEstimated: versions.totalCountIsEstimated,
    versions: found.map(({ modPack, serverPack, ...version }) => ({
      ...version,
      modPack: numbered(modPack),
      serverPack: serverPack && numbered(serverPack),
    })),
  });
  screen.print(...sentencesOf(row));
  if (found.length === 0) return;
  const rows = found.map(({ modPack, serverPack, javaVersion, withdrawnAt }) => [
    String(modPack.databaseId),
    String(serverPack?.databaseId ?? '-'),
    wordFor(statusWords, modPack.status),
    modPack.createdAt.slice(0, 10),
    serverPack === null ? '-' : shown(serverPack.run.configuration.gameVersion, 40),
    String(javaVersion ?? '-'),
    shown(modPack.title, 100) + (withdrawnAt === null ? '' : ' (withdrawn)'),
  ]);
  screen.print(
    '',
    ...table(['modpack', 'server pack', 'status', 'uploaded', 'Minecraft', 'Java', 'name'], rows),
  );
  if (versions.totalCount > rows.length) screen.note(partOfList(rows.length, versions));
}

/** What `line follow` asks for. */
export interface FollowOptions {
  line?: string;
  channel?: ReleaseChannel;
  held?: true;
}

/** `line follow LINK`: has new versions fetched from now on. */
export async function followLine(
  context: CommandContext,
  url: string,
  options: FollowOptions,
): Promise<void> {
  await using gateway = openGateway(context);
  const input = { pack: { url }, ...options };
  const { signal } = context;
  const { followLine: result } = await gateway.ask(followLineMutation, { input }, signal, platformPatienceMs);
  tellChanged(context, result);
}

/** `line hold`, `line resume` and `line channel`. */
export async function changeFollowing(
  context: CommandContext,
  input: UpdateLineFollowingInput,
): Promise<void> {
  await using gateway = openGateway(context);
  const { updateLineFollowing: result } = await gateway.ask(updateLineFollowing, { input }, context.signal);
  tellChanged(context, result);
}

/** `line unfollow NAME`: ends the fetching of new versions. */
export async function unfollowLine(context: CommandContext, line: string): Promise<void> {
  await using gateway = openGateway(context);
  const input = { line };
  const { unfollowLine: result } = await gateway.ask(unfollowLineMutation, { input }, context.signal);
  tellChanged(context, result);
}

/** `line pin NAME [ID]`: hands out one version; without it, again the newest. */
export async function pinLine(
  context: CommandContext,
  line: string,
  databaseId: number | null,
): Promise<void> {
  const { signal } = context;
  await using gateway = openGateway(context);
  const modPack = databaseId === null ? null : await modPackIdOf(gateway, databaseId, signal);
  const { pinLine: result } = await gateway.ask(pinLineMutation, { input: { line, modPack } }, signal);
  tellChanged(context, result);
}

type Changed = ({ __typename: 'Line' } & LineRowFragment) | { __typename: 'UserError'; message: string };

function tellChanged({ screen }: CommandContext, result: Changed): void {
  if (result.__typename === 'UserError')
    throw new CommandFailed(exitCodes.refusedRequest, shown(result.message));
  const { __typename, ...line } = result;
  screen.data(lineData(line));
  screen.print(sentencesOf(line).join(' '));
}

function sentencesOf({
  name,
  platform,
  projectID,
  latest,
  pinned,
  following,
  ...line
}: LineRowFragment): string[] {
  const of = platform === null ? '' : ` (${platform}, project ${shown(projectID ?? '', 60)})`;
  const handedOut =
    latest === null
      ? 'It has no server pack yet.'
      : `It hands out server pack ${latest.databaseId} of modpack ${latest.modPack.databaseId} (${shown(latest.modPack.title, 80)})${pinned === null ? '' : ', which is pinned'}.`;
  return [
    `Line ${shown(name, 100)}${of}: ${line.downloads} downloads, ${line.confirmedWorking} votes.`,
    handedOut,
    ...(following === null ? ['New versions are not fetched.'] : followingSentences(following)),
  ];
}

function followingSentences({
  address,
  channel,
  held,
  nextLookAt,
  problem,
}: NonNullable<LineRowFragment['following']>): string[] {
  const from = address === null ? 'its platform' : shown(address, 200);
  const when = nextLookAt === null ? '' : `; the next look is at ${nextLookAt.slice(0, 16)}`;
  return [
    held
      ? `New versions from ${from} are on hold (${channel.toLowerCase()}).`
      : `New versions are fetched from ${from} (${channel.toLowerCase()})${when}.`,
    ...(problem === null ? [] : [`The last look failed: ${shown(problem)}`]),
  ];
}

function numbered<Row extends { databaseId: number }>({ databaseId, ...row }: Row) {
  return { id: databaseId, ...row };
}

function lineData({ latest, pinned, createdAt, ...line }: LineRowFragment) {
  return {
    ...line,
    dateCreated: createdAt,
    pinnedModPackId: pinned?.databaseId ?? null,
    latest: latest && { ...numbered(latest), modPack: numbered(latest.modPack) },
  };
}
