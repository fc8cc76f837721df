import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createToken } from '../../../src/access/tokens.ts';
import type { Database } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { createDiskStorage } from '../../../src/storage/disk.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { type Child, onItsOwn, startChild } from '../child.ts';
import { createServerDatabase } from '../database.ts';
import { makeDataDir } from '../embedded-files.ts';
import { openPassage, type Passage } from '../passage.ts';

/** Where bytes are kept, for processes and for the comparison at the end. */
export interface Store {
  environment: Record<string, string>;
  open(): Promise<Storage>;
  /** What was begun in several parts, and neither completed nor given up. */
  begun(): Promise<string[]>;
}

interface Node {
  child: Child;
  address: Promise<string>;
}

/** A service of one process or two, with all that outlives them. */
export interface Place extends AsyncDisposable {
  kind: 'embedded' | 'server';
  nodes: Node[];
  /** The way to the database server. */
  passage: Passage | null;
  /** Past it. */
  databaseUrl: string | null;
  /** A token that votes for others and uploads on a quota, as a header, and what that is. */
  token: { authorization: string };
  /** How long the service waits for a download to be counted before it begins; sooner answers have been counted. */
  countedWithinMs: number;
  /** Bytes of a file in one modpack of each burst. */
  filling: number;
  /** The address of any of the nodes, once it listens. */
  address(): Promise<string>;
  /** Ends a node by this signal and starts another in its place. */
  replace(index: number, signal: 'SIGKILL' | 'SIGTERM', environment?: Record<string, string>): Promise<void>;
  /** Stops all nodes as an operator does. */
  shutDown(): Promise<void>;
  /** Opens what they leave, when none runs. */
  open(): Promise<{ database: Database; storage: Storage; begun: Store['begun'] } & AsyncDisposable>;
}

export const quota = 1024 ** 3;

const countedWithinMs = 10_000;

/** Where a service keeps what, unless it is a folder of its own and a database of the server that all tests share. */
interface PlaceOptions {
  makeStore?: (folder: string) => Store;
  /** What its folder is made in. */
  parent?: string;
  /** A database that belongs to the place alone. */
  databaseUrl?: string;
  environment?: Record<string, string>;
  filling?: number;
}

export async function openPlace(
  kind: 'embedded' | 'server',
  { makeStore, parent = os.tmpdir(), databaseUrl, environment: given = {}, filling = 0 }: PlaceOptions = {},
): Promise<Place> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(parent, 'load-'));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const findDatabase = async () => databaseUrl ?? opened.use(await createServerDatabase()).url;
  const url = kind === 'server' ? await findDatabase() : null;
  if (url === null) await makeDataDir(folder);
  const passage = url === null ? null : opened.use(await openPassage(url));
  const store = makeStore?.(folder) ?? {
    environment: {},
    open: () => createDiskStorage({ directory: path.join(folder, 'store') }),
    begun: async () => [],
  };
  const openOwn = () => openDatabase(url, { folder: path.join(folder, 'database') });
  const token = await withToken(openOwn);
  const start = (environment: Record<string, string> = {}): Node => {
    const child = startChild('test/support/service-process.ts', {
      ...onItsOwn,
      LOG_LEVEL: 'fatal',
      DATA_DIR: folder,
      ...(passage === null ? {} : { DATABASE_URL: passage.url }),
      ...store.environment,
      // Whatever is done to the service says nothing against a run.
      'config.runRetries': '10',
      'config.runRetryDelaySeconds': '0',
      'config.queuePollMs': '200',
      'config.roomWait.firstSeconds': '1',
      // A node that stands still lets go of what it holds in the database.
      'config.databaseServer.idleTransactionTimeoutMs': '5000',
      'config.downloadCountMs': String(countedWithinMs),
      SHUTDOWN_GRACE_MS: '0',
      ...given,
      ...environment,
    });
    parts.use(child);
    const address = child.line(/^listening (.*)/).then(([, found = '']) => found);
    // Who asks for it is told; one that is killed before it listens is asked by nobody.
    address.catch(() => {});
    return { child, address };
  };
  const parts = opened.move();
  const nodes = kind === 'embedded' ? [start()] : [start(), start()];
  return {
    kind,
    nodes,
    passage,
    databaseUrl: url,
    token,
    countedWithinMs,
    filling,
    async address() {
      for (;;) {
        const index = Math.floor(Math.random() * nodes.length);
        const node = nodes[index];
        if (!node) throw new Error('There is no node.');
        const found = await node.address.catch((error: unknown) => {
          if (nodes[index] === node) throw error;
          return null;
        });
        if (found !== null) return found;
      }
    },
    async replace(index, signal, environment) {
      const node = nodes[index];
      if (!node) throw new Error(`There is no node ${index}.`);
      node.child.process.kill(signal);
      const next = node.child.ended.then(() => start(environment));
      // Callers wait for the next one from now on.
      const address = next.then((one) => one.address);
      address.catch(() => {});
      nodes[index] = { child: node.child, address };
      nodes[index] = await next;
    },
    async shutDown() {
      for (const { child } of nodes) child.process.kill('SIGTERM');
      await Promise.all(nodes.map(({ child }) => child.ended));
    },
    async open() {
      const [database, storage] = [await openOwn(), await store.open()];
      return { database, storage, begun: store.begun, [Symbol.asyncDispose]: () => database.close() };
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function withToken(openOwn: () => Promise<Database>): Promise<{ authorization: string }> {
  await using database = await openOwn();
  const secret = await createToken(database, {
    name: 'caller',
    role: 'publisher',
    voter: true,
    quota,
    expires: null,
  });
  return { authorization: `Bearer ${secret}` };
}
