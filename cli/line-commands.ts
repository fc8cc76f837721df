import { Argument, type Command, Option } from 'commander';
import type { ReleaseChannel } from '../client/gql/schema.ts';
import type { CommandContext } from './context.ts';
import type { FollowOptions } from './lines.ts';

interface Needs {
  context(): CommandContext;
  /** Reads a number as the service gives them, or a count. */
  number(text: string): number;
}

const channels = { release: 'RELEASE', beta: 'BETA', alpha: 'ALPHA' } satisfies Record<
  string,
  ReleaseChannel
>;
type Channel = keyof typeof channels;

/** Adds `lines` and `line ...`: versions of packs, and how new ones are fetched. */
export function addLineCommands(program: Command, { context, number }: Needs): void {
  program
    .command('lines')
    .description('list the lines of the service, which hold the versions of one pack each, newest first')
    .option('-n, --first <number>', 'how many at most', number, 20)
    .action(async (options: { first: number }) => {
      const { listLines } = await import('./lines.ts');
      await listLines(context(), options);
    });

  const line = program
    .command('line')
    .description('show a line with its versions, and say how new ones are fetched');
  const nameOf = (command: Command) => command.argument('<name>', 'the name of the line');

  nameOf(line.command('show', { isDefault: true }))
    .description('show a line with its newest versions; "line NAME" is the same')
    .option('-n, --first <number>', 'how many versions at most', number, 20)
    .action(async (name: string, options: { first: number }) => {
      const { showLine } = await import('./lines.ts');
      await showLine(context(), name, options);
    });

  line
    .command('follow')
    .description('have new versions of a modpack fetched and built from now on; needs a token of the service')
    .argument('<link>', 'where it is published, as of import')
    .option('--line <name>', 'of an address that is no platform: the line of yours to which versions go')
    .addOption(new Option('--channel <channel>', 'which versions are taken').choices(Object.keys(channels)))
    .option('--held', 'look for none yet')
    .action(
      async (
        link: string,
        { channel, ...options }: Omit<FollowOptions, 'channel'> & { channel?: Channel },
      ) => {
        const { followLine } = await import('./lines.ts');
        await followLine(context(), link, { ...options, ...(channel && { channel: channels[channel] }) });
      },
    );

  nameOf(line.command('hold'))
    .description('look for no new versions until it is resumed')
    .action(async (name: string) => {
      const { changeFollowing } = await import('./lines.ts');
      await changeFollowing(context(), { line: name, held: true });
    });

  nameOf(line.command('resume'))
    .description('look for new versions again')
    .action(async (name: string) => {
      const { changeFollowing } = await import('./lines.ts');
      await changeFollowing(context(), { line: name, held: false });
    });

  nameOf(line.command('channel'))
    .description('change which new versions are taken')
    .addArgument(new Argument('<channel>', 'releases, also betas, or all').choices(Object.keys(channels)))
    .action(async (name: string, channel: Channel) => {
      const { changeFollowing } = await import('./lines.ts');
      await changeFollowing(context(), { line: name, channel: channels[channel] });
    });

  nameOf(line.command('unfollow'))
    .description('fetch no new versions any more; those that are there stay')
    .action(async (name: string) => {
      const { unfollowLine } = await import('./lines.ts');
      await unfollowLine(context(), name);
    });

  nameOf(line.command('pin'))
    .description('hand out one version whatever comes after it; without a number, again the newest')
    .argument('[id]', 'the number of the modpack', number)
    .action(async (name: string, id?: number) => {
      const { pinLine } = await import('./lines.ts');
      await pinLine(context(), name, id ?? null);
    });
}
