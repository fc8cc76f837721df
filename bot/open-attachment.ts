import type { Attachment } from 'discord.js';
import { Refusal } from './refusal.ts';

/** Opens a file that a user attached. Throws a `Refusal` when Discord does not hand it out. */
export async function openAttachment(
  file: Pick<Attachment, 'url'>,
  signal: AbortSignal,
): Promise<{ stream: AsyncIterable<Uint8Array>; broken: () => boolean }> {
  const gone = 'Discord does not hand out the attached file. Please attach it again.';
  const response = await fetch(file.url, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new Refusal(gone, { cause });
  });
  const { body } = response;
  if (!response.ok || body === null) {
    await body?.cancel();
    throw new Refusal(gone);
  }
  let broken = false;
  async function* read(chunks: AsyncIterable<Uint8Array>) {
    try {
      yield* chunks;
    } catch (error) {
      broken = true;
      throw error;
    }
  }
  return { stream: read(body), broken: () => broken };
}
