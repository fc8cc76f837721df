import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Response } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPublishPlatforms, type PublishPlatforms, tokens } from '../platforms/publishing.ts';
import { zipWith } from '../support/zip.ts';
import { run } from './terminal.ts';

const pack = zipWith({ 'server-pack.json': '{}', 'mods/a.jar': 'x'.repeat(70_000) });
const environment = { CURSEFORGE_UPLOAD_TOKEN: tokens.curseForge, GITHUB_TOKEN: tokens.gitHub };

let folder: string;
let file: string;
let platforms: PublishPlatforms;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'publish-'));
  file = path.join(folder, 'Pack_server_pack.zip');
  await writeFile(file, pack);
  platforms = await openPublishPlatforms();
});
afterEach(async () => {
  await platforms[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const publish = (args: readonly string[], own: Record<string, string> = environment) =>
  run(['publish', ...args], { environment: own, connect: platforms.connect });
const toRelease = (...more: string[]) =>
  publish(['github', file, '--repo', 'some/pack', '--tag', 'v1', ...more]);

describe('publish curseforge', () => {
  const toProject = (project: string, own?: Record<string, string>) =>
    publish(
      [
        'curseforge',
        file,
        '--project',
        project,
        '--parent',
        '42',
        '--changelog',
        path.join(folder, 'changes.md'),
      ],
      own,
    );
  beforeEach(() => writeFile(path.join(folder, 'changes.md'), '## News'));

  it("adds the server pack to the modpack's file, whole, and says that it has to be marked there", async () => {
    const { exitCode, out, error } = await toProject('7');
    expect([exitCode, out]).toEqual([0, 'CurseForge has it as file 20402, below file 42.\n']);
    expect(error).toContain('Mark it there as a server pack');
    const [request] = platforms.requests;
    const form = await new Response(request?.body, {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    // It takes no versions of the game beside a parent.
    expect(JSON.parse(String(form.get('metadata')))).toEqual({
      changelog: '## News',
      changelogType: 'markdown',
      displayName: 'Pack_server_pack.zip',
      parentFileID: 42,
      releaseType: 'release',
    });
    const sent = form.get('file');
    if (sent === null || typeof sent === 'string') throw new Error('There was no file.');
    expect(Buffer.from(await sent.arrayBuffer()).equals(pack)).toBe(true);
  });

  it('says in words which token is missing or refused, and which project is not there', async () => {
    const without = await toProject('7', {});
    expect([without.exitCode, without.error]).toEqual([
      2,
      expect.stringContaining('CURSEFORGE_UPLOAD_TOKEN'),
    ]);
    const wrong = await toProject('7', { CURSEFORGE_UPLOAD_TOKEN: 'other' });
    expect([wrong.exitCode, wrong.error]).toEqual([
      4,
      expect.stringContaining('You do not have permission.'),
    ]);
    const away = await toProject('8');
    expect([away.exitCode, away.error]).toEqual([4, expect.stringContaining('no project 8')]);
  });
});

describe('publish github', () => {
  it('adds the server pack to the release, whole', async () => {
    const { exitCode, out } = await toRelease();
    expect([exitCode, out]).toEqual([
      0,
      'The release has it at https://github.com/some/pack/releases/download/v1/Pack_server_pack.zip\n',
    ]);
    expect(platforms.requests.at(-1)?.body.equals(pack)).toBe(true);
    expect(platforms.requests.at(-1)?.headers['content-type']).toBe('application/zip');
  });

  it('replaces a file of the same name when it is told to, and what is left of an upload that broke off', async () => {
    platforms.assets.push({ id: 3, name: 'Pack_server_pack.zip', state: 'uploaded' });
    const refused = await toRelease();
    expect([refused.exitCode, refused.error]).toEqual([4, expect.stringContaining('--replace')]);
    expect((await toRelease('--replace')).exitCode).toBe(0);
    platforms.assets = [{ id: 4, name: 'Pack_server_pack.zip', state: 'starter' }];
    expect((await toRelease()).exitCode).toBe(0);
    expect(platforms.assets).toEqual([{ id: 9, name: 'Pack_server_pack.zip', state: 'uploaded' }]);
  });

  it('sends its token to no host but those of GitHub, whatever the release names', async () => {
    platforms.uploadUrl = 'https://evil.test/assets{?name,label}';
    const { exitCode, error } = await toRelease();
    expect([exitCode, error]).toEqual([4, expect.stringContaining('the token is not sent there')]);
    expect(platforms.requests.map(({ to }) => to)).toEqual([
      'api.github.com/repos/some/pack/releases/tags/v1',
    ]);
  });

  it('says in words when the token is refused, the release is not there, or GitHub cannot be reached', async () => {
    const wrong = await publish(['github', file, '--repo', 'some/pack', '--tag', 'v1'], {
      GITHUB_TOKEN: 'other',
    });
    expect([wrong.exitCode, wrong.error]).toEqual([4, expect.stringContaining('Bad credentials')]);
    const away = await publish(['github', file, '--repo', 'some/pack', '--tag', 'v2']);
    expect([away.exitCode, away.error]).toEqual([4, expect.stringContaining('There is no release "v2"')]);
    await platforms[Symbol.asyncDispose]();
    expect((await toRelease()).exitCode).toBe(5);
    platforms = await openPublishPlatforms();
  });
});

describe('publish', () => {
  it('takes no file that is not a zip', async () => {
    await writeFile(file, 'no zip');
    const { exitCode, error } = await toRelease();
    expect([exitCode, error]).toEqual([3, expect.stringContaining('is no zip')]);
    expect(platforms.requests).toEqual([]);
  });
});
