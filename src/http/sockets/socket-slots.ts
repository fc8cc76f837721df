import type { Duplex } from 'node:stream';
import type { GoodSlots } from '../../access/good-slots.ts';
import type { Viewer } from '../../access/permissions.ts';
import { limitKey } from '../../access/rate-limits.ts';
import type { Slot } from '../../core/slots.ts';
import { AppError } from '../../errors.ts';

/** The slot of one socket among those that are open, given back when its connection closes. */
export interface SocketSlot {
  /**
   * From now on it is this caller's. Does nothing once the connection has closed. Fails with TOO_MANY_REQUESTS or
   * UNAVAILABLE when that has no slot left.
   */
  introduce(viewer: Viewer): void;
}

export interface SocketSlots {
  /**
   * Takes a slot for a handshake: of its caller, where a token came with it, else of those who have not said yet who they are. Fails
   * with TOO_MANY_REQUESTS or UNAVAILABLE; null when the connection has closed already.
   */
  take(connection: Duplex, viewer: Viewer): SocketSlot | null;
}

/** A socket whose caller has not said yet who it is. */
interface Waiting {
  connection: Duplex;
  slot: Slot;
}

/**
 * Counts sockets. Browsers send a token only after the handshake, so where strangers have filled what there is for those who have not
 * said who they are, the one that has waited longest is cut off for the next: who means to say it does so at once.
 */
export function createSocketSlots({
  sockets,
  introductions,
}: Pick<GoodSlots, 'sockets' | 'introductions'>): SocketSlots {
  // A set hands out what it holds in the order of its arrival.
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
          // Before it is taken anew, since it may be the last that this caller may have.
          leave(one);
          one.slot = sockets.take(limitKey(introduced));
        },
      };
    },
  };
}
