import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  modPackMessage,
  problemLines,
  serverPackMessage,
  underWayMessage,
} from '../../../bot/format/cards.ts';
import { linksAt } from '../../../bot/format/links.ts';
import type { ModPackCardFragment, ServerPackCardFragment } from '../../../bot/gql/graphql.ts';
import { type MessageBody, textMessage } from '../../../bot/message.ts';
import { drawReplies } from '../../../scripts/draw-replies.ts';
import { parseForm } from '../../support/discord/api-error.ts';
import { messageForm } from '../../support/discord/message-form.ts';

const hostile = `@everyone <@42> **x** [y](https://evil.example) \`\`\` \u202e ${'*_`~|'.repeat(400)}`;
const publicUrl = new URL('https://packs.example/');
const linkTo = linksAt({ gatewayUrl: publicUrl, publicUrl });

const path = `api/v2/serverpacks/download/${2 ** 31 - 1}`;

function serverPack(name: string, version: string): ServerPackCardFragment {
  return {
    databaseId: 2 ** 31 - 1,
    size: 2 ** 50,
    downloads: 2 ** 31 - 1,
    confirmedWorking: -3,
    dateCreated: '2026-03-01T12:00:00.000Z',
    downloadUrl: `https://packs.example/${path}`,
    keptCount: 65_000,
    droppedCount: 65_000,
    modPack: { databaseId: 2 ** 31 - 1, name },
    runConfiguration: {
      databaseId: 2 ** 31 - 1,
      gameVersion: version,
      modloader: 'LEGACYFABRIC',
      modloaderVersion: version,
    },
  };
}

function modPack(name: string, version: string): ModPackCardFragment {
  const nodes = Array.from({ length: 10 }, () => serverPack(name, version));
  return {
    databaseId: 2 ** 31 - 1,
    name,
    size: 2 ** 50,
    status: 'ERROR',
    dateCreated: '2026-03-01T12:00:00.000Z',
    serverPacks: { totalCount: 4000, nodes },
  };
}

const problems = Array.from({ length: 100 }, () => ({ error: hostile, entry: hostile }));

const messages: [string, MessageBody][] = [
  ['a server pack', serverPackMessage(serverPack(hostile, hostile), linkTo)],
  ['a run', underWayMessage(hostile, 'Building', 2 ** 31 - 1)],
  ['a modpack', modPackMessage(modPack(hostile, hostile), problems)],
  ['a failure', textMessage(problemLines(problems).join('\n'))],
];

describe('the longest and most hostile text of others', () => {
  test.each(messages)('%s stays within the limits of Discord', (_name, message) => {
    expect(parseForm(messageForm, message)).toMatchObject({ content: message.content });
  });

  test.each(messages)('%s neither mentions, formats nor links', (_name, message) => {
    const text = JSON.stringify(message).replaceAll('\\\\', '\\');
    expect(text).not.toMatch(/(?<!\\)(@everyone|<@42>|```|\]\()/);
    expect(text).not.toContain('\u202e');
  });
});

describe('a server pack', () => {
  test('is linked where Discord accepts the address, and shown as text where it does not', () => {
    const pack = serverPack('pack.zip', '1.20.1');
    const linked = serverPackMessage(pack, linkTo);
    const shown = serverPackMessage(
      pack,
      linksAt({ gatewayUrl: publicUrl, publicUrl: new URL('http://localhost:8080/') }),
    );
    expect(linked.components[0]?.components[0]).toMatchObject({ url: `https://packs.example/${path}` });
    expect(linked.components[0]?.components).toHaveLength(3);
    expect(shown.components[0]?.components).toHaveLength(2);
    expect(shown.embeds[0]?.fields).toContainEqual({
      name: 'Download',
      value: `\`http://localhost:8080/${path}\``,
    });
  });
});

describe('problems', () => {
  test('each is a line with its entry, and those beyond five are counted', () => {
    const few = [{ error: 'Too deep.', entry: 'a/b.zip' }, ...problems.slice(0, 6)];
    const lines = problemLines(few);
    expect(lines[0]).toBe('• Too deep\\. (a\\/b\\.zip)');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('… and 2 more');
  });
});

test('the pictures in the documentation show what the bot sends', async () => {
  const drawn = drawReplies();
  expect((await readdir('docs/discord')).sort()).toEqual([...drawn.keys()].sort());
  for (const [name, picture] of drawn) expect(await readFile(`docs/discord/${name}`, 'utf8')).toBe(picture);
});
