import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { modPackMessage, problemLines, serverPackMessage } from '../../../bot/format/cards.ts';
import { droppedMessage } from '../../../bot/format/dropped.ts';
import { linksAt } from '../../../bot/format/links.ts';
import { findingsMessage } from '../../../bot/format/log-findings.ts';
import { underWayMessage } from '../../../bot/format/under-way.ts';
import type { ModPackCardFragment, ServerPackCardFragment } from '../../../bot/gql/graphql.ts';
import { type MessageBody, textMessage } from '../../../bot/message.ts';
import { drawReplies } from '../../../scripts/draw-replies.ts';
import { problemCodes, warningCodes } from '../../../src/archive/problem-codes.ts';
import { runProblemCodes } from '../../../src/core/runs/run-problems.ts';
import { fetchProblemCodes } from '../../../src/fetching/problem-codes.ts';
import { en, wordsOf } from '../../../texts/bot.ts';
import { bot as de } from '../../../texts/de/bot.ts';
import { messageForm, parseForm } from '../../support/discord/forms.ts';

const hostile = `@everyone <@42> **x** [y](https://evil.example) \`\`\` \u202e ${'*_`~|'.repeat(400)}`;
const publicUrl = new URL('https://packs.example/');
const linkTo = linksAt({ gatewayUrl: publicUrl, publicUrl });

const path = `api/v2/serverpacks/download/${2 ** 31 - 1}`;

function serverPack(name: string, version: string): ServerPackCardFragment {
  return {
    databaseId: 2 ** 31 - 1,
    size: 2 ** 50,
    downloads: 2 ** 31 - 1,
    upVotes: 2 ** 31 - 1,
    downVotes: 2 ** 31 - 1,
    createdAt: '2026-03-01T12:00:00.000Z',
    downloadUrl: `https://packs.example/${path}`,
    boot: {
      state: 'ENDED',
      outcome: 'FAILED',
      java: hostile,
      seconds: 41.3,
      peakMemory: 2 ** 40,
      repairs: Array.from({ length: 60 }, () => ({ dropped: [hostile] })),
    },
    keptCount: 65_000,
    droppedCount: 65_000,
    warnings: problems,
    modPack: { databaseId: 2 ** 31 - 1, title: name, scan: null },
    run: {
      databaseId: 2 ** 31 - 1,
      configuration: {
        gameVersion: version,
        modloader: 'LEGACYFABRIC',
        modloaderVersion: version,
        format: 'ZIP',
      },
    },
  };
}

function modPack(name: string, version: string): ModPackCardFragment {
  const nodes = Array.from({ length: 10 }, () => serverPack(name, version));
  return {
    databaseId: 2 ** 31 - 1,
    title: name,
    size: 2 ** 50,
    status: 'ERROR',
    createdAt: '2026-03-01T12:00:00.000Z',
    runs: { nodes: [] },
    scan: { quarantined: true },
    serverPacks: { totalCount: 4000, nodes },
  };
}

const problems = Array.from({ length: 100 }, () => ({
  code: hostile,
  message: hostile,
  entry: hostile,
  link: null,
  tellsOfLeftOut: false,
}));

const dropped = {
  name: hostile,
  keptCount: 65_000,
  droppedCount: 65_000,
  javaVersion: null,
  newestJavaVersion: null,
  page: {
    nodes: Array.from({ length: 8 }, () => ({
      file: hostile,
      reason: 'KNOWN_CLIENT_MOD' as const,
      evidence: hostile,
    })),
    pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: 'a', endCursor: 'b' },
  },
  warnings: problems,
};
const suspect = { file: hostile, modId: hostile, className: hostile };
const findings = Array.from({ length: 20 }, () => ({
  cause: 'DUPLICATE_MOD' as const,
  message: hostile,
  lines: [
    { number: 1_000_000, text: hostile },
    { number: 1_000_001, text: hostile },
  ],
  suspects: [suspect, { ...suspect, file: `2${hostile}` }, { ...suspect, file: `3${hostile}` }],
  act: {
    kind: 'KEEP_ONE_OF' as const,
    modId: hostile,
    version: hostile,
    java: 21,
    files: Array.from({ length: 300 }, () => hostile),
  },
}));
const messages = Object.entries(wordsOf).flatMap(([language, words]): [string, MessageBody][] => [
  [
    `a server pack (${language})`,
    serverPackMessage(serverPack(hostile, hostile), { words, linkTo, mayVote: true }),
  ],
  [`a run (${language})`, underWayMessage(hostile, 'Building', { words, modPack: 2 ** 31 - 1 })],
  [`a modpack (${language})`, modPackMessage(modPack(hostile, hostile), problems, words)],
  [
    `why a server does not start (${language})`,
    findingsMessage(findings, { name: hostile, words, buttons: [] }),
  ],
  [`a failure (${language})`, textMessage(problemLines(problems, words).join('\n'))],
  [
    `what was dropped (${language})`,
    droppedMessage(dropped, { words, title: words.dropped.preview, pageId: 'page:1', further: [] }),
  ],
]);

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
  test('says what to look at before its start, the first two and how many more there are, and a missing opinion by itself', () => {
    const warning = { code: 'NEW', entry: 'mods/a.jar', link: null, tellsOfLeftOut: false };
    const missing = ['One', 'Two', 'Three'].map((message) => ({ ...warning, message }));
    const unasked = { ...warning, code: 'CATALOGUE_NOT_ASKED', entry: null, message: 'Not asked.' };
    const warnings = [unasked, ...missing, { ...warning, tellsOfLeftOut: true, message: 'A world' }];
    const message = serverPackMessage(
      { ...serverPack('Pack', '1.20.1'), warnings },
      { words: en, linkTo, mayVote: true },
    );
    expect(message.embeds[0]?.fields).toEqual(
      expect.arrayContaining([
        { name: en.card.beforeStart, value: '- One\n- Two\nand 1 more in server-pack.json' },
        { name: en.card.leftOut, value: '- A world' },
        { name: en.card.toKnow, value: '-# Not asked\\.' },
      ]),
    );
    const silent = serverPackMessage(
      { ...serverPack('Pack', '1.20.1'), warnings: [] },
      { words: en, linkTo, mayVote: true },
    );
    expect(JSON.stringify(silent)).not.toContain(en.card.beforeStart);
  });

  test('is linked where Discord accepts the address, and shown as text where it does not', () => {
    const pack = serverPack('pack.zip', '1.20.1');
    const linked = serverPackMessage(pack, { words: en, linkTo, mayVote: true, hasPage: true });
    const shown = serverPackMessage(pack, {
      words: en,
      linkTo: linksAt({ gatewayUrl: publicUrl, publicUrl: new URL('http://localhost:8080/') }),
      mayVote: true,
      hasPage: true,
    });
    expect(linked.components[0]?.components[0]).toMatchObject({ url: `https://packs.example/${path}` });
    expect(linked.components[1]?.components[1]).toMatchObject({
      label: 'Web page',
      url: expect.stringMatching(/^https:\/\/packs\.example\/serverpacks\/\d+$/),
    });
    expect(JSON.stringify(shown.components)).not.toContain('url');
    expect(shown.embeds[0]?.fields).toContainEqual({
      name: 'Download',
      value: `\`http://localhost:8080/${path}\``,
    });
  });
});

test('of a modpack in quarantine, a server pack has no links, and both say why', () => {
  const pack = serverPack('pack.zip', '1.20.1');
  const shut = { ...pack, modPack: { ...pack.modPack, scan: { quarantined: true } } };
  const message = serverPackMessage(shut, { words: en, linkTo, mayVote: false });
  expect(message.components[0]?.components).toMatchObject([
    { label: 'What was dropped?' },
    { label: 'Change settings' },
  ]);
  expect(JSON.stringify(message)).not.toContain(path);
  expect(message.embeds[0]?.fields).toContainEqual({ name: 'Quarantine', value: en.card.quarantined });
  const { embeds } = modPackMessage(modPack('pack.zip', '1.20.1'), [], en);
  expect(embeds[0]?.description).toContain(en.card.quarantined);
});

describe('a modpack', () => {
  test('lists its newest server packs first, cut between entries, with how many older ones there are', () => {
    const [, , field] = modPackMessage(modPack('pack.zip', '1.20.1'), [], en).embeds[0]?.fields ?? [];
    const lines = (field?.value ?? '').split('\n');
    expect(lines.at(-1)).toBe(`… and ${4000 - (lines.length - 1)} older`);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\*\*\d+\*\* .* fails for \d+$/);
  });
});

describe('problems', () => {
  test('are told in other languages by their codes, every one that the gateway has', () => {
    const codes = [problemCodes, warningCodes, runProblemCodes, fetchProblemCodes].flatMap(Object.keys);
    for (const code of codes) {
      for (const { language, problem } of Object.values(wordsOf)) {
        const said = problem(code, 'In English.');
        if (language !== 'en') expect([language, code, said]).not.toEqual([language, code, 'In English.']);
        expect(said.length, code).toBeLessThan(150);
      }
    }
    expect(de.problem('A_NEW_CODE', 'In English.')).toBe('In English.');
    const noMods = {
      code: 'NO_MODS',
      message: 'In English.',
      entry: null,
      link: null,
      tellsOfLeftOut: false,
    };
    expect(problemLines([noMods], de)).toEqual(['• Im Ordner mods des Packs liegt kein Jar\\.']);
  });

  test('where the pack lies is told whole, with the command that takes it', () => {
    const link = `https://example.org/${'a'.repeat(400)}.zip`;
    const message = `start.sh installs a pack. Import it by its link "${link}".`;
    const told = { code: 'PACK_ELSEWHERE', message, entry: 'start.sh', link, tellsOfLeftOut: false };
    expect(problemLines([told], en)).toEqual([
      `• start\\.sh installs a pack\\. Import it by its link\\. (\`/import link:${link}\`)`,
    ]);
  });

  test('each is a line with its entry, and those beyond five are counted', () => {
    const few = [
      { code: 'PATH_TOO_DEEP', message: 'Too deep.', entry: 'a/b.zip', link: null, tellsOfLeftOut: false },
      ...problems.slice(0, 6),
    ];
    const lines = problemLines(few, en);
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
