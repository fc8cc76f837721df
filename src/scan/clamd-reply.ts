/** clamd's verdict on a stream. */
export type ClamdVerdict =
  | { kind: 'clean' }
  | { kind: 'found'; signature: string }
  /** The stream is larger than clamd accepts. */
  | { kind: 'too-large' }
  /** The stream was not scanned, or only in part. */
  | { kind: 'not-scanned'; reason: string }
  /** clamd is alive, but has sent no verdict for too long. */
  | { kind: 'silent'; reason: string }
  /** clamd itself has failed. */
  | { kind: 'failed'; reason: string };

const begin = 'stream: ';
const found = ' FOUND';
/** With AlertExceedsMax, clamd reports by this signature prefix that part of a stream was not scanned. */
const beyondLimits = 'Heuristics.Limits.Exceeded';
/** libclamav's messages about its machine, not about the file: memory, temporary files, files that it cannot open. */
const ownTrouble = /Can't|Cannot|memory|temporary/i;
const longestShown = 200;

/** Reads clamd's reply to INSTREAM, as described by its manual and source; null for anything else. */
export function readReply(reply: string): ClamdVerdict | null {
  if (reply.startsWith('INSTREAM size limit exceeded')) return { kind: 'too-large' };
  if (reply.endsWith(' ERROR')) {
    const reason = shown(reply);
    if (ownTrouble.test(reply) || !reply.startsWith(begin)) return { kind: 'failed', reason };
    return { kind: 'not-scanned', reason: `clamd could not scan it: ${reason}.` };
  }
  if (!reply.startsWith(begin)) return null;
  const said = reply.slice(begin.length);
  if (said === 'OK') return { kind: 'clean' };
  if (!said.endsWith(found)) return null;
  const signature = shown(said.slice(0, -found.length));
  if (signature.startsWith(beyondLimits))
    return { kind: 'not-scanned', reason: `clamd did not look at all of it: ${signature}.` };
  return { kind: 'found', signature };
}

function shown(text: string): string {
  return text.slice(0, longestShown).replace(/[^\x20-\x7e]/g, '?');
}
