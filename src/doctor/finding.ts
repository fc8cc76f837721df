import { reasonOf } from '../database/unreachable.ts';

/** What a check has found: `warn` works but not as meant, `fault` does not work. */
export interface Finding {
  verdict: 'ok' | 'warn' | 'fault';
  /** One or two sentences: what is so, and what to do. */
  says: string;
}

export const ok = (says: string): Finding => ({ verdict: 'ok', says });
export const warn = (says: string): Finding => ({ verdict: 'warn', says });
export const fault = (says: string): Finding => ({ verdict: 'fault', says });

/** The reason of a failure with that of its cause, as the end of a sentence. */
export function wordsOf(error: unknown): string {
  const own = reasonOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? wordsOf(error.cause) : '';
  return (own.includes(cause) ? own : `${own} (${cause})`).replace(/\.+$/, '');
}
