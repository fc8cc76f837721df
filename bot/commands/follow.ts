import { ApplicationCommandOptionType } from 'discord.js';
import { plain } from '../../texts/text.ts';
import { unfollowButton } from '../buttons/ids.ts';
import { described } from '../command-names.ts';
import { graphql } from '../gql/graphql.ts';
import { textMessage } from '../message.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { mostLinesOfChannel } from '../store.ts';
import type { Command } from './command.ts';
import { onServers } from './where.ts';

const lineToFollow = graphql(`
  query LineToFollow($name: String!) {
    line(by: { name: $name }) {
      name
    }
  }
`);

const lineNames = graphql(`
  query LineNames {
    lines(first: 100) {
      nodes {
        name
        latest {
          modPack {
            title
          }
        }
      }
    }
  }
`);

const followPack = graphql(`
  mutation FollowPack($input: FollowLineInput!) {
    followLine(input: $input) {
      ... on Line {
        name
        following {
          mayChange
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

/** Discord shows at most so many choices. */
const most = 25;
/** In milliseconds: how long the gateway may take to ask a platform. */
const patience = 60_000;

/** `/follow`: tells a channel of the new versions of a line; without an option it shows which lines those are. */
export const follow: Command = {
  definition: {
    ...described('follow'),
    ...onServers,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        ...described('followed'),
        max_length: 2_000,
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: false,
  async run(services, { options }, reply) {
    const { store, lineNews } = services;
    const { place, words, lasting } = reply;
    const { guildId, channelId } = place;
    if (guildId === null) throw new Refusal(({ refused }) => refused.notHere);
    const text = options.getString('pack')?.trim() ?? '';
    const followed = store.linesIn(channelId);
    if (text === '') {
      const known = followed.map((line) => `\`${line}\``).join(', ');
      const buttons = followed.map((line) => unfollowButton(line, words));
      reply.show(textMessage(known === '' ? words.lines.none : words.lines.here(known), buttons));
      return;
    }
    // Later messages need the bot's own permissions.
    if (!lasting) throw new Refusal(({ lines }) => lines.mayNotWrite);
    if (followed.length >= mostLinesOfChannel)
      throw new Refusal(({ lines }) => lines.tooMany(mostLinesOfChannel));
    const { line, asked } = isAddress(text)
      ? await followAddress(services, text)
      : { line: await findLine(services, text), asked: false };
    await store.followLine({ guildId, channelId, line, language: words.language }, asked);
    lineNews.begin();
    reply.show(textMessage(words.lines.follows(line), [unfollowButton(line, words)]));
  },
  async complete({ gateway, stopping, proposalsMs }, { options }) {
    const typed = plain(options.getFocused(), 100).toLowerCase();
    const { lines } = await gateway.ask(lineNames, {}, stopping, proposalsMs);
    return lines.nodes
      .map(({ name, latest }) => ({
        value: name,
        name: plain(latest === null ? name : `${plain(latest.modPack.title, 60)} (${name})`, 100),
      }))
      .filter((choice) => choice.name.toLowerCase().includes(typed))
      .slice(0, most);
  },
};

function isAddress(text: string): boolean {
  return text.includes('://') || text.startsWith('ftb:');
}

/** Has the gateway follow the modpack at an address, unless it does so for somebody else. */
async function followAddress(
  { gateway, stopping }: Services,
  url: string,
): Promise<{ line: string; asked: boolean }> {
  const { followLine } = await gateway.ask(followPack, { input: { pack: { url } } }, stopping, patience);
  if ('name' in followLine) {
    const { name, following } = followLine;
    return { line: name, asked: following?.mayChange ?? false };
  }
  const { code, message } = followLine;
  throw new Refusal((words) => words.problem(code, plain(message, 500)));
}

async function findLine({ gateway, stopping }: Services, name: string): Promise<string> {
  const { line } = await gateway.ask(lineToFollow, { name }, stopping);
  if (line === null) throw new Refusal(({ lines }) => lines.unknown(plain(name, 100)));
  return line.name;
}
