import { describe, expect, it } from 'vitest';
import { type Ask, checkPlatforms } from './check-platforms.ts';
import { curseForgeFileLike, curseForgeProjectLike } from './curseforge.ts';
import { ftbFileLike, ftbPackLike, ftbVersionLike } from './ftb.ts';
import { modrinthProjectLike, modrinthVersionLike } from './modrinth.ts';

const at = {
  modrinth: 'https://modrinth.test',
  curseForge: 'https://curseforge.test',
  ftb: 'https://ftb.test',
};
const sha512 = 'a'.repeat(128);
const version = modrinthVersionLike({
  environment: 'client_only',
  files: [
    {
      hashes: { sha512, sha1: 'b'.repeat(40) },
      url: 'https://cdn.test/a.jar',
      filename: 'a.jar',
      primary: true,
      size: 1,
    },
  ],
});
const project = modrinthProjectLike({});
const ofFtb = ftbFileLike('mods/a.jar', Buffer.from('a'), { url: 'https://files.test/a.jar' });
const file = curseForgeFileLike({ gameVersions: ['1.20.1', 'Client'] });

/** Asks platforms that answer as recorded but for what is given by path; tells what was asked by which key. */
async function check(given: Readonly<Record<string, unknown>>, curseForgeKey: string | null = 'the-key') {
  const answers: Record<string, unknown> = {
    'https://modrinth.test/projects': [project],
    'https://modrinth.test/project/AANobbMI/version': [version],
    'https://modrinth.test/version_files': { [sha512]: version },
    'https://ftb.test/modpack/125': ftbPackLike({}),
    'https://ftb.test/modpack/125/100130': ftbVersionLike({ files: [ofFtb] }),
    'https://curseforge.test/mods': { data: [curseForgeProjectLike({})] },
    'https://curseforge.test/mods/files': { data: [file] },
    'https://curseforge.test/mods/238222/files': {
      data: [file],
      pagination: { index: 0, pageSize: 50, resultCount: 1, totalCount: 1 },
    },
    ...given,
  };
  const asked: [string, string | undefined][] = [];
  const ask: Ask = async (url, { headers }) => {
    const path = url.replace(/\?.*/, '');
    asked.push([new URL(url).host, headers?.['x-api-key']]);
    const answer = answers[path];
    if (answer === undefined) throw new Error('It answers 404.');
    return structuredClone(answer);
  };
  const findings = await checkPlatforms(ask, { ...at, curseForgeKey });
  const changed = findings.filter(({ faults, news }) => faults.length + news.length > 0);
  return { findings, changed, asked };
}

describe('the check of the platforms', () => {
  it('has nothing to tell where all is as recorded, and sends the key to CurseForge alone', async () => {
    const { findings, changed, asked } = await check({});
    expect(changed).toEqual([]);
    expect(findings.map(({ question }) => question)).toEqual([
      'Modrinth: /projects',
      'Modrinth: /project/…/version',
      'Modrinth: /version_files',
      'FTB: /modpack/…',
      'FTB: /modpack/…/…',
      'CurseForge: /mods',
      'CurseForge: /mods/files',
      'CurseForge: /mods/…/files',
    ]);
    expect(new Set(asked.map((one) => one.join(' ')))).toEqual(
      new Set(['modrinth.test ', 'ftb.test ', 'curseforge.test the-key']),
    );
  });

  it('asks all but CurseForge without a key', async () => {
    const hosts = (await check({}, null)).asked.map(([host]) => host);
    expect(new Set(hosts)).toEqual(new Set(['modrinth.test', 'ftb.test']));
  });

  const versions = 'https://modrinth.test/project/AANobbMI/version';
  const files = 'https://curseforge.test/mods/files';
  const { project_id: _, ...without } = version;
  const fault = (text: string) => ({ faults: [expect.stringContaining(text)] });
  const byHash = (environment: unknown) => ({ [sha512]: { ...version, environment } });
  const hashes = 'https://modrinth.test/version_files';
  const ofFtbVersion = 'https://ftb.test/modpack/125/100130';
  it.each<[string, string, unknown, { faults?: unknown[]; news?: string[] }]>([
    ['a new field', versions, [1, 2].map((speed) => ({ ...version, speed })), { news: ['….speed'] }],
    ['a field that is gone', versions, [without], fault('….project_id')],
    ['another type', files, { data: [{ ...file, fileLength: '7' }] }, fault('data.….fileLength')],
    ['a new word', hashes, byHash('moon_only'), fault('….environment')],
    ['a version without what is relied on', hashes, byHash(null), fault('no environment of a version')],
    [
      'a file without marks',
      files,
      { data: [{ ...file, gameVersions: ['1.20.1'] }] },
      fault('no mark Client or Server of a file'),
    ],
    ['a version that names no files', ofFtbVersion, ftbVersionLike({}), fault('no files')],
    ['no answer', 'https://modrinth.test/projects', undefined, fault('It answers 404.')],
  ])('tells of %s', async (_, path, answer, told) => {
    const { changed } = await check({ [path]: answer });
    expect(changed).toEqual([{ question: expect.any(String), faults: [], news: [], ...told }]);
  });

  it('asks on where an answer has only something new', async () => {
    const { findings } = await check({ [versions]: [{ ...version, speed: 1 }] });
    expect(findings).toHaveLength(8);
  });
});
