import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type HostFileKind, hostFilesOf } from '../../src/hosting/host-files.ts';
import type { HostedPack } from '../../src/hosting/hosted-pack.ts';
import { run } from '../cli/terminal.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';

const pack: HostedPack = {
  id: 12,
  name: 'Skyfarers 2.4',
  gameVersion: '1.21.1',
  modloader: 'NeoForge',
  modloaderVersion: '21.1.77',
  javaVersion: 21,
  startArgs: [],
  format: 'ZIP',
  downloadUrl: 'https://packs.example/api/v2/serverpacks/download/12',
  packwizUrl: 'https://packs.example/packwiz/12/pack.toml',
  sha256: 'a'.repeat(64),
};

function textFor(kind: HostFileKind, of: Partial<HostedPack> = {}): string {
  const file = hostFilesOf({ ...pack, ...of }).find((one) => one.kind === kind);
  if (file === undefined) throw new Error(`There is no ${kind}.`);
  return file.text;
}

const compose = z.object({
  services: z.object({
    minecraft: z.object({ image: z.string(), environment: z.record(z.string(), z.string()) }),
  }),
});
const composeOf = (of: Partial<HostedPack> = {}) =>
  compose.parse(parse(textFor('COMPOSE', of))).services.minecraft;

describe('the file for Docker Compose', () => {
  it('names the image by the Java of the game, the loader, its version and where the server pack is', () => {
    const { image, environment } = composeOf();
    expect(image).toBe('itzg/minecraft-server:java21');
    expect(environment).toMatchObject({
      TYPE: 'NEOFORGE',
      VERSION: '1.21.1',
      NEOFORGE_VERSION: '21.1.77',
      GENERIC_PACK: pack.downloadUrl,
      MEMORY: '4G',
    });
  });

  const failing = {
    modloader: 'Forge',
    gameVersion: '1.16.5',
    modloaderVersion: '36.2.20',
    javaVersion: 8,
  } as const;
  it('and eggs give an older Java where newer updates do not start the loader', () => {
    // The image of Java 8 stays at 8u312; the eggs' have the newest update, so that their start fetches another.
    expect(composeOf(failing).image).toBe('itzg/minecraft-server:java8');
    const installs = (of: Partial<HostedPack>) =>
      pterodactyl
        .parse(JSON.parse(textFor('PTERODACTYL_EGG', of)))
        .variables.find(({ env_variable }) => env_variable === 'INSTALL_JAVA')?.default_value;
    expect(installs(failing)).toBe('true');
    expect(installs({ ...failing, modloaderVersion: '36.2.26' })).toBeUndefined();
  });

  it('have the Java that a mod needs', () => {
    const of = { gameVersion: '1.20.1', modloader: 'Fabric', javaVersion: 21 } as const;
    expect(composeOf(of).image).toBe('itzg/minecraft-server:java21');
    const { docker_images: images } = pelican.parse(JSON.parse(textFor('PELICAN_EGG', of)));
    expect(Object.values(images)).toEqual(['ghcr.io/pelican-eggs/yolks:java_21']);
  });

  it('takes memory and other arguments from the run configuration, and escapes dollars', () => {
    const { environment } = composeOf({ startArgs: ['-Xms1G', '-Xmx6G', '-Da=$HOME', '-Db=two words'] });
    expect(environment).toMatchObject({ MEMORY: '6G', JVM_OPTS: '-Da=$$HOME' });
  });

  it('leaves the heap to the share that the run configuration names', () => {
    const { environment } = composeOf({ startArgs: ['-XX:MaxRAMPercentage=60.0'] });
    expect(environment).toMatchObject({ MEMORY: '', JVM_OPTS: '-XX:MaxRAMPercentage=60.0' });
  });

  it('is there for an .mrpack, beside packwiz, whose mods the image leaves as they are', () => {
    expect(hostFilesOf({ ...pack, format: 'MRPACK' }).map(({ kind }) => kind)).toEqual([
      'COMPOSE',
      'PACKWIZ',
    ]);
    expect(composeOf({ format: 'MRPACK' }).environment).toEqual({
      EULA: 'FALSE',
      TYPE: 'MODRINTH',
      MODRINTH_MODPACK: pack.downloadUrl,
      MODRINTH_DEFAULT_EXCLUDE_INCLUDES: '',
      MEMORY: '4G',
    });
  });

  it('is not there for a loader that the image does not know', () => {
    const kinds = hostFilesOf({ ...pack, modloader: 'LegacyFabric', gameVersion: '1.8.9' }).map(
      ({ kind }) => kind,
    );
    expect(kinds).not.toContain('COMPOSE');
    expect(kinds).toContain('SYSTEMD_UNIT');
  });
});

/** What the panels demand of an egg: the rules of their models, and what their importers read. */
const variable = {
  name: z.string().min(1).max(191),
  description: z.string(),
  env_variable: z.string().regex(/^\w{1,191}$/),
  default_value: z.string(),
  user_viewable: z.boolean(),
  user_editable: z.boolean(),
};
const egg = {
  name: z.string().min(1).max(191),
  author: z.email(),
  description: z.string(),
  docker_images: z.record(z.string(), z.string()),
  scripts: z.object({
    installation: z.object({ script: z.string(), container: z.string(), entrypoint: z.literal('bash') }),
  }),
};
const jsonText = z.string().transform((text): unknown => JSON.parse(text));
const pterodactyl = z.object({
  meta: z.object({ version: z.literal('PTDL_v2') }),
  ...egg,
  startup: z.string(),
  config: z.object({ files: jsonText, startup: jsonText, logs: jsonText, stop: z.literal('stop') }),
  variables: z.array(z.object({ ...variable, rules: z.string().min(1), field_type: z.literal('text') })),
});
const pelican = z.object({
  meta: z.object({ version: z.literal('PLCN_v3') }),
  uuid: z.uuid(),
  ...egg,
  startup_commands: z.object({ Default: z.string() }),
  config: z.object({
    files: z.object({}),
    startup: z.object({ done: z.string() }),
    logs: z.object({}),
    stop: z.literal('stop'),
  }),
  variables: z.array(z.object({ ...variable, rules: z.array(z.string()).min(1), sort: z.int() })),
});

describe('the eggs', () => {
  it('are as Pterodactyl and Pelican import them, with the Java of the game', () => {
    const ofPterodactyl = pterodactyl.parse(JSON.parse(textFor('PTERODACTYL_EGG')));
    expect(Object.values(ofPterodactyl.docker_images)).toEqual(['ghcr.io/pterodactyl/yolks:java_21']);
    const ofPelican = pelican.parse(JSON.parse(textFor('PELICAN_EGG')));
    expect(Object.values(ofPelican.docker_images)).toEqual(['ghcr.io/pelican-eggs/yolks:java_21']);
  });

  it('keep a hostile name of a pack out of what is run', () => {
    const name = `evil\n$(touch x)\u202e${'y'.repeat(300)}`;
    const { name: shown, scripts } = pterodactyl.parse(JSON.parse(textFor('PTERODACTYL_EGG', { name })));
    expect(shown).not.toMatch(/[\n\u202e]/);
    expect(scripts.installation.script).not.toContain('evil');
    for (const kind of ['LINUX_COMMANDS', 'WINDOWS_COMMANDS'] as const)
      expect(textFor(kind, { name })).not.toContain('evil');
    const downloadUrl = "https://packs.example/a'; touch x";
    expect(textFor('LINUX_COMMANDS', { downloadUrl })).toContain("'https://packs.example/a'\\''; touch x'");
    const unit = textFor('SYSTEMD_UNIT', { name: 'a%n\nExecStartPre=/bin/evil\\' });
    expect(unit).toContain('Description=a%%n ExecStartPre=/bin/evil/ (Minecraft server)\n');
    expect(
      textFor('COMPOSE', { name: 'a\nservices: evil' })
        .split('\n')
        .filter((line) => line.startsWith('services:')),
    ).toHaveLength(1);
  });
});

describe('with a service', () => {
  let service: TestApp;
  let folder: string;
  beforeAll(async () => {
    service = await startTestApp();
    folder = await mkdtemp(path.join(os.tmpdir(), 'hosting-'));
    await upload(service.url, smallPack());
    const ends = { modPackId: 1, status: ['GENERATED' as const, 'ERROR' as const] };
    for await (const { status } of service.app.feed.subscribe(ends, 0)) {
      expect(status).toBe('GENERATED');
      break;
    }
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('answers the same text by GraphQL, at its address and on the command line', async () => {
    const query = '{ serverPack(by: { databaseId: 1 }) { hostFiles { kind name text url } } }';
    const { data } = await ask(service.url, query);
    const { hostFiles } = z
      .object({
        hostFiles: z.array(
          z.object({ kind: z.string(), name: z.string(), text: z.string(), url: z.string() }),
        ),
      })
      .parse(data?.serverPack);
    expect(hostFiles).toHaveLength(7);
    for (const { url, text } of hostFiles) {
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(text);
    }
    const { out, exitCode } = await run(['host', 'pelican', '1'], {
      environment: { GATEWAY_URL: service.url },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toEqual(
      JSON.parse(hostFiles.find(({ kind }) => kind === 'PELICAN_EGG')?.text ?? ''),
    );
  });

  it.each(['/hosting/2/compose.yaml', '/hosting/x/compose.yaml', '/hosting/1/nothing.txt'])(
    'refuses %s as not found, in words',
    async (url) => {
      const answer = await fetch(service.url + url);
      expect([400, 404]).toContain(answer.status);
      expect(z.object({ detail: z.string() }).parse(await answer.json()).detail).toMatch(/server pack|id/);
    },
  );

  it('shows nothing to callers without a token where reading needs one', async () => {
    await using closed = await startTestApp({ environment: { ACCESS: 'closed' } });
    expect((await fetch(`${closed.url}/hosting/1/compose.yaml`)).status).toBe(401);
  });

  it('installs by the script of an egg, and brings a server that is there to the server pack', async () => {
    const { text } = await linesOf('PELICAN_EGG');
    const { scripts, variables } = pelican.parse(JSON.parse(text));
    const server = path.join(folder, 'server');
    await mkdir(server);
    const script = path.join(folder, 'install.sh');
    // The panel mounts the server there; this machine has a folder of the test.
    await writeFile(script, scripts.installation.script.replaceAll('/mnt/server', server));
    const environment = Object.fromEntries(variables.map((one) => [one.env_variable, one.default_value]));
    const install = (more: Record<string, string> = {}) =>
      promisify(execFile)('bash', [script], { env: { ...process.env, ...environment, ...more } });
    // Where a copy breaks off, the server does not count as one that is there, and the next try copies all of it.
    await mkdir(path.join(server, 'start.sh'));
    await expect(install()).rejects.toThrow();
    expect(await readdir(server)).not.toContain('server-pack.json');
    await rm(path.join(server, 'start.sh'), { recursive: true });
    await install();
    expect(await readdir(server)).toEqual(expect.arrayContaining(['mods', 'start.sh', 'server-pack.json']));
    expect(await readdir(path.join(server, 'mods'))).toEqual(['lithium.jar']);
    await rm(path.join(server, 'mods/lithium.jar'));
    await writeFile(path.join(server, 'server.properties'), 'motd=mine\n');
    await install();
    expect(await readdir(path.join(server, 'mods'))).toEqual(['lithium.jar']);
    expect(await readFile(path.join(server, 'server.properties'), 'utf8')).toBe('motd=mine\n');
    await expect(install({ SERVER_PACK_SHA256: '0'.repeat(64) })).rejects.toThrow();
  });

  it('fetches, checks and unpacks by the lines for Linux, and starts the start script', async () => {
    const { text } = await linesOf('LINUX_COMMANDS');
    const here = await mkdtemp(path.join(folder, 'linux-'));
    const started = execFile('sh', ['-c', text], { cwd: here });
    let said = '';
    started.stdout?.on('data', (chunk) => (said += chunk));
    started.stderr?.on('data', (chunk) => (said += chunk));
    await new Promise((resolve) => started.once('close', resolve));
    expect(said).toContain('EULA');
    expect(await readdir(path.join(here, 'minecraft-1'))).toContain('start.sh');
    const { data } = await ask(service.url, '{ serverPack(by: { databaseId: 1 }) { howToRun } }');
    const howToRun = await readFile(path.join(here, 'minecraft-1', 'HOW-TO-RUN.md'), 'utf8');
    expect(data?.serverPack).toEqual({ howToRun });
    const spoilt = text.replace(/'[0-9a-f]{64} /, `'${'0'.repeat(64)} `);
    const elsewhere = await mkdtemp(path.join(folder, 'spoilt-'));
    await expect(promisify(execFile)('sh', ['-c', spoilt], { cwd: elsewhere })).rejects.toThrow();
    expect(await readdir(elsewhere)).toEqual(['minecraft-1.zip']);
  });

  async function linesOf(kind: HostFileKind): Promise<{ text: string }> {
    const { data } = await ask(
      service.url,
      '{ serverPack(by: { databaseId: 1 }) { hostFiles { kind text } } }',
    );
    const { hostFiles } = z
      .object({ hostFiles: z.array(z.object({ kind: z.string(), text: z.string() })) })
      .parse(data?.serverPack);
    const found = hostFiles.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found;
  }
});
