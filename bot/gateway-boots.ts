import { z } from 'zod';

const webConfig = z.object({ boots: z.boolean() });

/** In milliseconds. */
const patience = 2_000;

/** Whether the gateway tries server packs, as far as it says so now; true while it is away, so that nothing is left out for a slow start. */
export async function triesServerPacks(gatewayUrl: URL, signal: AbortSignal): Promise<boolean> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), patience);
  try {
    const answer = await fetch(new URL('web-config.json', gatewayUrl), {
      signal: AbortSignal.any([signal, tooLate.signal]),
    });
    return webConfig.parse(await answer.json()).boots;
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}
