/**
 * Shows one run from outside, as any client could do it: uploads a modpack over REST to a running gateway, follows
 * its events by a GraphQL subscription, downloads the server pack and lists what was dropped and why.
 */
import { writeFile } from 'node:fs/promises';
import { createClient } from 'graphql-ws';
import { z } from 'zod';
import { buildDemoPack, clientMods } from './pack.ts';

const gateway = (process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
const output = 'demo_server_pack.zip';

const uploadAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  modPackId: z.int().nullable(),
  runConfigId: z.int().nullable(),
});
const eventAnswer = z.object({
  events: z.object({
    status: z.string(),
    message: z.string(),
    serverPackDatabaseId: z.int().nullable(),
    errors: z.array(z.object({ error: z.string() })),
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

async function main(): Promise<void> {
  const pack = await buildDemoPack(`demo of ${new Date().toISOString()}`);
  say(`Uploading a modpack of ${pack.length} bytes to ${gateway} ...`);
  const { modPackId, runConfigId, success, message } = await upload(pack);
  say(`  ${message}`);
  if (!success || modPackId === null) throw new Error('The gateway refused the upload.');
  say(`  It is modpack ${modPackId}, to be built for run configuration ${runConfigId}.\n`);

  say('Events, as they come by subscription:');
  const serverPackId = await follow(modPackId);

  const { downloadUrl, size, decisions } = await askForDecisions(serverPackId);
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

async function upload(pack: Buffer): Promise<z.infer<typeof uploadAnswer>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pack)]), 'demo.zip');
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  form.set('startArgs', '-Xms1G -Xmx4G');
  form.set('clientMods', clientMods.join(','));
  const answer = await fetch(`${gateway}/api/v2/modpacks/upload`, { method: 'POST', body: form });
  return uploadAnswer.parse(await answer.json());
}

/** Prints the modpack's events from the first on, until one names the finished server pack. */
async function follow(modPackId: number): Promise<number> {
  const client = createClient({ url: `${gateway.replace(/^http/, 'ws')}/graphql` });
  const query = `subscription ($modPack: Int!, $after: ID!) {
    events(after: $after, filter: { modPackDatabaseId: $modPack }) {
      status
      message
      serverPackDatabaseId
      errors { error }
    }
  }`;
  // Everything after an event before the first: what has happened since the upload, then what happens from now on.
  const after = Buffer.from('Event:0').toString('base64');
  try {
    for await (const { data } of client.iterate({ query, variables: { modPack: modPackId, after } })) {
      const { status, message, serverPackDatabaseId, errors } = eventAnswer.parse(data).events;
      say(`  ${status.padEnd(11)} ${String(serverPackDatabaseId ?? '-').padEnd(3)} ${message}`);
      if (status === 'ERROR') throw new Error(errors.map(({ error }) => error).join('\n'));
      if (serverPackDatabaseId !== null && message.startsWith('Syncing ServerPack'))
        return serverPackDatabaseId;
    }
    throw new Error('The gateway ended the subscription.');
  } finally {
    await client.dispose();
  }
}

async function askForDecisions(serverPackId: number) {
  const query = `query ($id: Int!) {
    serverPack(databaseId: $id) {
      size
      downloadUrl
      decisions(first: 100) { nodes { file kept reason evidence } }
    }
  }`;
  const answer = await fetch(`${gateway}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id: serverPackId } }),
  });
  return decisionsAnswer.parse(await answer.json()).data.serverPack;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const hint = cause ? `\nIs the gateway running at ${gateway}? Start it with: npm start` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${cause}${hint}\n`);
  process.exit(1);
});
