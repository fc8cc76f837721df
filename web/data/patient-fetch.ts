import { noteConnection } from './connection.ts';

/** Seconds; a longer Retry-After is shown as a failure. */
const longestWait = 60;

/** `fetch` that waits, and asks once more, where the service says for how long it wants to be left alone. */
export async function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 429) return response;
  const seconds = Number(response.headers.get('retry-after'));
  if (!(seconds > 0 && seconds <= longestWait)) return response;
  noteConnection({ waitUntil: Date.now() + seconds * 1000 });
  await wait(seconds * 1000, init?.signal ?? null);
  noteConnection({ waitUntil: null });
  return fetch(input, init);
}

function wait(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      noteConnection({ waitUntil: null });
      reject(signal.reason);
    });
  });
}
