import { z } from 'zod';
import { createToken, type NewToken } from '../../src/access/tokens.ts';
import { ask } from '../graphql/client.ts';
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
  return { authorization: `Bearer ${await tokenIn(app.database, token.name, token)}` };
}

/** Makes a publisher's token in a database, unless told otherwise; answers its text. */
export function tokenIn(
  database: Parameters<typeof createToken>[0],
  name: string,
  more: Partial<NewToken> = {},
): Promise<string> {
  return createToken(database, {
    name,
    role: 'publisher',
    voter: false,
    quota: null,
    expires: null,
    ...more,
  });
}

/** Sends the form of the legacy upload. */
export function upload({ url }: Pick<TestApp, 'url'>, name: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: uploadForm(name) });
}

/** Asks by the legacy form for another server pack of a modpack. */
export function generate(
  { url }: Pick<TestApp, 'url'>,
  id: number,
  headers: Record<string, string> = {},
  modloaderVersion = '0.15.6',
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({
    id: String(id),
    gameVersion: '1.20.1',
    modloader: 'fabric',
    modloaderVersion,
  }))
    body.set(name, value);
  return fetch(`${url}/api/v2/modpacks/generate`, { method: 'POST', headers, body });
}

const ticketCreated = z.object({
  createUploadTicket: z.object({ url: z.string(), uploadTicket: z.object({ id: z.string() }) }),
});

/** Makes an upload ticket; answers its link, the text in it and its id. */
export async function ticketOf({ url: service }: Pick<TestApp, 'url'>, headers: Record<string, string> = {}) {
  const query = `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) {
    ... on UploadTicketCreated { url uploadTicket { id } }
  } }`;
  const { data } = await ask(service, query, {}, headers);
  const { url, uploadTicket } = ticketCreated.parse(data).createUploadTicket;
  return { url, text: url.slice(url.lastIndexOf('/') + 1), id: uploadTicket.id };
}
