import nodeFileSystem from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { AppError } from '../errors.ts';
import type { Bucket } from '../storage/bucket.ts';
import { bytesOf } from '../storage/copy.ts';
import { createDiskStorage } from '../storage/disk.ts';
import { errnoOf, flushFolder } from '../storage/file-system.ts';
import { makePrivateFolder, privateFile } from '../storage/private-modes.ts';
import { folderOf, type S3Settings } from '../storage/s3-settings.ts';
import type { Storage } from '../storage/storage.ts';
import { nameOfPlace, type PlaceAddress } from './place-address.ts';

/**
 * Backups in one place: manifests by name, and beside them all their contents by digest, as in the store. A manifest is
 * written last, and whole or not at all.
 */
export interface BackupPlace extends AsyncDisposable {
  name: string;
  files: Storage;
  /** The names of the backups, newest first. */
  list(): Promise<string[]>;
  /** The text of a manifest; null when there is none of this name. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export type PlaceSettings = Pick<Config, 'dataDir' | 'reserveBytes' | 's3Server' | 's3'>;

const manifests = 'manifests';
const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The name of a backup made at this time; names sort by time. */
export function nameOf(made: Date): string {
  return made.toISOString().replace(/[:.]/g, '-');
}

/** Opens a place for a new backup, which no other process may make there. Fails with CONFLICT or UNAVAILABLE. */
export async function openPlace(address: PlaceAddress, settings: PlaceSettings): Promise<BackupPlace> {
  refuseStore(address, settings);
  if (address.kind === 'bucket') return openBucketPlace(address, settings);
  const { folder } = address;
  try {
    makePrivateFolder(path.join(folder, manifests));
    const lock = lockFolder(path.join(folder, manifests));
    const place = await openFolder(folder, settings.reserveBytes);
    return { ...place, [Symbol.asyncDispose]: async () => lock[Symbol.dispose]() };
  } catch (error) {
    if (error instanceof FolderInUse)
      throw new AppError(
        'CONFLICT',
        `Another backup into ${folder} is under way. Try again when it has ended.`,
      );
    throw unusable(address, error);
  }
}

/** Opens a place to read its backups. Fails with NOT_FOUND where there are none, or UNAVAILABLE. */
export async function openForReading(address: PlaceAddress, settings: PlaceSettings): Promise<BackupPlace> {
  const name = nameOfPlace(address);
  const none = () =>
    new AppError(
      'NOT_FOUND',
      `There is no backup in ${name}. Name the folder that has "${manifests}" in it.`,
    );
  try {
    if (address.kind === 'folder')
      await nodeFileSystem.access(path.join(address.folder, manifests)).catch(() => {
        throw none();
      });
    const place =
      address.kind === 'folder'
        ? await openFolder(address.folder, 0)
        : await openBucketPlace(address, settings);
    if ((await place.list()).length === 0) throw none();
    return place;
  } catch (error) {
    throw unusable(address, error);
  }
}

/** When the backups in a place were made, newest first; none without the place. Makes no folders. */
export async function timesOfBackups(
  address: PlaceAddress,
  { s3Server }: Pick<PlaceSettings, 's3Server'>,
): Promise<Date[]> {
  const names =
    address.kind === 'folder' ? await listFolder(address.folder) : await listBucket(address, s3Server);
  return names.map((name) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.')));
}

async function listFolder(folder: string): Promise<string[]> {
  const files = nodeFileSystem.readdir(path.join(folder, manifests));
  return namesOf(
    await files.catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return [];
      throw error;
    }),
  );
}

async function listBucket(
  { bucket, prefix }: Extract<PlaceAddress, { kind: 'bucket' }>,
  s3Server: PlaceSettings['s3Server'],
): Promise<string[]> {
  const { openBucket } = await import('../storage/bucket.ts');
  return listManifests(await openBucket({ ...s3Server, bucket, prefix: folderOf(prefix) }));
}

async function listManifests(bucket: Pick<Bucket, 'list'>): Promise<string[]> {
  const names: string[] = [];
  for await (const object of bucket.list(`${manifests}/`)) names.push(path.posix.basename(object.name));
  return namesOf(names);
}

function unusable(address: PlaceAddress, error: unknown): unknown {
  if (error instanceof AppError || errnoOf(error) === null || !(error instanceof Error)) return error;
  return new AppError(
    'UNAVAILABLE',
    `${nameOfPlace(address)} cannot be used: ${error.message}`,
    {},
    { cause: error },
  );
}

/** The bytes of a content. Fails with INVALID_INPUT when the place lacks it. */
export async function* contentOf({ name, files }: BackupPlace, key: string): AsyncGenerator<Buffer> {
  const file = await files.openStored(key);
  if (file === null)
    throw new AppError('INVALID_INPUT', `The backup is damaged: the file ${key} is missing in ${name}.`);
  try {
    yield* bytesOf(file);
  } finally {
    await file.close();
  }
}

/** A backup within the store that it saves would be lost together with it, and removes files of its own. */
function refuseStore(address: PlaceAddress, { dataDir, s3 }: PlaceSettings): void {
  const isStore =
    address.kind === 'folder'
      ? s3 === null && path.resolve(address.folder) === path.resolve(dataDir, 'store')
      : address.bucket === s3?.bucket && folderOf(address.prefix) === s3.prefix;
  if (!isStore) return;
  throw new AppError(
    'INVALID_INPUT',
    `${nameOfPlace(address)} is the store of the service itself. Name another place for backups.`,
  );
}

async function openFolder(folder: string, reserveBytes: number): Promise<BackupPlace> {
  const own = path.join(folder, manifests);
  const fileOf = (name: string) => {
    if (!nameForm.test(name)) throw new AppError('NOT_FOUND', `There is no backup ${name} in ${folder}.`);
    return path.join(own, `${name}.json`);
  };
  const files = await createDiskStorage({ directory: folder, reserve: { bytes: reserveBytes, beside: [] } });
  return {
    name: folder,
    files,
    async list() {
      return namesOf(await nodeFileSystem.readdir(own));
    },
    async read(name) {
      return nodeFileSystem.readFile(fileOf(name), 'utf8').catch((error: unknown) => {
        if (errnoOf(error) === 'ENOENT') return null;
        throw error;
      });
    },
    async write(name, text) {
      const draft = `${fileOf(name)}.new`;
      try {
        await nodeFileSystem.writeFile(draft, text, { mode: privateFile, flush: true });
        await nodeFileSystem.rename(draft, fileOf(name));
      } catch (error) {
        await nodeFileSystem.rm(draft, { force: true });
        throw error;
      }
      await flushFolder(nodeFileSystem, own);
    },
    remove: (name) => nodeFileSystem.rm(fileOf(name), { force: true }),
    async [Symbol.asyncDispose]() {},
  };
}

async function openBucketPlace(
  { bucket: name, prefix }: Extract<PlaceAddress, { kind: 'bucket' }>,
  { dataDir, reserveBytes, s3Server }: PlaceSettings,
): Promise<BackupPlace> {
  const s3: S3Settings = { ...s3Server, bucket: name, prefix: folderOf(prefix), cacheBytes: 0 };
  const { createS3Storage } = await import('../storage/s3.ts');
  const { openBucket } = await import('../storage/bucket.ts');
  const directory = path.join(dataDir, 's3-backups');
  const files = await createS3Storage({ s3, directory, reserve: { bytes: reserveBytes, beside: [] } });
  const bucket = await openBucket(s3);
  const objectOf = (backup: string) => `${manifests}/${backup}.json`;
  return {
    name: nameOfPlace({ kind: 'bucket', bucket: name, prefix }),
    files,
    list: () => listManifests(bucket),
    async read(backup) {
      const object = await bucket.read(objectOf(backup));
      return object && (await buffer(object.body)).toString();
    },
    write: (backup, text) => bucket.put(objectOf(backup), Buffer.from(text)),
    remove: (backup) => bucket.remove(objectOf(backup)),
    async [Symbol.asyncDispose]() {},
  };
}

function namesOf(files: readonly string[]): string[] {
  const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  return names
    .filter((name) => nameForm.test(name))
    .sort()
    .reverse();
}
