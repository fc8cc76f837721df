import { writeFile } from 'node:fs/promises';
import { type Client, createClient } from 'graphql-ws';
import { z } from 'zod';
import { clientMods } from './pack.ts';

/** A service, as a client reaches it. */
export interface Gateway {
  /** Without a slash at its end. */
  url: string;
  headers: Record<string, string>;
}

/** What is shown. */
export interface Show {
  pack: Buffer;
  fileName: string;
  /** Where the server pack is put. */
  output: string;
  /** Hears that the files which the pack names are being fetched. */
  onFetching?(): void;
}

const uploadAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  modPackId: z.int().nullable(),
  runConfigId: z.int().nullable(),
});
const eventAnswer = z.object({
  events: z.object({
    status: z.string(),
    isFinal: z.boolean(),
    message: z.string(),
    serverPackDatabaseId: z.int().nullable(),
    errors: z.array(z.object({ message: z.string() })),
  }),
});
const decisionsAnswer = z.object({
  data: z.object({
    serverPack: z.object({
      size: z.number(),
      downloadUrl: z.string(),
      decisions: z.object({
        nodes: z.array(
          z.object({ file: z.string(), kept: z.boolean(), reason: z.string(), evidence: z.string() }),
        ),
      }),
    }),
  }),
});

const progressAnswer = z.object({
  run: z.object({
    progress: z
      .object({
        phase: z.string(),
        bytesDone: z.coerce.number(),
        bytesTotal: z.coerce.number(),
        entriesDone: z.int(),
        entriesTotal: z.int(),
      })
      .nullable(),
  }),
});

/**
 * Shows one run from outside, as any client could do it: uploads a modpack over REST to a running gateway, follows
 * its events by a GraphQL subscription, downloads the server pack and lists what was dropped and why.
 */
export async function show(gateway: Gateway, { pack, fileName, output, onFetching }: Show): Promise<void> {
  say(`Uploading a modpack of ${pack.length} bytes to ${gateway.url} ...`);
  const { modPackId, runConfigId, success, message } = await upload(gateway, pack, fileName);
  say(`  ${message}`);
  if (!success || modPackId === null || runConfigId === null)
    throw new Error('The gateway refused the upload.');
  say(`  It is modpack ${modPackId}, to be built for run configuration ${runConfigId}.\n`);

  say('Events, as they come by subscription:');
  const serverPackId = await follow(gateway, { modPackId, runConfigId }, onFetching);

  const { downloadUrl, size, decisions } = await askForDecisions(gateway, serverPackId);
  const download = await fetch(downloadUrl);
  await writeFile(output, new Uint8Array(await download.arrayBuffer()));
  say(`\nDownloaded server pack ${serverPackId}, ${size} bytes, to ${output}.`);

  const dropped = decisions.nodes.filter(({ kept }) => !kept);
  say(`\n${dropped.length} of ${decisions.nodes.length} mods were dropped:`);
  for (const { file, reason, evidence } of dropped)
    say(`  ${file.padEnd(32)} ${reason.padEnd(12)} ${evidence}`);
  say('\nKept although its descriptor says client:');
  for (const { file, evidence } of decisions.nodes.filter(({ reason }) => reason === 'REQUIRED')) {
    say(`  ${file.padEnd(32)} ${evidence}`);
  }
}

async function upload(
  { url, headers }: Gateway,
  pack: Buffer,
  fileName: string,
): Promise<z.infer<typeof uploadAnswer>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pack)]), fileName);
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  form.set('startArgs', '-Xms1G -Xmx4G');
  form.set('clientMods', clientMods.join(','));
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', headers, body: form });
  return uploadAnswer.parse(await answer.json());
}

/** Prints the modpack's events from the first on, until one names the finished server pack. */
async function follow(
  { url, headers }: Gateway,
  { modPackId, runConfigId }: { modPackId: number; runConfigId: number },
  onFetching?: () => void,
): Promise<number> {
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: headers,
  });
  // What is told of the progress is for show: the events say when the run has ended, and why.
  const fetching =
    onFetching === undefined ? null : followFetching(client, runConfigId, onFetching).catch(() => {});
  const query = `subscription ($modPack: Int!, $after: ID!) {
    events(after: $after, filter: { modPack: { databaseId: $modPack } }) {
      status
      isFinal
      message
      serverPackDatabaseId
      errors { message }
    }
  }`;
  // Everything after an event before the first: what has happened since the upload, then what happens from now on.
  const after = Buffer.from('PackEvent:0').toString('base64');
  try {
    for await (const { data } of client.iterate({ query, variables: { modPack: modPackId, after } })) {
      const { status, isFinal, message, serverPackDatabaseId, errors } = eventAnswer.parse(data).events;
      say(`  ${status.padEnd(11)} ${String(serverPackDatabaseId ?? '-').padEnd(3)} ${message}`);
      if (status === 'ERROR') throw new Error(errors.map((error) => error.message).join('\n'));
      if (isFinal && serverPackDatabaseId !== null) return serverPackDatabaseId;
    }
    throw new Error('The gateway ended the subscription.');
  } finally {
    await client.dispose();
    await fetching;
  }
}

/** Prints how far the fetching of what the pack names has come, until the client is disposed of. */
async function followFetching(client: Client, runConfigId: number, onFetching: () => void): Promise<void> {
  const query = `subscription ($run: Int!) {
    run(by: { databaseId: $run }) { progress { phase bytesDone bytesTotal entriesDone entriesTotal } }
  }`;
  for await (const { data } of client.iterate({ query, variables: { run: runConfigId } })) {
    const { progress } = progressAnswer.parse(data).run;
    if (progress?.phase !== 'FETCHING') continue;
    const { bytesDone, bytesTotal, entriesDone, entriesTotal } = progress;
    say(`  FETCHING        ${entriesDone} of ${entriesTotal} files, ${bytesDone} of ${bytesTotal} bytes`);
    onFetching();
  }
}

async function askForDecisions({ url, headers }: Gateway, serverPackId: number) {
  const query = `query ($id: Int!) {
    serverPack(by: { databaseId: $id }) {
      size
      downloadUrl
      decisions(first: 100) { nodes { file kept reason evidence } }
    }
  }`;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables: { id: serverPackId } }),
  });
  return decisionsAnswer.parse(await answer.json()).data.serverPack;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
