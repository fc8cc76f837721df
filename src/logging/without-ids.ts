const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * A text for logs and traces without ids of resumable uploads: without a token, the id alone gives access to an upload.
 */
export function withoutIds(text: string): string {
  return text.replace(id, '...');
}
