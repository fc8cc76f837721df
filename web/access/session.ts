import type { Client } from 'urql';
import { operation } from '../data/operation.ts';
import { notReached, type Refusal, readRefusal, refusalIn } from '../data/refusal.ts';
import { remember } from '../data/remembered.ts';
import { createStore } from '../data/store.ts';
import { graphql } from '../gql/graphql.ts';

/** Counts the sessions of this page: each has a client of its own, so that it sees nothing of the one before. */
export const sessionCount = createStore(0);

const countOne = () => sessionCount.set(sessionCount.get() + 1);

/** Notes that this browser has signed in or out, here and in its other tabs. */
function noteSession(): void {
  countOne();
  // Storage tells the other tabs alone.
  remember('session', Date.now());
}

/** Notes that the service has ended the session. */
export const noteEnd = countOne;

/** Follows what other tabs of this browser do; the returned function stops that. */
export function followSessions(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === 'server-packs.session') countOne();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

/** Signs this browser in with a token; returns why it could not, else null. The service sets a cookie. */
export async function signIn(token: string): Promise<Refusal | null> {
  // A header cannot carry other characters.
  if (!/^[\x21-\x7e]+$/.test(token)) return { code: 'UNAUTHENTICATED', message: '' };
  return changeSession('POST', { authorization: `Bearer ${token}` });
}

/** Signs this browser out; returns why it could not be, else null. */
export async function signOut(): Promise<Refusal | null> {
  return changeSession('DELETE');
}

async function changeSession(
  method: 'POST' | 'DELETE',
  headers: Record<string, string> = {},
): Promise<Refusal | null> {
  try {
    const response = await fetch('/session', { method, headers });
    if (!response.ok) return readRefusal(await response.json()) ?? notReached;
  } catch {
    return notReached;
  }
  noteSession();
  return null;
}

const deleteSession = operation(
  graphql(`
  mutation DeleteSession($session: ID!) {
    deleteSession(input: { session: $session }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Signs another browser out, by the id of its session; returns why it could not be, else null. */
export async function endSession(client: Client, session: string): Promise<Refusal | null> {
  const { data, error } = await client.mutation(deleteSession, { session }).toPromise();
  return refusalIn(data?.deleteSession, error);
}
