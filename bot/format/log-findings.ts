import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../../texts/bot.ts';
import { colours } from '../../texts/colours.ts';
import { escaped, linesWithin } from '../../texts/text.ts';
import { graphql, type LogFindingLineFragment } from '../gql/graphql.ts';
import { type MessageBody, rows } from '../message.ts';

graphql(`
  fragment LogFindingLine on LogFinding {
    cause
    message
    lines {
      number
      text
    }
    suspects {
      file
      modId
      className
    }
    act {
      kind
      modId
      version
      java
      files
    }
  }
`);

/** In UTF-16 units; Discord's limit for the description of an embed is 4,096, for all of an embed 6,000. */
const longest = 4000;
const suspectsShown = 3;
const filesShown = 4;
const linesShown = 2;

/** Why a server did not start, what matters most first: who may be at fault, what helps, and the lines that say so. */
export function findingsMessage(
  findings: readonly LogFindingLineFragment[],
  { name, words, buttons }: { name: string | null; words: Words; buttons: APIButtonComponent[] },
): MessageBody {
  const { crash } = words;
  const told = linesWithin(
    findings.map((one) => findingText(one, words)),
    longest,
    words.more,
  );
  return {
    content: '',
    embeds: [
      {
        title: crash.title,
        color: findings.length > 0 ? colours.failed : colours.done,
        description: findings.length > 0 ? told : crash.nothing,
        ...(name === null ? {} : { footer: { text: escaped(name, 80) } }),
      },
    ],
    components: rows(buttons),
  };
}

/** A suspect is named by its jar, else its mod, else its class. */
function suspectName({ file, modId, className }: LogFindingLineFragment['suspects'][number]) {
  return file ?? modId ?? className ?? null;
}

function findingText({ cause, message, lines, suspects, act }: LogFindingLineFragment, words: Words): string {
  const { crash } = words;
  const told = escaped(crash.cause(cause, message), 250);
  const own = escaped(message, 250);
  const names = [...new Set(suspects.map(suspectName).filter((name) => name !== null))]
    .slice(0, suspectsShown)
    .map((name) => escaped(name, 80));
  const harmless = act && {
    ...act,
    modId: act.modId == null ? null : escaped(act.modId, 60),
    version: act.version == null ? null : escaped(act.version, 60),
    files: act.files.slice(0, filesShown).map((file) => escaped(file, 60)),
  };
  return [
    `**${told}**`,
    ...(told === own ? [] : [`-# ${own}`]),
    ...(names.length > 0 ? [crash.suspects(names.join(', '))] : []),
    ...(harmless === null ? [] : [`→ ${crash.act(harmless, names[0] ?? null)}`]),
    ...lines.slice(0, linesShown).map(({ number, text }) => `-# ${number}: ${escaped(text, 150)}`),
  ].join('\n');
}
