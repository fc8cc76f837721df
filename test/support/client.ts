import { z } from 'zod';
import { fabricModJson, jarWith } from './jar.ts';
import { zipWith } from './zip.ts';

const runResult = z.object({
  // What is no answer about a run has none, but a problem's words.
  message: z.string().default(''),
  detail: z.string().default(''),
  modPackId: z.int().nullish(),
  runConfigId: z.int().nullish(),
});
const eventList = z.array(
  z.object({
    id: z.int(),
    status: z.string(),
    serverPackId: z.int().nullable(),
    message: z.string(),
    errors: z.array(z.object({ code: z.string(), error: z.string(), entry: z.string().nullable() })),
  }),
);

export type RestEvent = z.infer<typeof eventList>[number];

/** A small Fabric pack with one mod for clients and one for servers, and `more` files; another `mark` makes other bytes. */
export function smallPack(mark = '', more: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  return zipWith({
    'mods/sodium.jar': jarWith({ 'fabric.mod.json': fabricModJson('sodium', { environment: 'client' }) }),
    'mods/lithium.jar': jarWith({ 'fabric.mod.json': fabricModJson('lithium') }),
    'config/lithium.properties': `mark=${mark}`,
    ...more,
  });
}

/** Uploads a pack as a legacy caller does. */
export async function upload(
  url: string,
  pack: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: z.infer<typeof runResult> }> {
  const form = runForm();
  form.set('file', new Blob([new Uint8Array(pack)]), 'pack.zip');
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: runResult.parse(await answer.json()) };
}

/** Asks for one more server pack of a modpack. */
export async function requestAnother(
  url: string,
  modPackId: number,
): Promise<{ status: number; body: z.infer<typeof runResult> }> {
  const form = runForm();
  form.set('id', String(modPackId));
  const answer = await fetch(`${url}/api/v2/modpacks/generate`, { method: 'POST', body: form });
  return { status: answer.status, body: runResult.parse(await answer.json()) };
}

function runForm(): FormData {
  const form = new FormData();
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'fabric');
  form.set('modloaderVersion', '0.15.6');
  return form;
}

/** The events of a modpack so far. */
export async function eventsOf(url: string, modPackId: number): Promise<RestEvent[]> {
  const answer = await fetch(`${url}/api/v2/events/modpack/${modPackId}`);
  return eventList.parse(await answer.json());
}
