import type { Attachment } from 'discord.js';
import { escaped } from '../texts/text.ts';
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

/** Most bytes of an attached file that is read as a whole; the gateway says what it accepts of it. */
const mostBytes = 1024 * 1024;

/** Reads a small file that a user attached. Throws a `Refusal` when it is not small, or Discord does not hand it out. */
export async function readAttachment(
  file: Pick<Attachment, 'url' | 'name'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const { stream, broken } = await openAttachment(file, signal);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > mostBytes)
        throw new Refusal(({ refused }) => refused.attachmentTooLarge(escaped(file.name, 80)));
      chunks.push(chunk);
    }
  } catch (error) {
    if (!broken() || signal.aborted) throw error;
    throw new Refusal(({ refused }) => refused.attachmentBroken, { cause: error });
  }
  return Buffer.concat(chunks);
}
