import type { Storage } from '../storage/storage.ts';
import type { Tracing } from './tracing.ts';

/** Wraps a store, with a span for each call that moves bytes. */
export function tracedStorage(storage: Storage, { within }: Tracing): Storage {
  return {
    ...storage,
    receive: (source, limits) => within('storage receive', {}, () => storage.receive(source, limits)),
    publish: (file) => within('storage publish', { 'file.size': file.size }, () => storage.publish(file)),
    open: (key, meant) => within('storage open', {}, () => storage.open(key, meant)),
    local: (key) => within('storage local', {}, () => storage.local(key)),
    remove: (key) => within('storage remove', {}, () => storage.remove(key)),
  };
}
