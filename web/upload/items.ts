import type { FieldRefusal } from '../data/refusal.ts';
import { createStore } from '../data/store.ts';
import type { StoredModPack } from '../packs/stored-mod-pack.ts';
import type { Marker } from './marker.ts';
import { noVersions, type Versions } from './versions.ts';

/** The state of a modpack on its way to the service. */
export type UploadState = 'ready' | 'sending' | 'paused' | 'waiting' | 'storing' | 'submitted' | 'failed';

/** A modpack that was chosen in this tab. */
export interface UploadItem {
  key: string;
  file: File;
  /** Undefined while it is read; null when the pack says nothing. */
  marker: Marker | null | undefined;
  /** Whether the service may read versions of it that the browser does not. */
  isLeftToService: boolean;
  /** Entries with accounts or passwords, which are not sent. */
  secrets: readonly string[];
  /** Why it cannot be uploaded, as far as that shows before. */
  fault: 'empty' | 'notZip' | 'tooLarge' | null;
  versions: Versions;
  state: UploadState;
  /** Bytes that the service has. */
  sent: number;
  /** Bytes a second; null until it is known. */
  speed: number | null;
  /** The service's refusal, its field, and where the pack of an installer lies. */
  problem: (FieldRefusal & { link?: string | null }) | null;
  /** The modpack that has this content already. */
  duplicateOf: StoredModPack | null;
  /** The modpack that came of it, and the number of its run. */
  modPack: { databaseId: number; run: number | null } | null;
  /** The service's id of the finished upload. */
  uploadId: string | null;
}

/** All modpacks chosen in this tab, in order. Their uploads continue on other pages. */
export const uploadItems = createStore<readonly UploadItem[]>([]);

/** Puts a file on the list. */
export function addItem(file: File): string {
  const key = crypto.randomUUID();
  const item: UploadItem = {
    key,
    file,
    marker: undefined,
    isLeftToService: false,
    secrets: [],
    fault: null,
    versions: noVersions,
    state: 'ready',
    sent: 0,
    speed: null,
    problem: null,
    duplicateOf: null,
    modPack: null,
    uploadId: null,
  };
  uploadItems.set([...uploadItems.get(), item]);
  return key;
}

/** Notes what has changed about a modpack on the list; nothing when it is no longer there. */
export function changeItem(key: string, change: Partial<UploadItem>): void {
  uploadItems.set(uploadItems.get().map((item) => (item.key === key ? { ...item, ...change } : item)));
}

/** Takes a modpack off the list. */
export function removeItem(key: string): void {
  uploadItems.set(uploadItems.get().filter((item) => item.key !== key));
}

/** A modpack on the list. */
export function findItem(key: string): UploadItem | undefined {
  return uploadItems.get().find((item) => item.key === key);
}
