import { createStore } from '../data/store.ts';

/** The token that requests carry; null without one. It is kept for as long as the tab, so that closing it signs out. */
export const session = createStore<string | null>(readToken());

const key = 'server-packs.token';

function readToken(): string | null {
  try {
    return sessionStorage.getItem('server-packs.token');
  } catch {
    return null;
  }
}

/** Signs in with a token from now on, or out with null. */
export function setToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Good until the page is loaded again, then.
  }
  session.set(token);
}

/** The headers that a request of this session carries. */
export function sessionHeaders(): Record<string, string> {
  const token = session.get();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
