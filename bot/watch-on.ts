import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { wait } from './wait.ts';

/** Milliseconds between tries to reach a gateway that is away or has ended a subscription. */
const againAfter = 2000;

/**
 * Subscribes again until `over` aborts or the bot stops, since a gateway ends subscriptions when it stops or finds us
 * too slow. Rejects with other refusals.
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

/**
 * For subscriptions to all that comes: a result about what is deleted at that moment ends one. Begun anew, it goes on
 * behind that, which nobody needs to be told of any more.
 */
export function passDeleted(error: unknown): void {
  if (!(error instanceof GatewayRefusal && error.code === 'NOT_FOUND')) throw error;
}

function isPassing(error: unknown): boolean {
  return error instanceof GatewayAway || (error instanceof GatewayRefusal && error.code === 'UNAVAILABLE');
}
