import type { Duplex } from 'node:stream';
import type { Viewer } from '../../access/permissions.ts';
import { AppError } from '../../errors.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import type { SharedSlots } from '../../limits/shared-slots.ts';
import type { Slot } from '../../limits/slots.ts';

/** The slot of one open socket, released when its connection closes. */
export interface SocketSlot {
  /**
   * Moves the slot to this caller. Does nothing once the connection has closed. Fails with TOO_MANY_REQUESTS or
   * UNAVAILABLE when the caller has no slot left.
   */
  introduce(viewer: Viewer): void;
}

export interface SocketSlots {
  /**
   * Takes a slot for a handshake: the caller's own when it sent a token, otherwise one of the unidentified sockets.
   * Fails with TOO_MANY_REQUESTS or UNAVAILABLE; null when the connection has closed already.
   */
  take(connection: Duplex, viewer: Viewer): SocketSlot | null;
}

/** A socket whose caller has not been identified yet. */
interface Waiting {
  connection: Duplex;
  slot: Slot;
}

/**
 * Counts sockets. Browsers send a token only after the handshake. When the slots for unidentified sockets are full, the
 * one that has waited longest is closed for the next: clients with a token send it at once.
 */
export function createSocketSlots({
  sockets,
  introductions,
}: Pick<SharedSlots, 'sockets' | 'introductions'>): SocketSlots {
  // A set iterates in the order of insertion.
  const waiting = new Set<Waiting>();

  function leave(one: Waiting): void {
    waiting.delete(one);
    one.slot.release();
  }

  function takeIntroduction(caller: string): Slot {
    try {
      return introductions.take(caller);
    } catch (error) {
      const [oldest] = waiting;
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE' || oldest === undefined) throw error;
      leave(oldest);
      oldest.connection.destroy();
      return introductions.take(caller);
    }
  }

  return {
    take(connection, viewer) {
      // A destroyed connection emits no further close event.
      if (connection.destroyed) return null;
      const isKnown = viewer.kind !== 'anonymous';
      const caller = limitKey(viewer);
      const one = { connection, slot: isKnown ? sockets.take(caller) : takeIntroduction(caller) };
      if (!isKnown) waiting.add(one);
      connection.once('close', () => leave(one));
      return {
        introduce(introduced) {
          if (connection.destroyed) return;
          // The old slot is released first, since this may be the caller's last slot.
          leave(one);
          one.slot = sockets.take(limitKey(introduced));
        },
      };
    },
  };
}
