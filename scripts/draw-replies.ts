import { mkdir, writeFile } from 'node:fs/promises';
import {
  type APIButtonComponent,
  type APIEmbed,
  type APIEmbedField,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { refreshButton, settingsButton, startButton } from '../bot/buttons/ids.ts';
import { modPackMessage, problemLines, serverPackMessage, uploadLinkMessage } from '../bot/format/cards.ts';
import { droppedMessage } from '../bot/format/dropped.ts';
import { linksAt } from '../bot/format/links.ts';
import { findingsMessage } from '../bot/format/log-findings.ts';
import { progressText, underWayMessage } from '../bot/format/under-way.ts';
import type { ModPackCardFragment } from '../bot/gql/graphql.ts';
import { type MessageBody, textMessage } from '../bot/message.ts';
import { en as words } from '../texts/bot.ts';

/** The pictures of docs/discord.md are drawn from messages that the bot sends. */
const folder = 'docs/discord';
const width = 600;
const line = 20;

interface Picture {
  /** The typed command. */
  command: string;
  message: MessageBody;
  isPrivate: boolean;
}

const publicUrl = new URL('https://packs.example/');
const linkTo = linksAt({ gatewayUrl: publicUrl, publicUrl });
const card = { words, linkTo, mayVote: true, hasPage: true };
const configuration = {
  gameVersion: '1.20.1',
  modloader: 'FORGE',
  modloaderVersion: '47.2.0',
  format: 'ZIP',
} as const;
const serverPack = {
  databaseId: 7,
  size: 482_344_960,
  downloads: 0,
  upVotes: 0,
  downVotes: 0,
  createdAt: '2026-03-01T12:00:00.000Z',
  downloadUrl: 'https://packs.example/api/v2/serverpacks/download/7',
  keptCount: 211,
  droppedCount: 34,
  boot: null,
  warnings: [],
  modPack: { databaseId: 3, title: 'Mystic Valley 2.4', scan: null },
  run: { databaseId: 5, configuration },
};
const modPack: ModPackCardFragment = {
  databaseId: 3,
  title: 'Mystic Valley 2.4',
  size: 612_368_384,
  status: 'GENERATED',
  createdAt: '2026-03-01T12:00:00.000Z',
  scan: null,
  runs: { nodes: [] },
  serverPacks: { totalCount: 1, nodes: [{ ...serverPack, downloads: 12, upVotes: 5, downVotes: 1 }] },
};

const pictures: Record<string, Picture> = {
  'upload-under-way': {
    command: '/upload',
    message: underWayMessage(modPack.title, words.statuses.GENERATING, {
      words,
      modPack: 3,
      progress: progressText({ phase: 'GENERATING', bytesDone: 197_132_288, bytesTotal: 482_344_960 }, words),
      refresh: refreshButton({ modPack: 3, runConfiguration: 5 }, words),
    }),
    isPrivate: false,
  },
  'upload-done': { command: '/upload', message: serverPackMessage(serverPack, card), isPrivate: false },
  'upload-link': {
    command: '/upload',
    message: uploadLinkMessage(
      linkTo('https://packs.example/upload/12.q3Zr0LxYk0vMB2mB1bC7nZp5uQ9aW4sE8dR6tYhJkLo'),
      {
        expires: new Date('2026-03-01T13:00:00.000Z'),
        others: [settingsButton({ goal: 'build', id: '1' }, words)],
        words,
      },
    ),
    isPrivate: true,
  },
  'upload-failed': {
    command: '/upload',
    message: textMessage(
      [
        'Modpack 3 could not be turned into a server pack:',
        ...problemLines(
          [
            {
              code: 'NO_MODS',
              message: 'The archive has no mods folder.',
              entry: null,
              link: null,
              tellsOfLeftOut: false,
            },
          ],
          words,
        ),
      ].join('\n'),
    ),
    isPrivate: true,
  },
  download: {
    command: '/download',
    message: serverPackMessage({ ...serverPack, downloads: 12 }, card),
    isPrivate: false,
  },
  dropped: {
    command: words.buttons.dropped,
    message: droppedMessage(
      {
        name: modPack.title,
        keptCount: 211,
        droppedCount: 34,
        javaVersion: null,
        newestJavaVersion: null,
        warnings: [],
        page: {
          nodes: [
            {
              file: 'Oculus-1.6.9.jar',
              reason: 'CLIENT_ONLY',
              evidence: 'mods.toml: every dependency on forge and minecraft is CLIENT',
            },
            { file: 'zoomify-2.11.jar', reason: 'CLIENT_MODS', evidence: 'clientMods has "zoomify"' },
          ],
          pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' },
        },
      },
      { words, title: words.dropped.title, pageId: 'dropped-page:7', further: [] },
    ),
    isPrivate: true,
  },
  vote: {
    command: '/vote',
    message: textMessage(words.votes.counted(7, true, words.votes.counts({ upVotes: 5, downVotes: 0 }))),
    isPrivate: true,
  },
  crash: {
    command: '/crash',
    message: findingsMessage(
      [
        {
          cause: 'CLIENT_ONLY_MOD',
          message: 'A mod needs parts of the game that only clients have.',
          lines: [
            {
              number: 41,
              text: 'java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft',
            },
          ],
          suspects: [{ file: 'zoomify-2.11.jar', modId: 'zoomify', className: null }],
          act: { kind: 'DROP_MOD', modId: null, version: null, java: null, files: ['zoomify-2.11.jar'] },
        },
      ],
      {
        name: 'latest.log',
        words,
        buttons: [startButton('1', words.buttons.buildWithout('zoomify-2.11.jar'))],
      },
    ),
    isPrivate: false,
  },
  status: { command: '/status', message: modPackMessage(modPack, [], words), isPrivate: true },
};

function text(x: number, y: number, words: string, style = ''): string {
  return `<text x="${x}" y="${y}" ${style}>${xml(shown(words))}</text>`;
}

/** In characters: what fits into a line of a message, of an embed, of one of its fields and of a code block. */
const longest = { message: 62, embed: 58, field: 64, code: 54 };

/** A line as people see it: text, small print, or code. */
interface Line {
  words: string;
  kind: 'text' | 'small' | 'code';
}

/** The lines of a text, long ones broken; what stands between fences is code. */
function linesOf(content: string, most: number): Line[] {
  let isCode = false;
  return content.split('\n').flatMap((words): Line[] => {
    if (words.startsWith('```')) {
      isCode = !isCode;
      return [];
    }
    const kind = isCode ? 'code' : words.startsWith('-# ') ? 'small' : 'text';
    const bare = kind === 'code' ? words : shown(words.replace(/^-# /, '').replaceAll(/<t:(\d+):t>/g, clock));
    return broken(bare, kind === 'code' ? longest.code : most).map((part) => ({ words: part, kind }));
  });
}

function broken(words: string, most: number): string[] {
  return words.match(new RegExp(`.{1,${most}}(?:\\s|$)|.{1,${most}}`, 'g')) ?? [''];
}

function clock(_tag: string, seconds: string): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(11, 16);
}

/** Discord's markdown as people see it. */
function shown(words: string): string {
  return words.replaceAll(/\\(.)/g, '$1').replaceAll('**', '').replaceAll('`', '');
}

function xml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const styles: Record<Line['kind'], string> = {
  text: '',
  small: 'font-size="11" fill="#949ba4"',
  code: 'font-family="monospace" font-size="12"',
};

/** Lines below each other from `top` on; code stands in a box of its own. */
function drawLines(lines: readonly Line[], x: number, top: number): string {
  const code = lines.flatMap(({ kind }, index) => (kind === 'code' ? [index] : []));
  const [first] = code;
  const box =
    first === undefined
      ? []
      : [
          `<rect x="${x}" y="${top + first * line - 16}" width="${width - x - 20}" height="${code.length * line + 4}" rx="4" fill="#1e1f22"/>`,
        ];
  const drawn = lines.map(({ words, kind }, index) =>
    words === ''
      ? ''
      : `<text x="${kind === 'code' ? x + 8 : x}" y="${top + index * line}" ${styles[kind]}>${xml(words)}</text>`,
  );
  return [...box, ...drawn.filter((part) => part !== '')].join('\n');
}

/** The lines of a field's value, within its column or across the embed. */
function fieldLines({ value, inline }: APIEmbedField): Line[] {
  return linesOf(value, inline ? 22 : longest.field).map(({ words }) => ({ words, kind: 'text' }));
}

function rowHeight(row: readonly APIEmbedField[]): number {
  return (1 + Math.max(...row.map((field) => fieldLines(field).length))) * line;
}

function embedHeight({ fields = [], footer, description, title, timestamp }: APIEmbed): number {
  const texts = (title === undefined ? 0 : 1) + linesOf(description ?? '', longest.embed).length;
  const rows = rowsOf(fields).reduce((sum, row) => sum + rowHeight(row), 0);
  const foot = footer === undefined && timestamp === undefined ? 0 : line;
  return (description === undefined ? texts - 1 : texts) * line + rows + foot + 24;
}

function rowsOf<T extends { inline?: boolean }>(fields: T[]): T[][] {
  const rows: T[][] = [];
  for (const field of fields) {
    const row = rows.at(-1);
    if (field.inline && row?.[0]?.inline && row.length < 3) row.push(field);
    else rows.push([field]);
  }
  return rows;
}

function drawEmbed(embed: APIEmbed, top: number): string {
  const height = embedHeight(embed);
  const parts = [
    `<rect x="64" y="${top}" width="${width - 84}" height="${height}" rx="4" fill="#2b2d31"/>`,
    `<rect x="64" y="${top}" width="4" height="${height}" fill="#${(embed.color ?? 0).toString(16).padStart(6, '0')}"/>`,
  ];
  let y = top + 24;
  if (embed.title !== undefined) {
    parts.push(text(80, y, embed.title, 'font-weight="bold"'));
    y += line;
  }
  if (embed.description !== undefined) {
    const lines = linesOf(embed.description, longest.embed);
    parts.push(drawLines(lines, 80, y));
    y += lines.length * line;
  }
  for (const row of rowsOf(embed.fields ?? [])) {
    for (const [column, field] of row.entries()) {
      const x = 80 + column * 150;
      parts.push(text(x, y, field.name, 'font-weight="bold" font-size="12"'));
      for (const [index, { words }] of fieldLines(field).entries())
        parts.push(text(x, y + (index + 1) * line, words, 'font-size="12"'));
    }
    y += rowHeight(row);
  }
  const at = embed.timestamp?.slice(0, 16).replace('T', ' ');
  const foot = [embed.footer?.text, at].filter((part) => part !== undefined).join(' • ');
  if (foot !== '') parts.push(text(80, y, foot, 'font-size="11" fill="#949ba4"'));
  return parts.join('\n');
}

const colours: Partial<Record<ButtonStyle, string>> = {
  [ButtonStyle.Link]: '#4e5058',
  [ButtonStyle.Success]: '#248046',
  [ButtonStyle.Danger]: '#da373c',
};

function drawButtons(buttons: APIButtonComponent[], top: number): string {
  let x = 64;
  const parts: string[] = [];
  for (const button of buttons) {
    const label = 'label' in button ? (button.label ?? '') : '';
    const size = 24 + label.length * 7;
    parts.push(
      `<rect x="${x}" y="${top}" width="${size}" height="32" rx="4" fill="${colours[button.style] ?? '#4e5058'}"/>`,
      text(x + 12, top + 21, label, 'font-size="13"'),
    );
    x += size + 8;
  }
  return parts.join('\n');
}

/** Draws one message. */
function draw({ command, message, isPrivate }: Picture): string {
  const parts = [
    text(64, 24, `Ada used ${command}`, 'font-size="12" fill="#949ba4"'),
    '<circle cx="36" cy="50" r="18" fill="#5865f2"/>',
    text(64, 48, 'Server packs', 'font-weight="bold"'),
  ];
  let y = 68;
  if (message.content !== '') {
    const lines = linesOf(message.content, longest.message);
    parts.push(drawLines(lines, 64, y));
    y += lines.length * line;
  }
  if (message.content === '') y -= 8;
  for (const embed of message.embeds) {
    parts.push(drawEmbed(embed, y));
    y += embedHeight(embed) + 8;
  }
  for (const { components } of message.components) {
    parts.push(
      drawButtons(
        components.filter(({ type }) => type === ComponentType.Button),
        y,
      ),
    );
    y += 40;
  }
  if (isPrivate) {
    parts.push(text(64, y + 8, 'Only you can see this', 'font-size="11" fill="#949ba4"'));
    y += line;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y + 8}" font-family="sans-serif" font-size="14" fill="#dbdee1">`,
    `<rect width="100%" height="100%" rx="8" fill="#313338"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** The pictures by their file names in docs/discord. */
export function drawReplies(): Map<string, string> {
  return new Map(Object.entries(pictures).map(([name, picture]) => [`${name}.svg`, draw(picture)]));
}

if (import.meta.main) {
  await mkdir(folder, { recursive: true });
  for (const [name, picture] of drawReplies()) await writeFile(`${folder}/${name}`, picture);
}
