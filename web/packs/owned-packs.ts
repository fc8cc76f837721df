import { readRemembered, remember } from '../data/remembered.ts';
import { createStore, useStore } from '../data/store.ts';

/** A modpack by its number, and the secret that proves who uploaded it. */
interface OwnedPack {
  number: number;
  secret: string;
}

/** So many are remembered, those that were uploaded last. */
const mostPacks = 500;

const form = /^[\w-]{43}$/;

function isOwnedPack(value: unknown): value is OwnedPack {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('secret' in value))
    return false;
  return Number.isInteger(value.number) && typeof value.secret === 'string' && form.test(value.secret);
}

function readOwned(): OwnedPack[] {
  const kept = readRemembered('owned');
  return Array.isArray(kept) ? kept.filter(isOwnedPack) : [];
}

const owned = createStore<OwnedPack[] | null>(null);

/** Keeps the secret of a modpack that was uploaded in this browser. The service tells it once. */
export function keepOwned(number: number, secret: string | null | undefined): void {
  if (!secret) return;
  // Read again: another tab may have kept one meanwhile.
  const others = readOwned().filter((pack) => pack.number !== number);
  const all = [...others, { number, secret }].slice(-mostPacks);
  remember('owned', all);
  owned.set(all);
}

/** Forgets a modpack that is gone. */
export function forgetOwned(number: number): void {
  const left = readOwned().filter((pack) => pack.number !== number);
  remember('owned', left);
  owned.set(left);
}

/** The secret of a modpack, if this browser has it. */
export function useOwnerSecret(number: number): string | null {
  const packs = useStore(owned) ?? readOwned();
  return packs.find((pack) => pack.number === number)?.secret ?? null;
}

const linkForm = /^#owner=([\w-]{43})$/;

/**
 * The address of a modpack's page that hands its secret to another browser. The part after # is not sent to any
 * service.
 */
export function ownerLink(number: number, secret: string): string {
  return new URL(`/modpacks/${number}#owner=${secret}`, location.href).href;
}

/**
 * Keeps the secret in the address of a modpack's page, and takes it out of the address. Anybody can make such an
 * address, so that it replaces no secret that is kept: this may be the only copy.
 */
export function takeOwnerLink(number: number): void {
  const [, secret] = linkForm.exec(location.hash) ?? [];
  if (secret === undefined) return;
  if (!readOwned().some((pack) => pack.number === number)) keepOwned(number, secret);
  history.replaceState(history.state, '', location.pathname + location.search);
}
