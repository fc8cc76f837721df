import { eventRoutes } from './events.ts';
import { modPackRoutes } from './mod-packs.ts';
import type { RestRoute } from './route.ts';
import { runConfigurationRoutes } from './run-configurations.ts';
import { serverPackRoutes } from './server-packs.ts';

/** The whole legacy API but for the downloads, whose bytes only `http` touches. */
export const restRoutes: readonly RestRoute[] = [
  ...modPackRoutes,
  ...serverPackRoutes,
  ...runConfigurationRoutes,
  ...eventRoutes,
];
