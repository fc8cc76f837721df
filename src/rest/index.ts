import { eventRoutes } from './events.ts';
import { modPackRoutes } from './mod-packs.ts';
import type { RestRoute } from './route.ts';
import { runConfigurationRoutes } from './run-configurations.ts';
import { serverPackRoutes } from './server-packs.ts';

/** All routes of the legacy API except the downloads, whose bytes only `http` reads. */
export const restRoutes: readonly RestRoute[] = [
  ...modPackRoutes,
  ...serverPackRoutes,
  ...runConfigurationRoutes,
  ...eventRoutes,
];
