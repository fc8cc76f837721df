import type { ModloaderName } from '../modloader.ts';
import { fabricServer } from './fabric.ts';
import { forgeServer } from './forge.ts';
import { legacyFabricServer } from './legacyfabric.ts';
import { neoForgeServer } from './neoforge.ts';
import { quiltServer } from './quilt.ts';
import type { ModloaderServer } from './server.ts';

/** How to install and start each modloader's server for a game version. */
export const modloaderServers: Record<ModloaderName, (gameVersion: string) => ModloaderServer> = {
  Forge: forgeServer,
  NeoForge: neoForgeServer,
  Fabric: fabricServer,
  Quilt: quiltServer,
  LegacyFabric: legacyFabricServer,
};
