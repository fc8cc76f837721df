import type { Agent } from 'undici';
import type { ConnectOverrides, ConnectSettings } from './connect.ts';

/** A connection pool that is created on first use: undici takes 20 MiB and a noticeable part of a start. */
export interface LazyAgent extends AsyncDisposable {
  get(): Promise<Agent>;
}

/** As `createAgent`. */
export function openLazyAgent(settings: ConnectSettings, overrides?: ConnectOverrides): LazyAgent {
  let agent: Promise<Agent> | null = null;
  const open = async () => {
    const { createAgent } = await import('./connect.ts');
    return createAgent(settings, overrides);
  };
  return {
    get: () => {
      agent ??= open();
      return agent;
    },
    [Symbol.asyncDispose]: async () => await (await agent)?.destroy(),
  };
}
