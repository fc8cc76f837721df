import { createToken, type NewToken } from '../../src/access/tokens.ts';
import type { TestApp } from '../support/app.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

/** What a run configuration needs at least, as an input of GraphQL. */
export const runConfiguration = '{ gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" }';

/** A modpack that passes the check; another name makes other bytes. */
export function packNamed(name: string): Blob {
  const jar = jarWith({ 'fabric.mod.json': fabricModJson(name) });
  return new Blob([new Uint8Array(zipWith([{ name: `mods/${name}.jar`, data: jar }]))]);
}

/** The form of the legacy upload. */
export function uploadForm(name: string): FormData {
  const form = new FormData();
  form.set('file', packNamed(name), `${name}.zip`);
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'fabric');
  form.set('modloaderVersion', '0.15.6');
  return form;
}

/** A token's headers, made for this service. */
export async function headersOf(
  { app }: TestApp,
  token: Partial<NewToken> & Pick<NewToken, 'name' | 'role'>,
): Promise<{ authorization: string }> {
  const text = await createToken(app.database, { voter: false, quota: null, expires: null, ...token });
  return { authorization: `Bearer ${text}` };
}
