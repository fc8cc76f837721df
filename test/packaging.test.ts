import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { settingNames } from '../src/config.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(project, file), 'utf8');
const botNames = [...read('bot/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name = '']) => name,
);
const known = new Set([...settingNames, ...botNames, 'NODE_ENV']);

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
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

it('packaging/kubernetes sets what the service knows, and probes what it answers', () => {
  const text = read('packaging/kubernetes/server-packs.yaml');
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  const names = [...text.matchAll(/- (?:\{ )?name: ([A-Z0-9_]+)\b/g)].map(([, name = '']) => name);
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const probed = [...text.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, probe]) => probe);
  expect(new Set(probed)).toEqual(new Set(['/health/live', '/health/ready']));
});

it('packaging/Dockerfile copies and starts what is there, as a user without rights', () => {
  const text = read('packaging/Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  expect(copied).toContain('package-lock.json');
  for (const file of copied) expect([file, existsSync(path.join(project, file))]).toEqual([file, true]);
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
