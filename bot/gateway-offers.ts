import { z } from 'zod';

const webConfig = z.object({ boots: z.boolean(), build: z.string().nullable() });

/** What the gateway has beside what every gateway has. */
export interface GatewayOffers {
  /** It tries server packs. */
  boots: boolean;
  /** It has pages for browsers. */
  pages: boolean;
}

/** In milliseconds. */
const patience = 2_000;

/** What the gateway offers, as far as it says so now; all of it while it is away, so that a slow start leaves nothing out. */
export async function gatewayOffers(gatewayUrl: URL, signal: AbortSignal): Promise<GatewayOffers> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), patience);
  try {
    const answer = await fetch(new URL('web-config.json', gatewayUrl), {
      signal: AbortSignal.any([signal, tooLate.signal]),
    });
    const { boots, build } = webConfig.parse(await answer.json());
    return { boots, pages: build !== null };
  } catch {
    return { boots: true, pages: true };
  } finally {
    clearTimeout(timer);
  }
}
