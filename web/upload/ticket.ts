import { notReached, type Refusal, readRefusal } from '../data/refusal.ts';
import { isRecord } from '../data/service.ts';

/** The facts of an upload link. */
export interface Ticket {
  gameVersion: string | null;
  modloader: string | null;
  modloaderVersion: string | null;
  expires: string;
  /** This browser may follow the modpack. */
  mayFollow: boolean;
}

/** Reads an upload link's purpose, or the reason why it no longer works. */
export async function readTicket(ticket: string): Promise<Ticket | { refusal: Refusal }> {
  try {
    const response = await fetch(ticketPath(ticket), { headers: { accept: 'application/json' } });
    const value: unknown = await response.json();
    if (!response.ok || !isRecord(value)) return { refusal: readRefusal(value) ?? notReached };
    const run = isRecord(value.runConfiguration) ? value.runConfiguration : {};
    return {
      gameVersion: textOf(run.gameVersion),
      modloader: textOf(run.modloader),
      modloaderVersion: textOf(run.modloaderVersion),
      expires: textOf(value.expires) ?? new Date().toISOString(),
      mayFollow: value.mayFollow === true,
    };
  } catch {
    return { refusal: notReached };
  }
}

/**
 * Hands a finished upload over with a link; answers the number of the modpack, and the secret of its owner if that is
 * the sender, or why not.
 */
export async function redeemTicket(
  ticket: string,
  upload: string,
): Promise<{ modPackId: number; ownerSecret: string | null } | { refusal: Refusal }> {
  const response = await fetch(ticketPath(ticket), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ upload }),
  });
  const value: unknown = await response.json();
  if (response.ok && isRecord(value) && typeof value.modPackId === 'number')
    return { modPackId: value.modPackId, ownerSecret: textOf(value.ownerSecret) };
  return { refusal: readRefusal(value) ?? notReached };
}

function ticketPath(ticket: string): string {
  return `/upload/${encodeURIComponent(ticket)}`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
