/**
 * node client/examples/upload.ts pack.zip http://127.0.0.1:8080
 *
 * Uploads a modpack, follows it to its end and prints where its server pack is to be downloaded.
 */
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { EventsDocument, UploadModPackDocument } from '../gql/graphql.ts';
import { askWithFile, follow } from '../service.ts';

const [archive = 'pack.zip', url = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const service = { url, token: process.env.TOKEN };

const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' } as const;
// The file travels beside the variables, where a null stands for it.
const besides = { toJSON: () => null };
const { uploadModPack: result } = await askWithFile(service, UploadModPackDocument, {
  variables: { input: { archive: { file: besides }, runConfiguration } },
  file: await openAsBlob(archive),
  name: path.basename(archive),
});
if (result.__typename !== 'RunStarted') throw new Error(`${result.code}: ${result.message}`);

// Starts before the first event, so that earlier events are not missed.
const wanted = { after: 'UGFja0V2ZW50OjA=', filter: { run: { id: result.run.id } } };
for await (const { events: event } of follow(service, EventsDocument, wanted)) {
  console.log(event.kind, ...event.errors.map(({ message }) => message));
  if (!event.isFinal) continue;
  if (event.kind !== 'READY') process.exit(1);
  console.log(event.serverPack?.downloadUrl);
  break;
}
