import { mkdir, writeFile } from 'node:fs/promises';
import { type APIButtonComponent, type APIEmbed, ButtonStyle, ComponentType } from 'discord.js';
import {
  modPackMessage,
  problemLines,
  serverPackMessage,
  underWayMessage,
  uploadLinkMessage,
} from '../bot/format/cards.ts';
import { linksAt } from '../bot/format/links.ts';
import type { ModPackCardFragment } from '../bot/gql/graphql.ts';
import { type MessageBody, textMessage } from '../bot/message.ts';

/** Where the pictures of docs/discord.md are; they are drawn from the very messages that the bot sends. */
const folder = 'docs/discord';
const width = 560;
const line = 20;

interface Picture {
  /** What the caller typed. */
  command: string;
  message: MessageBody;
  isPrivate: boolean;
}

const publicUrl = new URL('https://packs.example/');
const linkTo = linksAt({ gatewayUrl: publicUrl, publicUrl });
const runConfiguration = {
  databaseId: 5,
  gameVersion: '1.20.1',
  modloader: 'FORGE',
  modloaderVersion: '47.2.0',
} as const;
const serverPack = {
  databaseId: 7,
  size: 482_344_960,
  downloads: 0,
  confirmedWorking: 0,
  dateCreated: '2026-03-01T12:00:00.000Z',
  downloadUrl: 'https://packs.example/api/v2/serverpacks/download/7',
  keptCount: 211,
  droppedCount: 34,
  modPack: { databaseId: 3, name: 'Mystic Valley 2.4.zip' },
  runConfiguration,
};
const modPack: ModPackCardFragment = {
  databaseId: 3,
  name: 'Mystic Valley 2.4.zip',
  size: 612_368_384,
  status: 'GENERATED',
  dateCreated: '2026-03-01T12:00:00.000Z',
  serverPacks: { totalCount: 1, nodes: [{ ...serverPack, downloads: 12, confirmedWorking: 4 }] },
};

const pictures: Record<string, Picture> = {
  'upload-under-way': {
    command: '/upload',
    message: underWayMessage(modPack.name, 'Building the server pack', 3),
    isPrivate: false,
  },
  'upload-done': { command: '/upload', message: serverPackMessage(serverPack, linkTo), isPrivate: false },
  'upload-link': {
    command: '/upload',
    message: uploadLinkMessage(
      linkTo('https://packs.example/upload/12.q3Zr0LxYk0vMB2mB1bC7nZp5uQ9aW4sE8dR6tYhJkLo'),
      new Date('2026-03-01T13:00:00.000Z'),
    ),
    isPrivate: true,
  },
  'upload-failed': {
    command: '/upload',
    message: textMessage(
      [
        'Modpack 3 could not be turned into a server pack:',
        ...problemLines([{ error: 'The archive has no mods folder.', entry: null }]),
      ].join('\n'),
    ),
    isPrivate: true,
  },
  generate: {
    command: '/generate',
    message: serverPackMessage(
      {
        ...serverPack,
        databaseId: 8,
        size: 482_871_296,
        keptCount: 212,
        droppedCount: 33,
        downloadUrl: 'https://packs.example/api/v2/serverpacks/download/8',
        runConfiguration: {
          ...runConfiguration,
          databaseId: 6,
          modloader: 'NEOFORGE',
          modloaderVersion: '47.1.106',
        },
      },
      linkTo,
    ),
    isPrivate: false,
  },
  download: {
    command: '/download',
    message: serverPackMessage({ ...serverPack, downloads: 12 }, linkTo),
    isPrivate: false,
  },
  vote: {
    command: '/vote',
    message: textMessage('You say that server pack 7 works. Confirmed working: 5.'),
    isPrivate: true,
  },
  status: { command: '/status', message: modPackMessage(modPack, []), isPrivate: true },
};

function text(x: number, y: number, words: string, style = ''): string {
  return `<text x="${x}" y="${y}" ${style}>${xml(shown(words))}</text>`;
}

/** In characters. */
const longestLine = 66;

/** The lines that people see of a text: fences are not shown, long lines are broken. */
function linesOf(content: string): string[] {
  return content
    .split('\n')
    .filter((words) => words !== '' && !words.startsWith('```'))
    .flatMap((words) => words.replaceAll(/<t:(\d+):t>/g, clock).match(rowPattern) ?? []);
}

const rowPattern = new RegExp(`.{1,${longestLine}}(?:\\s|$)|.{1,${longestLine}}`, 'g');

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

function embedHeight({ fields = [], footer, description, title }: APIEmbed): number {
  const lines =
    (title === undefined ? 0 : 1) + (description?.split('\n').length ?? 0) + rowsOf(fields).length * 2;
  return lines * line + (footer === undefined ? 0 : line) + 24;
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
  const put = (x: number, words: string, style = '') => parts.push(text(x, y, words, style));
  if (embed.title !== undefined) {
    put(80, embed.title, 'font-weight="bold"');
    y += line;
  }
  for (const words of embed.description?.split('\n') ?? []) {
    put(80, words);
    y += line;
  }
  for (const row of rowsOf(embed.fields ?? [])) {
    for (const [column, { name }] of row.entries())
      put(80 + column * 150, name, 'font-weight="bold" font-size="12"');
    y += line;
    for (const [column, { value }] of row.entries()) put(80 + column * 150, value, 'font-size="12"');
    y += line;
  }
  if (embed.footer !== undefined) put(80, embed.footer.text, 'font-size="11" fill="#949ba4"');
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
    const size = 28 + label.length * 8;
    parts.push(
      `<rect x="${x}" y="${top}" width="${size}" height="32" rx="4" fill="${colours[button.style] ?? '#4e5058'}"/>`,
      text(x + 14, top + 21, label, 'font-size="13"'),
    );
    x += size + 8;
  }
  return parts.join('\n');
}

/** One message as a picture. */
function draw({ command, message, isPrivate }: Picture): string {
  const parts = [
    text(64, 24, `Ada used ${command}`, 'font-size="12" fill="#949ba4"'),
    '<circle cx="36" cy="50" r="18" fill="#5865f2"/>',
    text(64, 48, 'Server packs', 'font-weight="bold"'),
  ];
  let y = 68;
  for (const words of linesOf(message.content)) {
    parts.push(text(64, y, words));
    y += line;
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
