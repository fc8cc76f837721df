import { chmodSync, mkdirSync } from 'node:fs';

/** Modes of files in DATA_DIR, whatever the umask: packs, keys and the database are for the service alone. */
export const privateFile = 0o600;
export const privateFolder = 0o700;

/** Makes a folder that only its owner enters; a folder made by an older release gets the same mode. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  try {
    chmodSync(folder, privateFolder);
  } catch {
    // The file belongs to another user, who decides about its mode.
  }
}
