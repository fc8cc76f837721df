import { createHash, randomBytes } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { globalId } from '../../graphql/client.ts';
import { smallPack } from '../client.ts';
import { countedOf, type Ledger } from './ledger.ts';
import type { Place } from './place.ts';

/** A service as its callers know it. */
type Reached = Pick<Place, 'address' | 'token' | 'countedWithinMs'>;

const runAnswer = z.object({ modPackId: z.int().nullish(), runConfigId: z.int().nullish() });
const voteAnswer = z.object({
  data: z.object({ voteServerPack: z.object({ __typename: z.string() }) }).nullish(),
});
const heard = z.object({
  data: z.object({
    events: z.object({ id: z.string(), databaseId: z.int(), status: z.string(), message: z.string() }),
  }),
});

/** What the service says to uploads that a store has failed, and to all that a database which is away, or full, cannot answer. */
const promisesNothing = { upload: [500, 503, 507], other: [503, 507] };

/** An answer, or null where there is none that promises anything: the connection was cut, or the service asks to come again. */
async function answered(
  ledger: Ledger,
  { expected, kind = 'other' }: { expected: readonly number[]; kind?: keyof typeof promisesNothing },
  ask: () => Promise<Response>,
): Promise<{ status: number; bytes: Buffer } | null> {
  const read = async () => {
    const response = await ask();
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const answer = await read().catch(() => null);
  if (answer === null || promisesNothing[kind].includes(answer.status)) return null;
  if (!expected.includes(answer.status)) throw new Error(`Answered with ${answer.status}: ${answer.bytes}`);
  ledger.answers.emit('answer');
  return answer;
}

function runForm(part: Record<string, string | Blob>): FormData {
  const form = new FormData();
  const versions = { gameVersion: '1.20.1', modloader: 'fabric', modloaderVersion: '0.15.6' };
  for (const [name, value] of Object.entries({ ...versions, ...part })) form.set(name, value);
  return form;
}

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** Uploads a pack of its own until the service has it, be it by an earlier try whose answer was lost. */
export async function uploadPack(
  place: Reached,
  ledger: Ledger,
  { mark, byToken, filling = 0 }: { mark: string; byToken: boolean; filling?: number },
): Promise<void> {
  const pack = smallPack(mark, filling === 0 ? {} : { 'config/filling.bin': randomBytes(filling) });
  for (;;) {
    const url = await place.address();
    const body = runForm({ file: new Blob([new Uint8Array(pack)]) });
    const headers = byToken ? place.token : {};
    const answer = await answered(ledger, { expected: [200, 409], kind: 'upload' }, () =>
      fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body, headers }),
    );
    if (answer === null) continue;
    const { modPackId } = runAnswer.parse(parsed(answer.bytes));
    if (modPackId == null) throw new Error(`No modpack is named: ${answer.bytes}`);
    const sha256 = createHash('sha256').update(pack).digest('hex');
    ledger.packs.push({ modPackId, size: pack.length, sha256, byToken });
    return;
  }
}

/** Asks once for another server pack of a modpack. */
export async function requestRun(place: Reached, ledger: Ledger, modPackId: number): Promise<void> {
  const url = await place.address();
  const body = runForm({ id: String(modPackId) });
  const answer = await answered(ledger, { expected: [200] }, () =>
    fetch(`${url}/api/v2/modpacks/generate`, { method: 'POST', body }),
  );
  const run = answer && runAnswer.parse(parsed(answer.bytes)).runConfigId;
  if (run == null) ledger.maybeRuns += 1;
  else ledger.runs.set(run, modPackId);
}

/** Votes once, as a legacy caller does. */
export async function vote(
  place: Reached,
  ledger: Ledger,
  { serverPackId, word }: { serverPackId: number; word: 'up' | 'down' },
): Promise<void> {
  const url = await place.address();
  const entry = countedOf(ledger.votes, serverPackId);
  const answer = await answered(ledger, { expected: [200] }, () =>
    fetch(`${url}/api/v2/serverpacks/vote/${serverPackId}&${word}`),
  );
  if (answer !== null) entry.sure += word === 'up' ? 1 : -1;
  else if (word === 'up') entry.maybeUp += 1;
  else entry.maybeDown += 1;
}

/** Votes as somebody, until the vote is counted. */
export async function voteAs(
  place: Reached,
  ledger: Ledger,
  { serverPackId, voter, direction }: { serverPackId: number; voter: string; direction: 1 | -1 },
): Promise<void> {
  const query = `mutation ($serverPack: ID!, $voter: String!) {
    voteServerPack(input: { serverPack: $serverPack, vote: ${direction === 1 ? 'UP' : 'DOWN'}, voter: $voter }) { __typename }
  }`;
  const body = JSON.stringify({
    query,
    variables: { serverPack: globalId('ServerPack', serverPackId), voter },
  });
  const headers = { 'content-type': 'application/json', ...place.token };
  for (;;) {
    const url = await place.address();
    const answer = await answered(ledger, { expected: [200] }, () =>
      fetch(`${url}/graphql`, { method: 'POST', headers, body }),
    );
    const result = answer && voteAnswer.parse(parsed(answer.bytes)).data?.voteServerPack.__typename;
    if (result !== 'ServerPack') continue;
    ledger.voters.set(`${serverPackId} ${voter}`, direction);
    return;
  }
}

/** Downloads a whole file once. */
export async function download(
  place: Reached,
  ledger: Ledger,
  kind: 'modPacks' | 'serverPacks',
  id: number,
): Promise<void> {
  const url = await place.address();
  const entry = countedOf(ledger.downloads[kind], id);
  const path = kind === 'modPacks' ? 'modpacks' : 'serverpacks';
  const asked = performance.now();
  let begun = Number.POSITIVE_INFINITY;
  const answer = await answered(ledger, { expected: [200] }, async () => {
    const response = await fetch(`${url}/api/v2/${path}/download/${id}`);
    begun = performance.now() - asked;
    return response;
  });
  if (answer !== null && begun < place.countedWithinMs) entry.sure += 1;
  else entry.maybeUp += 1;
}

/** Follows all events from the first, on whichever node, each connection from where the one before it ended. */
export async function follow(
  place: Pick<Reached, 'address'>,
  seen: Ledger['seen'][number],
  over: AbortSignal,
): Promise<void> {
  let after = globalId('PackEvent', 0);
  while (!over.aborted) {
    const url = await place.address();
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const query = 'subscription ($after: ID) { events(after: $after) { id databaseId status message } }';
    const end = () => void client.dispose();
    over.addEventListener('abort', end);
    try {
      for await (const result of client.iterate({ query, variables: { after } })) {
        const event = heard.safeParse(result).data?.data.events;
        if (!event) break;
        seen.push({ id: event.databaseId, status: event.status, message: event.message });
        after = event.id;
      }
    } catch {
      // Cut off; it goes on after the last event that it was told.
    }
    over.removeEventListener('abort', end);
    await client.dispose();
  }
}
