import { createStore } from './store.ts';

/** The state of the network and of the live connection. */
export interface Connection {
  /** The browser reports a network. */
  online: boolean;
  /** The live connection was lost and is being made again. */
  reconnecting: boolean;
  /** Until when the service has asked to be left alone, in milliseconds since the epoch; null when it has not. */
  waitUntil: number | null;
}

export const connection = createStore<Connection>({
  online: true,
  reconnecting: false,
  waitUntil: null,
});

/** Notes what has changed about the connection. */
export function noteConnection(change: Partial<Connection>): void {
  connection.set({ ...connection.get(), ...change });
}

/** Believes the browser from now on where it says whether there is a network. */
export function watchNetwork(): void {
  const note = () => noteConnection({ online: navigator.onLine });
  addEventListener('online', note);
  addEventListener('offline', note);
  note();
}
