import { accessSync, constants, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warn, wordsOf } from './finding.ts';

/** Whether the service can use DATA_DIR, others cannot, and all in it has one owner. */
export function checkDataFolder({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  let folder: Stats;
  try {
    folder = statSync(dataDir);
    if (!folder.isDirectory())
      return [fault(`DATA_DIR: ${dataDir} is a file. Name a folder, or move the file away.`)];
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return [ok(`${dataDir} does not exist yet. The first start makes it.`)];
    return [
      fault(
        `DATA_DIR: ${dataDir} cannot be used: ${wordsOf(error)}. Run this as the user of the service, and give the folder to that user.`,
      ),
    ];
  }
  const found = [...checkMode(dataDir, folder), ...checkOwners(dataDir, folder)];
  return found.length > 0 ? found : [ok(`${dataDir} can be read and written by the service alone.`)];
}

function checkMode(dataDir: string, { mode }: Stats): Finding[] {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return [];
  const does = (mode & 0o022) === 0 ? 'look into' : 'write into';
  const says = `Other users can ${does} ${dataDir}. Run: chmod 700 ${dataDir}`;
  return [(mode & 0o022) === 0 ? warn(says) : fault(says)];
}

/** A command that root has run leaves files that the service cannot write. */
function checkOwners(dataDir: string, { uid }: Stats): Finding[] {
  const others = readdirSync(dataDir)
    .map((name) => path.join(dataDir, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.uid !== uid);
  if (process.platform === 'win32' || others.length === 0) return [];
  return [
    fault(
      `${others.join(', ')} has another owner than ${dataDir}. Stop the service, and run: chown -R ${uid} ${dataDir}`,
    ),
  ];
}

/** Whether the disk of DATA_DIR has more free than is kept in reserve. */
export function checkDisk({
  dataDir,
  reserveBytes,
  tokenReserveBytes,
}: Pick<Config, 'dataDir' | 'reserveBytes' | 'tokenReserveBytes'>): Finding[] {
  const stats = statfsSync(nearestFolder(dataDir));
  // Some network file systems do not report their size.
  if (stats.blocks === 0) return [];
  const free = stats.bavail * stats.bsize;
  const megabytes = `${Math.floor(free / 1024 ** 2)} MiB are free on the disk of ${dataDir}`;
  if (free < reserveBytes)
    return [fault(`${megabytes}, less than RESERVE_BYTES: uploads are refused and runs wait. Make room.`)];
  if (free < reserveBytes + tokenReserveBytes)
    return [
      warn(
        `${megabytes}: uploads without a token are refused, since RESERVE_BYTES_FOR_TOKENS is kept. Make room.`,
      ),
    ];
  return [ok(`${megabytes}.`)];
}

/** The folder, or the nearest one above that exists. */
function nearestFolder(folder: string): string {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isThere || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));
}
