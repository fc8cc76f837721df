const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A text for logs and traces, without ids of resumable uploads: for a caller without a token, its id is the whole right to one. */
export function withoutIds(text: string): string {
  return text.replace(id, '...');
}
