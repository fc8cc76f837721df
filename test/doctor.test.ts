import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compiledOnce } from './support/compile-cache.ts';
import { openIssuer } from './support/issuer.ts';
import { playClamd } from './support/played-clamd.ts';

const root = path.resolve(import.meta.dirname, '..');
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'doctor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of the package where these settings lie, as people do. */
async function run(command: string[], lines: string[], mode = 0o600) {
  await writeFile(path.join(folder, '.env'), `${lines.join('\n')}\n`);
  await chmod(path.join(folder, '.env'), mode);
  return new Promise<{ code: unknown; out: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'scripts', 'server-pack-service.mjs'), ...command],
      { cwd: folder, env: { PATH: `${folder}/bin:${process.env.PATH}`, ...compiledOnce() } },
      (error, out, errors) => resolve({ code: error === null ? 0 : error.code, out, errors }),
    );
  });
}

const doctor = (lines: string[], mode?: number) => run(['doctor'], lines, mode);

describe('server-pack-service doctor', () => {
  it('finds no fault where there is none', async () => {
    const { code, out, errors } = await doctor([`DATA_DIR=${folder}/data`]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.filter((line) => !/^ok {4}\S.*\.$/.test(line))).toEqual([
      expect.stringMatching(/^warn {2}There is no backup in /),
    ]);
    expect(out).toContain(`${folder}/data does not exist yet. The first start makes it.`);
  });

  it('says which files others can read, and which values npm and systemd read differently', async () => {
    await mkdir(path.join(folder, 'data'), { mode: 0o777 });
    await chmod(path.join(folder, 'data'), 0o777);
    const values = [
      'OTEL_EXPORTER_OTLP_HEADERS=key=a#b',
      'OIDC_SCOPE="a\\\\b"',
      "FETCH_CONTACT='a # b'",
      'PUBLIC_URL="https://127.0.0.1:1"',
      'OIDC_CLIENT_ID=',
      '; PORT=1',
    ];
    const { code, out } = await doctor([`DATA_DIR=${folder}/data`, ...values], 0o644);
    expect(code).toBe(1);
    expect(out).toContain('fault Other users can read the keys in .env. Run: chmod 600 .env\n');
    expect(out).toContain(`fault Other users can write into ${folder}/data. Run: chmod 700 ${folder}/data\n`);
    expect(out).toMatch(
      /^warn {2}\.env: npm and systemd read ; PORT, OIDC_SCOPE, OTEL_EXPORTER_OTLP_HEADERS differently\./m,
    );
    expect(out).toMatch(/^warn {2}PUBLIC_URL leads to a proxy, and TRUSTED_PROXIES is not set/m);
    expect(out).not.toContain('a#b');
  });

  it('says what is in the place of DATA_DIR, and that the disk has less free than its reserve', async () => {
    await writeFile(path.join(folder, 'data'), '');
    const { code, out } = await doctor([`DATA_DIR=${folder}/data`, 'RESERVE_BYTES=9007199254740991']);
    expect(code).toBe(1);
    expect(out).toContain(`fault DATA_DIR: ${folder}/data is a file.`);
    expect(out).toMatch(/^fault \d+ MiB are free .* less than RESERVE_BYTES/m);
  });

  it('names each setting that cannot be used', async () => {
    const { code, out } = await doctor(['PORT=many', 'OIDC_ISSUER=https://sign-in.example']);
    expect(code).toBe(1);
    expect(out).toMatch(/^fault PORT: .*\n(?:.*\n)*fault OIDC_AUDIENCE: must be set with OIDC_ISSUER/m);
  });

  it('asks issuer, clamd, backups and systemd, and says what each lets or does not let the service do', async () => {
    await using endpoint = await openIssuer();
    await using issuer = await openIssuer({
      authorization_endpoint: `${endpoint.settings.issuer}/authorize`,
      token_endpoint: `${endpoint.settings.issuer}/token`,
    });
    await using clamd = await playClamd();
    // The reply may be lost with the connection, so a file is sent twice.
    const refused = { cut: 'INSTREAM size limit exceeded. ERROR' };
    clamd.next.push(refused, refused);
    await mkdir(path.join(folder, 'backups', 'manifests'), { recursive: true });
    await writeFile(path.join(folder, 'backups', 'manifests', '2020-01-02T03-04-05-678Z.json'), '');
    await mkdir(path.join(folder, 'bin'));
    await writeFile(path.join(folder, 'bin', 'systemctl'), '#!/bin/sh\necho yes\n', { mode: 0o755 });
    await writeFile(path.join(folder, 'jwt'), await issuer.sign({ roles: 'admins' }, { audience: 'others' }));
    const settings = [
      `DATA_DIR=${folder}/data`,
      'PUBLIC_URL=http://127.0.0.1:1',
      ...[`OIDC_ISSUER=${issuer.settings.issuer}`, 'OIDC_AUDIENCE=packs', 'OIDC_CLIENT_ID=web'],
      ...['SCAN=on', `SCAN_CLAMD=${clamd.address.path}`],
      ...[`BACKUP_DIR=${folder}/backups`, 'BACKUP_EVERY_HOURS=24', 'BOOT=on'],
    ];
    const { code, out } = await run(['doctor', '--token', 'jwt'], settings);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^fault Signing in will fail: .*\/token does not let pages of http:\/\/127\.0\.0\.1:1 read/m,
    );
    expect(out).toMatch(/^fault The token in jwt is refused\. .*"aud".* The audience must be packs\.$/m);
    expect(out).toMatch(/^warn {2}clamd does not scan files of 256 MiB\. Set StreamMaxLength/m);
    expect(out).toMatch(/^fault The newest backup in .* is \d+ hours old, and BACKUP_EVERY_HOURS is 24\./m);
    expect(out).toMatch(
      /^fault BOOT is on, and RestrictNamespaces of server-packs\.service forbids sandboxes\./m,
    );

    await clamd.leave();
    await writeFile(path.join(folder, 'jwt'), await issuer.sign({ roles: 'operator' }, { ends: '3 days' }));
    const without = await run(['doctor', '--token', 'jwt'], settings);
    expect(without.out).toMatch(
      /^warn {2}The token in jwt is accepted as operator for \d{6} seconds more, and so/m,
    );
    expect(without.out).toMatch(/^fault clamd cannot be reached: ENOENT\. Runs wait until it answers/m);
    await clamd.comeBack();
  });

  it('says in one line that the database refuses, as making a token does', async () => {
    const refused = ['DATABASE_URL=postgres://nobody:secret@127.0.0.1:1/packs', `DATA_DIR=${folder}/data`];
    const sentence = /The database postgres:\/\/127\.0\.0\.1:1\/packs cannot be opened: .*ECONNREFUSED.*\.\n/;
    const { code, out } = await doctor(refused);
    expect(code).toBe(1);
    expect(out).toMatch(sentence);
    expect(out).not.toContain('secret');
    const token = await run(['token', 'list'], refused);
    expect(token).toMatchObject({ code: 1, out: '' });
    expect(token.errors.replace(sentence, '')).toBe('');
  });
});
