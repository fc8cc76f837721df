/** What clamd says of a stream. */
export type ClamdVerdict =
  | { kind: 'clean' }
  | { kind: 'found'; signature: string }
  /** It is larger than clamd takes. */
  | { kind: 'too-large' }
  /** It was not scanned, or not whole. */
  | { kind: 'not-scanned'; reason: string }
  /** clamd lives, and has said nothing of it for too long. */
  | { kind: 'silent'; reason: string }
  /** clamd itself has failed. */
  | { kind: 'failed'; reason: string };

const begin = 'stream: ';
const found = ' FOUND';
/** With AlertExceedsMax, clamd reports by such a signature that it has not looked at everything. */
const beyondLimits = 'Heuristics.Limits.Exceeded';
/** What libclamav says of its own machine, and not of the file: memory, temporary files, files that it cannot open. */
const ownTrouble = /Can't|Cannot|memory|temporary/i;
const longestShown = 200;

/** Reads clamd's reply to INSTREAM, as its manual and its source have them; null for what is no reply of clamd. */
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
