import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { wait } from './wait.ts';

/** Server errors and lost connections may pass when tried again; refusals do not. */
function mayPass(error: unknown): boolean {
  if (error instanceof HTTPError || error instanceof RateLimitError) return true;
  if (error instanceof DiscordAPIError || !(error instanceof Error)) return false;
  // Sockets and undici put a word such as ECONNREFUSED or UND_ERR_SOCKET there; discord.js aborts what takes too long.
  return error.name === 'AbortError' || /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(codeOf(error));
}

function codeOf(error: Error): string {
  const { cause } = error;
  const holder = 'code' in error ? error : cause;
  return typeof holder === 'object' && holder !== null && 'code' in holder ? String(holder.code) : '';
}

/** Waits between tries in milliseconds; `longestWait` from then on. */
const waits = [500, 1000, 2000, 5000, 10_000];
const longestWait = 30_000;

/** Does something at Discord, again and again while its failure may pass; rejects with what will not, or on `signal`. */
export async function patiently<T>(
  action: () => Promise<T>,
  { signal, onFailure = () => {} }: { signal: AbortSignal; onFailure?: (error: unknown) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!mayPass(error)) throw error;
      onFailure(error);
      await wait(waits[attempt] ?? longestWait, signal);
    }
  }
}
