import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../demo/certificate.ts';
import { readAddress } from '../../src/database/address.ts';
import { connect, wayTo } from '../../src/database/connections.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';

describe('the address of a server', () => {
  it('says where it is and as whom it is asked', () => {
    expect(
      readAddress('postgres://some%40one:p%3Aw@db.example:6432/the%20data?options=-c%20geqo%3Doff'),
    ).toEqual({
      host: 'db.example',
      port: 6432,
      file: null,
      user: 'some@one',
      password: 'p:w',
      database: 'the data',
      tls: null,
      parameters: { options: '-c geqo=off' },
    });
    expect(readAddress('postgres://')).toMatchObject({ host: 'localhost', port: 5432, user: undefined });
    expect(readAddress('postgres://[::1]/data')).toMatchObject({ host: '::1', database: 'data' });
  });

  it.each(['postgres:///data?host=/run/postgresql&port=5433', 'postgres://%2Frun%2Fpostgresql:5433/data'])(
    'may be a socket of this machine: %s',
    (address) => {
      expect(readAddress(address)).toMatchObject({
        file: '/run/postgresql/.s.PGSQL.5433',
        database: 'data',
        parameters: {},
      });
    },
  );

  it.each([
    ['', null],
    ['?sslmode=disable', null],
    ['?ssl=false', null],
    ['?sslmode=require', { rejectUnauthorized: true }],
    ['?ssl=true', { rejectUnauthorized: true }],
    ['?sslmode=verify-full', { rejectUnauthorized: true }],
    ['?sslmode=no-verify', { rejectUnauthorized: false }],
  ])('with %j is encrypted so: %o', (parameters, tls) => {
    expect(readAddress(`postgres://here/data${parameters}`)).toMatchObject({ tls, parameters: {} });
  });
});

/** A way to the server that takes encrypted connections alone, or answers that it takes none. */
async function openEncryptedWay(address: string, { takes }: { takes: boolean }) {
  const target = new URL(address);
  const identity = selfSigned(['localhost']);
  const way = createServer((near) => {
    near.on('error', () => {});
    near.once('data', () => {
      near.write(takes ? 'S' : 'N');
      if (!takes) return;
      const far = connectTo(Number(target.port || 5432), target.hostname);
      const encrypted = new TLSSocket(near, { isServer: true, ...identity });
      for (const one of [encrypted, far]) one.on('error', () => {});
      encrypted.pipe(far).pipe(encrypted);
    });
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const bound = way.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const url = new URL(address);
  url.host = `localhost:${port}`;
  return { url: url.href, cert: identity.cert, [Symbol.dispose]: () => void way.close() };
}

describe.runIf(databaseKinds.includes('server'))('an encrypted connection', () => {
  const open = async (url: string) => {
    const connection = await connect(wayTo(url, defaultServerSettings, { prepares: 'named' }));
    const { rows } = await connection.query('select $1::int', [7]);
    await connection.end();
    return rows;
  };

  it('is made where the certificate is known for this name, or is not to be verified', async () => {
    await using place = await createServerDatabase();
    using way = await openEncryptedWay(place.url, { takes: true });
    await expect(open(`${way.url}?sslmode=require`)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(await open(`${way.url}?sslmode=no-verify`)).toEqual([[7]]);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'address-'));
    await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    const file = path.join(folder, 'root.pem');
    await writeFile(file, way.cert);
    expect(await open(`${way.url}?sslmode=verify-full&sslrootcert=${file}`)).toEqual([[7]]);
    const elsewhere = way.url.replace('localhost', '127.0.0.1');
    await expect(open(`${elsewhere}?sslmode=verify-full&sslrootcert=${file}`)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('is not made without encryption where the server takes none', async () => {
    await using place = await createServerDatabase();
    using way = await openEncryptedWay(place.url, { takes: false });
    await expect(open(`${way.url}?sslmode=require`)).rejects.toThrow('takes no encrypted connections');
  });
});
