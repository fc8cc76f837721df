import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { wait } from './wait.ts';

/** In milliseconds; between tries to ask a gateway that is away or ended a subscription. */
const againAfter = 2000;

/**
 * Watches again and again until `over` aborts or the bot stops: a gateway that is away, shuts down or finds us too slow
 * ends a subscription that has not reached its end. Rejects with any other refusal.
 */
export async function watchOn(
  { stopping }: { stopping: AbortSignal },
  watch: (signal: AbortSignal) => Promise<void>,
  over: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([over, stopping]);
  while (!signal.aborted) {
    try {
      await watch(signal);
    } catch (error) {
      if (!signal.aborted && !isPassing(error)) throw error;
    }
    await wait(againAfter, signal).catch(() => {});
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof GatewayAway || (error instanceof GatewayRefusal && error.code === 'UNAVAILABLE');
}
