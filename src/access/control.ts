import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type BackupCommand, backupCommand, runBackupCommand } from '../backup/backup-command.ts';
import type { Backups } from '../backup/backups.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { privateFile, privateFolder } from '../storage/private-modes.ts';
import { runTokenCommand, type TokenCommand, tokenCommand } from './token-command.ts';

/** Port of the running gateway's control server, and the key that proves that a caller can read DATA_DIR. */
const door = z.object({ port: z.int(), key: z.string() });
const answer = z.union([z.object({ lines: z.array(z.string()) }), z.object({ refused: z.string() })]);
const maxCommandBytes = 10_000;

/** What a running gateway does for a program of its machine. */
const controlCommand = z.union([tokenCommand, backupCommand]);
export type ControlCommand = TokenCommand | BackupCommand;

const fileOf = (dataDir: string) => path.join(dataDir, 'control.json');

/** The running gateway refused a command; the message says why. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
}

/**
 * Lets `npm run token` and `npm run backup` work while this process has the embedded database open: a control server on loopback, which no
 * proxy in front of the service can reach, with a key that is new at every start.
 */
export async function openControl(
  {
    database,
    log,
    backups,
  }: { database: Pick<Database, 'db'>; log: Logger; backups: Pick<Backups, 'begin'> },
  dataDir: string,
): Promise<AsyncDisposable> {
  const key = randomBytes(32).toString('base64url');
  const server = createServer(async (request, response) => {
    const [status, body] = await serve(request).catch((error: unknown) => {
      log.error({ err: error }, 'a command failed');
      return [500, { refused: 'Something went wrong; the log of the gateway tells.' }] as const;
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const serve = async (request: IncomingMessage): Promise<[number, z.infer<typeof answer>]> => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${key}`)) {
      return [401, { refused: 'The key is not that of the running gateway.' }];
    }
    if (Number(request.headers['content-length'] ?? Number.NaN) > maxCommandBytes) {
      return [413, { refused: 'The command is too long.' }];
    }
    const command = controlCommand.safeParse(await json(request));
    if (!command.success) return [400, { refused: 'This is no command; is it of another release?' }];
    try {
      return [200, { lines: await run(command.data) }];
    } catch (error) {
      if (error instanceof AppError) return [409, { refused: error.message }];
      throw error;
    }
  };
  const run = (command: ControlCommand) =>
    command.do === 'back up' || command.do === 'look at backup'
      ? runBackupCommand({ database, backups }, command)
      : runTokenCommand(database, command);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The control door has no port.');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    await writePrivate(fileOf(dataDir), JSON.stringify({ port: address.port, key }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async [Symbol.asyncDispose]() {
      await rm(fileOf(dataDir), { force: true });
      await close();
    },
  };
}

/**
 * Sends a command to the running gateway. Null when none runs on this folder, 'silent' when a program at its port has
 * not answered within `waitMs`; throws a GatewayRefusal with the reason when the gateway refuses.
 */
export async function askGateway(
  dataDir: string,
  command: ControlCommand,
  waitMs: number,
): Promise<string[] | 'silent' | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const { port, key } = door.parse(JSON.parse(text));
  const late = AbortSignal.timeout(waitMs);
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(command),
    signal: late,
  }).catch(() => null);
  // A killed gateway leaves its file behind, and its port may belong to another program by now.
  const parsed = answer.safeParse(await response?.json().catch(() => null));
  if (late.aborted) return 'silent';
  if (!parsed.success || response?.status === 401) return null;
  if ('refused' in parsed.data) throw new GatewayRefusal(parsed.data.refused);
  return parsed.data.lines;
}

/** Creates the file readable for its owner only, and renames it into place so that readers never see half of it. */
async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: privateFolder });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', privateFile);
  try {
    await handle.writeFile(text).finally(() => handle.close());
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function isEqual(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
