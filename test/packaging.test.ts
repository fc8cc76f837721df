import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { settingNames as botSettingNames } from '../bot/config.ts';
import { createProgram } from '../cli/program.ts';
import { settingNames } from '../src/config.ts';
import { run } from './cli/terminal.ts';
import { openPublishPlatforms, tokens } from './platforms/publishing.ts';
import { mrpackWith } from './support/exports.ts';
import { fabricModJson, jarWith } from './support/jar.ts';
import { zipWith } from './support/zip.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(project, file), 'utf8');
const known = new Set([...settingNames, ...botSettingNames, 'NODE_ENV']);

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
});

describe.each(['packaging/compose.yaml', 'packaging/compose.cluster.yaml', 'packaging/compose.s3.yaml'])(
  '%s',
  (file) => {
    const { services } = compose.parse(parse(read(file), { merge: true }));
    const own = Object.entries(services).filter(([, { image }]) => image === 'server-packs');

    it('sets what the service and the bot know', () => {
      expect(own.length).toBeGreaterThan(0);
      for (const [name, { environment = {} }] of own) {
        expect([name, Object.keys(environment).filter((setting) => !known.has(setting))]).toEqual([name, []]);
      }
    });

    it('names files that are there', () => {
      for (const { build, command = [], volumes = [] } of Object.values(services)) {
        const mounted = volumes.flatMap((volume) => volume.match(/^(\.[^:]+):/)?.[1] ?? []);
        const files = [
          ...(build ? [path.join('packaging', build.context, build.dockerfile)] : []),
          ...command.filter((word) => /\.(ts|mjs)$/.test(word)),
          ...mounted.map((mount) => path.join('packaging', mount)),
        ];
        for (const named of files)
          expect([named, existsSync(path.join(project, named))]).toEqual([named, true]);
      }
    });
  },
);

it('the bot has the same rights and folder in both compose files, and any setting can be set for one node', () => {
  const servicesOf = (file: string) =>
    compose.parse(parse(read(`packaging/${file}`), { merge: true })).services;
  const { service, bot } = servicesOf('compose.yaml');
  const elsewhere = servicesOf('compose.cluster.yaml').bot;
  const place = { GATEWAY_URL: '' };
  expect({ ...elsewhere, environment: { ...elsewhere?.environment, ...place } }).toEqual({
    ...bot,
    environment: { ...bot?.environment, ...place },
  });
  expect(bot?.volumes).toEqual([`bot-data:${bot?.environment?.BOT_DATA_DIR}`]);
  expect(service?.env_file).toEqual([{ path: '.env', required: false }]);
  expect(service?.environment).not.toHaveProperty('TRUSTED_PROXIES');
});

it('no image holds what the repository does not', () => {
  const linesOf = (file: string) =>
    read(file)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/\/$/, ''));
  // Git looks for a name without a slash in every folder, Docker in the first alone.
  const forDocker = linesOf('.gitignore').map((line) =>
    line.includes('/') ? line.replace(/^\//, '') : `**/${line}`,
  );
  expect(linesOf('.dockerignore')).toEqual(expect.arrayContaining(forDocker));
  // Whatever else lies in the folder stays behind.
  expect(read('packaging/Dockerfile')).not.toMatch(/^COPY --from=build .*\/app \S+$/m);
});

it('what puts the units to work keeps their settings from other users', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'etc-'));
  const [, commands = ''] = read('docs/host-for-others.md').match(/```sh\n([^`]*tee -a[^`]*?)sudo ln /) ?? [];
  const here = commands.replaceAll('sudo ', '').replaceAll('/etc/', `${folder.path}/`);
  await promisify(execFile)('sh', ['-c', `umask 022\n${here}`]);
  const file = path.join(folder.path, 'server-packs.env');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([
    'DATA_DIR=/var/lib/server-packs\n',
    0o600,
  ]);
});

it('packaging/kubernetes sets what the service knows, and probes what it answers', () => {
  const text = read('packaging/kubernetes/server-packs.yaml');
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  const names = [...text.matchAll(/- (?:\{ )?name: ([A-Z0-9_]+)\b/g)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'TRUSTED_PROXIES']));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const probed = [...text.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, probe]) => probe);
  expect(new Set(probed)).toEqual(new Set(['/health/live', '/health/ready']));
});

it('packaging/Dockerfile copies and starts what is there, as a user without rights', () => {
  const text = read('packaging/Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  expect(copied).toContain('package-lock.json');
  for (const file of copied) expect([file, existsSync(path.join(project, file))]).toEqual([file, true]);
  expect(text.match(/^COPY --from=build .+$/gm)).toEqual(['COPY --from=build --chown=root:root /package ./']);
  expect(text).toMatch(/^USER node$/m);
  const set = [...text.matchAll(/^(?:ENV|\s+)\s*([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(set).toContain('DATA_DIR');
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

it.each(readdirSync(path.join(project, 'packaging/systemd')))(
  'packaging/systemd/%s starts what is there',
  (file) => {
    const text = read(`packaging/systemd/${file}`);
    const [, script = '', main = ''] = text.match(/^ExecStart=\/usr\/bin\/node (\S+) (\S+)$/m) ?? [];
    for (const named of [script, main])
      expect([named, existsSync(path.join(project, named))]).toEqual([named, true]);
    const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, all = '']) =>
      all.split(' ').map((one) => one.split('=')[0] ?? ''),
    );
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  },
);

describe('packaging/workflows/server-pack.yaml', () => {
  const workflow = z
    .object({
      on: z.object({ release: z.object({ types: z.array(z.string()) }) }),
      permissions: z.record(z.string(), z.string()),
      jobs: z.object({
        'server-pack': z.object({ steps: z.array(z.object({ name: z.string(), run: z.string() })) }),
      }),
    })
    .parse(parse(read('packaging/workflows/server-pack.yaml')));
  const { steps } = workflow.jobs['server-pack'];

  it('runs at each release, may do no more than add to it, and lets no name of a release into a script', () => {
    expect(workflow.on.release.types).toEqual(['published']);
    expect(workflow.permissions).toEqual({ contents: 'write' });
    expect(steps.map(({ name }) => name)).toEqual(['Install', 'Download', 'Build', 'Upload']);
    for (const { run } of steps) expect(run).not.toContain('${{');
  });

  it('builds a server pack of every modpack, whatever it is called', async () => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'workflow-'));
    const at = (...names: string[]) => path.join(folder.path, ...names);
    await mkdir(at('packs'));
    await mkdir(at('bin'));
    const mod = jarWith({ 'fabric.mod.json': fabricModJson('hud', { environment: 'client' }) });
    const pack = mrpackWith([], { 'overrides/mods/hud.jar': mod, 'overrides/mods/b.jar': jarWith({}) });
    await writeFile(at('packs', 'My pack $(id) 1.0.mrpack'), pack);
    await symlink(path.join(project, 'cli', 'server-pack.mjs'), at('bin', 'server-pack'));
    const build = steps.find(({ name }) => name === 'Build')?.run ?? '';
    await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', build], {
      cwd: folder.path,
      env: {
        ...process.env,
        PATH: `${at('bin')}:${process.env.PATH}`,
        GITHUB_STEP_SUMMARY: at('summary.md'),
      },
    });
    expect(readdirSync(at('server-packs'))).toEqual(['My pack $(id) 1.0_server_pack.zip']);
    expect(readFileSync(at('summary.md'), 'utf8')).toContain('hud.jar  says that it is for clients only');
  });
});

describe('packaging/action/action.yml', () => {
  const { inputs, runs } = z
    .object({
      inputs: z.record(z.string(), z.object({ description: z.string() })),
      runs: z.object({
        using: z.literal('composite'),
        steps: z.array(
          z.object({
            name: z.string(),
            shell: z.literal('bash'),
            run: z.string(),
            env: z.record(z.string(), z.string()),
          }),
        ),
      }),
    })
    .parse(parse(read('packaging/action/action.yml')));
  const roads = ['curseforge', 'github', 's3'];
  const handedAs = (input: string) => `$\{{ inputs.${input} }}`;
  const ofJob = `$\{{ github.token }}`;
  const optionsOf = (road: string) => {
    const write = () => undefined;
    const program = createProgram({ out: write, error: write, open: () => expect.unreachable() });
    const publish = program.commands.find((one) => one.name() === 'publish');
    const command = publish?.commands.find((one) => one.name() === road);
    const named = command?.registeredArguments.map((one) => one.name()) ?? [];
    return [...named, ...(command?.options.flatMap(({ long }) => long?.replace(/^--/, '') ?? []) ?? [])];
  };

  it('has an input for each option of the command, and no other; scripts get them as variables', () => {
    const own = ['package', 'to', 'curseforge-token', 'github-token'];
    expect(new Set(Object.keys(inputs))).toEqual(new Set([...own, ...roads.flatMap(optionsOf)]));
    const handed = runs.steps.flatMap(({ env }) => Object.values(env));
    expect(new Set(handed)).toEqual(new Set([...Object.keys(inputs).map(handedAs), ofJob]));
    for (const { run: script } of runs.steps) expect(script).not.toContain('${{');
  });

  it('publishes on each road what it is given, whatever it is called', async () => {
    await using parts = new AsyncDisposableStack();
    const platforms = parts.use(await openPublishPlatforms());
    const folder = parts.use(await mkdtempDisposable(path.join(os.tmpdir(), 'action-')));
    const at = (name: string) => path.join(folder.path, name);
    const pack = zipWith({ 'server-pack.json': '{}' });
    await writeFile(at('-x $(id).zip'), pack);
    await writeFile(at('changes.md'), '## News');
    // It keeps what it is handed, which the command itself then does in this process, with the played platforms.
    const kept = `#!/bin/bash
      printf '%s\\0' "$@" > ${at('kept')}
      printf '%s\\0' "$CURSEFORGE_UPLOAD_TOKEN" "$GITHUB_TOKEN" > ${at('tokens')}
      echo '{"platform":"played"}'
    `;
    await writeFile(at('server-pack'), kept, { mode: 0o755 });
    const step = runs.steps.find(({ name }) => name === 'Publish');
    const wordsIn = (name: string) => readFileSync(at(name), 'utf8').split('\0').slice(0, -1);
    const publish = async (given: Record<string, string>, job: Record<string, string> = {}) => {
      const values: Record<string, string> = Object.fromEntries(
        Object.entries(given).map(([input, value]) => [handedAs(input), value]),
      );
      const env = Object.fromEntries(
        Object.entries(step?.env ?? {}).map(([name, from]) => [
          name,
          from === ofJob ? 'of-the-job' : (values[from] ?? ''),
        ]),
      );
      const output = at('output');
      await writeFile(output, '');
      await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? ''], {
        cwd: folder.path,
        env: { ...job, ...env, PATH: `${folder.path}:${process.env.PATH}`, GITHUB_OUTPUT: output },
      });
      expect(readFileSync(output, 'utf8')).toBe('result={"platform":"played"}\n');
      const [curseForge = '', gitHub = ''] = wordsIn('tokens');
      return run(wordsIn('kept'), {
        environment: { CURSEFORGE_UPLOAD_TOKEN: curseForge, GITHUB_TOKEN: gitHub },
        connect: platforms.connect,
      });
    };
    const file = at('-x $(id).zip');
    const parent = { project: '7', parent: '42', 'curseforge-token': tokens.curseForge };
    const named = { name: '--help', changelog: at('changes.md'), release: 'beta' };
    const added = await publish({ to: 'curseforge', file, ...parent, ...named });
    expect([added.exitCode, added.error]).toEqual([0, expect.any(String)]);
    const sent = platforms.requests.at(-1)?.body.toString('latin1') ?? '';
    expect(sent).toContain('"displayName":"--help"');
    expect(sent).toContain('"releaseType":"beta"');
    const release = { repo: 'some/pack', tag: 'v1', 'github-token': tokens.gitHub };
    platforms.assets = [{ id: 3, name: '-x $(id).zip', state: 'uploaded' }];
    expect((await publish({ to: 'github', file, ...release, replace: 'false' })).exitCode).toBe(4);
    expect((await publish({ to: 'github', file, ...release, replace: 'true' })).exitCode).toBe(0);
    expect(platforms.requests.at(-1)?.body.equals(pack)).toBe(true);
    // An input goes before the environment of the job, and that before the token of each job.
    const inJob = { CURSEFORGE_UPLOAD_TOKEN: tokens.curseForge, GITHUB_TOKEN: tokens.gitHub };
    const { 'curseforge-token': _ofCurseForge, ...toParent } = parent;
    expect((await publish({ to: 'curseforge', file, ...toParent }, inJob)).exitCode).toBe(0);
    await publish({ to: 'github', file, ...release, 'github-token': '' }, inJob);
    expect(wordsIn('tokens')).toEqual([tokens.curseForge, tokens.gitHub]);
    const others = { CURSEFORGE_UPLOAD_TOKEN: 'other', GITHUB_TOKEN: 'other' };
    expect((await publish({ to: 'curseforge', file, ...parent }, others)).exitCode).toBe(0);
    await publish({ to: 'github', file, ...release }, others);
    expect(wordsIn('tokens')).toEqual(['other', tokens.gitHub]);
    await publish({ to: 'github', file, repo: 'some/pack', tag: 'v1' });
    expect(wordsIn('tokens')).toEqual(['', 'of-the-job']);
    const wrong = await publish({ to: 's3', file, address: 'http://bucket/$(id)' });
    expect(wrong).toMatchObject({ exitCode: 2, error: expect.stringContaining('"http://bucket/$(id)"') });
    await expect(publish({ to: '--help', file })).rejects.toThrow('curseforge, github or s3');
  });
});

it('the log of the proxy holds no query, no ticket and no id of an upload', () => {
  const conf = readFileSync('packaging/nginx.conf', 'utf8');
  const [, format = ''] = /^log_format careful '(.*)';$/m.exec(conf) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    '$remote_addr',
    '$time_iso8601',
    '$request_method',
    '$logged_path',
    '$server_protocol',
    '$status',
    '$body_bytes_sent',
    '$request_time',
  ]);
  const server = conf.slice(conf.indexOf('server {', conf.indexOf('map $http_upgrade')));
  expect(server).toMatch(/^ {2}access_log \S+ careful;$/m);
  const [, pattern = ''] =
    /^map \$uri \$logged_path \{\n {2}~(\S+) \$before\.\.\.;\n {2}default +\$uri;/m.exec(conf) ?? [];
  const logged = (uri: string) => {
    const before = new RegExp(pattern).exec(uri)?.groups?.before;
    return before === undefined ? uri : `${before}...`;
  };
  expect(logged('/upload/1.SECRET')).toBe('/upload/...');
  expect(logged('/uploads/SECRET')).toBe('/uploads/...');
  expect(logged('/packwiz/1/~SECRET/pack.toml')).toBe('/packwiz/1/~...');
  for (const plain of [
    '/uploads',
    '/uploads/',
    '/upload/',
    '/packwiz/1/mods/a~b.jar',
    '/api/v2/modpacks/upload',
    '/modpacks/7',
  ])
    expect(logged(plain)).toBe(plain);
});

it('workflows run actions by their hashes, with the least rights, and examples publish on this machine alone', () => {
  const ci = read('.github/workflows/ci.yml');
  const nightly = read('.github/workflows/nightly.yml');
  const used = [
    ...ci.matchAll(/uses: (\S+)/g),
    ...nightly.matchAll(/uses: (\S+)/g),
    ...read('packaging/workflows/server-pack.yaml').matchAll(/uses: (\S+)/g),
    ...read('packaging/action/action.yml').matchAll(/uses: (\S+)/g),
  ];
  expect(used.length).toBeGreaterThan(0);
  for (const [, action] of used) expect(action).toMatch(/^[\w/.-]+@[0-9a-f]{40}$/);
  for (const [before, image] of [
    ci,
    read('packaging/compose.cluster.yaml'),
    read('packaging/compose.yaml'),
  ].flatMap((file) =>
    [...file.matchAll(/(.*)\n +image: (\S+)/g)].map(([, line = '', name = '']) => [line, name] as const),
  ))
    if (image !== 'server-packs' && !before.includes('# By tag: '))
      expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  for (const file of [ci, nightly, read('packaging/Dockerfile')])
    for (const [, image] of file.matchAll(/^(?:FROM| +container:) (\S+)/gm))
      expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  for (const workflow of [ci, nightly])
    expect(parse(workflow)).toMatchObject({ permissions: { contents: 'read' } });
  for (const file of ['packaging/compose.yaml', 'packaging/compose.cluster.yaml', 'packaging/Dockerfile'])
    for (const [, address = ''] of read(file).matchAll(/(?:-p |ports: \[')([^:\s]*|\$\{[^}]*\}):\d+:\d+/g))
      expect(address, file).toMatch(/^(?:127\.0\.0\.1|\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\})$/);
});
