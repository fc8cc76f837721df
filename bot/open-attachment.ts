import type { Attachment } from 'discord.js';
import { Refusal } from './refusal.ts';

/** Opens a file that a user attached. Throws a `Refusal` when Discord does not hand it out. */
export async function openAttachment(
  file: Pick<Attachment, 'url'>,
  signal: AbortSignal,
): Promise<{ stream: AsyncIterable<Uint8Array>; broken: () => boolean }> {
  const gone = (cause?: unknown) => new Refusal(({ refused }) => refused.attachmentGone, { cause });
  const response = await fetch(file.url, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw gone(cause);
  });
  const { body } = response;
  if (!response.ok || body === null) {
    await body?.cancel();
    throw gone();
  }
  let broken = false;
  async function* read(chunks: AsyncIterator<Uint8Array>) {
    try {
      for (;;) {
        // Only a failed read is an error of the download; a consumer that gives up throws at the yield.
        const { done, value } = await chunks.next().catch((error: unknown) => {
          broken = true;
          throw error;
        });
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { stream: read(body[Symbol.asyncIterator]()), broken: () => broken };
}
