import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames as botSettingNames, readConfig as readBotConfig } from '../bot/config.ts';
import { ConfigError, findRemovedSettings, readConfig, readSettings, settingNames } from '../src/config.ts';
import { settingsFilesOf, variablesOfFiles } from '../src/settings/settings-in-force.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const example = new Map(
  [...read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

function faultsOf(variables: Record<string, string>): string {
  try {
    readConfig(variables);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Settings of the service that are numbers, with their defaults. */
const numbers = [...example].flatMap(([name, value]): [string, number][] =>
  settingNames.includes(name) && /^\d+$/.test(value) ? [[name, Number(value)]] : [],
);

/** What else has to be set for a setting to count. */
function environmentOf(name: string): Record<string, string> {
  if (name.startsWith('OTEL_')) return { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' };
  return name.startsWith('S3_') ? { STORAGE: 's3', S3_BUCKET: 'packs', S3_DOWNLOADS: 'redirect' } : {};
}

/** All values of a configuration by where they stand. */
function valuesOf(part: unknown, at = ''): Map<string, unknown> {
  if (typeof part !== 'object' || part === null) return new Map([[at, part]]);
  return new Map(
    Object.entries(part).flatMap(([name, value]) => [...valuesOf(value, at ? `${at}.${name}` : name)]),
  );
}

/** All code of the service but what reads the settings. */
const sources = ['src', 'workers']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .filter((file) => file !== 'src/config.ts' && file !== 'src/settings/schema.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('settings', () => {
  it('are told all their faults in one message, which names what was expected and what was found', () => {
    const message = faultsOf({ PORT: '70000', WORKER_THREADS: '0x10', LOG_LEVEL: 'loud', ROLE: 'api' });
    expect(message.split('\n')).toEqual([
      'These settings are not usable:',
      '  PORT: must be a whole number from 0 to 65535, not "70000"',
      '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
      '  WORKER_THREADS: must be a whole number from 1 to 256, not "0x10"',
      '  ROLE: api needs DATABASE_URL, since only one process can open the embedded database',
    ]);
  });

  it('say where files go as a whole: on the disk, or into a bucket', () => {
    expect(readConfig({ S3_BUCKET: 'packs' }).s3).toBeNull();
    expect(faultsOf({ STORAGE: 's3' })).toContain('S3_BUCKET: must be set with STORAGE=s3');
    const half = faultsOf({ STORAGE: 's3', S3_BUCKET: 'packs', S3_SECRET_ACCESS_KEY: 'secret' });
    expect(half).toContain('S3_ACCESS_KEY_ID: goes together with S3_SECRET_ACCESS_KEY');
    expect(half).not.toContain(' secret');
    expect(readConfig({ STORAGE: 's3', S3_BUCKET: 'packs', S3_PREFIX: 'a/b' }).s3).toMatchObject({
      bucket: 'packs',
      prefix: 'a/b/',
      endpoint: null,
      credentials: null,
      pathStyle: false,
    });
  });

  it('never quote the address of the database, which may hold a password', () => {
    const message = faultsOf({ DATABASE_URL: 'mysql://root:secret@host/name' });
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain('secret');
  });

  it('count as not set when they are blank', () => {
    expect(readConfig({ PORT: ' ', HOST: '' })).toEqual(readConfig({}));
  });

  it('are addresses without the blanks around them', () => {
    const issuer = 'https://id.example';
    const blanks = {
      OIDC_ISSUER: `  ${issuer}`,
      OIDC_JWKS_URL: `${issuer}/keys `,
      PUBLIC_URL: ` ${issuer}/ `,
    };
    const { oidc, publicUrl } = readConfig({ ...blanks, OIDC_AUDIENCE: 'packs' });
    expect([oidc?.issuer, oidc?.jwksUrl, publicUrl]).toEqual([issuer, `${issuer}/keys`, issuer]);
  });

  it('of earlier releases are told where they are still set, and none that there is', () => {
    expect(findRemovedSettings({ MAX_PAGE_SIZE: '5', MAX_SOCKETS: ' ', PORT: '1' })).toEqual([
      'MAX_PAGE_SIZE',
    ]);
    expect(findRemovedSettings(Object.fromEntries(settingNames.map((name) => [name, '1'])))).toEqual([]);
  });

  it.each(numbers)('%s moves a value of its own, by as much, and what it moves is used', (name, given) => {
    const defaults = valuesOf(readConfig(environmentOf(name)));
    const [other] = [given + 1, given - 1].filter(
      (value) => faultsOf({ ...environmentOf(name), [name]: String(value) }) === '',
    );
    expect(other).toBeDefined();
    const moved = [...valuesOf(readConfig({ ...environmentOf(name), [name]: String(other) }))].filter(
      ([path, value]) => value !== defaults.get(path),
    );
    expect(moved).not.toEqual([]);
    for (const [path, value] of moved) {
      const before = Number(defaults.get(path));
      if (given > 0)
        expect([path, Number(value) / before]).toEqual([path, expect.closeTo((other ?? 0) / given, 9)]);
      expect(sources).toMatch(new RegExp(`\\b${path.split('.').at(-1)}\\b`));
    }
  });

  it('are listed in .env.example, all of them and no others, with their defaults', () => {
    expect([...example.keys()].sort()).toEqual([...new Set([...settingNames, ...botSettingNames])].sort());
    expect(readConfig(Object.fromEntries(example))).toEqual(readConfig({}));
    const token = { DISCORD_TOKEN: 'token' };
    expect(readBotConfig({ ...Object.fromEntries(example), ...token })).toEqual(readBotConfig(token));
  });

  it('are described in docs/settings.md, each once, with its default', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(.*?)`|not set) \|/gm)];
    expect(rows.map(([, name = '', value = '']) => [name, value]).sort()).toEqual([...example].sort());
  });
});

describe('settings as operators are told of them', () => {
  const told = (variables: Record<string, string>, file = {}) =>
    Object.fromEntries(readSettings(file, variables).map((setting) => [setting.name, setting]));

  it('have their defaults as .env.example writes them', () => {
    for (const { name, value, isSet, source } of readSettings({}, {}))
      expect([name, value ?? '', isSet, source]).toEqual([
        name,
        name === 'WORKER_THREADS' ? expect.stringMatching(/^\d+$/) : example.get(name),
        value !== null,
        'default',
      ]);
  });

  it('are secret by their name, or where an address holds more than a place', () => {
    const all = told(Object.fromEntries(settingNames.map((name) => [name, 'hidden'])));
    const shown = settingNames.filter((name) => !all[name]?.isSecret);
    // These hold nothing secret: a key that everybody may have, and names of hosts.
    const open = ['RESERVE_BYTES_FOR_TOKENS', 'FACTS_PUBLIC_KEY'];
    expect(shown.filter((name) => /KEY|SECRET|PASSWORD|TOKEN|HEADERS|DATABASE.*URL/.test(name))).toEqual(
      open,
    );
    const hidden = { value: null, isSet: true, isSecret: true, source: 'environment' };
    for (const address of ['https://a:b@h/', 'https://h/?key=x', 'https://h/#x'])
      expect(told({ FACTS_URL: address }).FACTS_URL).toMatchObject({ name: 'FACTS_URL', ...hidden });
    expect(told({ FACTS_URL: 'https://h/f.json' }).FACTS_URL).toMatchObject({ value: 'https://h/f.json' });
    expect(JSON.stringify(told({ DATABASE_URL: 'postgres://u:hidden1@h/d' }))).not.toContain('hidden1');
  });

  it('come from the file that Node read, unless the environment says otherwise', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'settings-'));
    try {
      const file = path.join(folder, '.env');
      await writeFile(file, 'PORT=1\nHOST="::1" # here\n');
      const read = variablesOfFiles(settingsFilesOf(['--no-warnings', `--env-file-if-exists=${file}`]));
      const { PORT, HOST, WEB } = told({ PORT: '2', HOST: '::1', WEB: ' ' }, read);
      expect([PORT?.source, HOST?.source, WEB?.source]).toEqual(['environment', 'file', 'default']);
      expect(variablesOfFiles([`${file}.none`])).toEqual({});
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
