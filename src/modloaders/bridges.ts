import type { Bridge } from './modloader.ts';

/** Ports with other ids than those in Fabric mods' dependencies; by default Connector accepts one for the other. */
const connectorAliases: ReadonlyMap<string, string> = new Map([
  ['cloth-config2', 'cloth_config'],
  ['player-animator', 'playeranimator'],
]);

/**
 * Sinytra Connector: Fabric mods on Forge and NeoForge. Forge's ids have no hyphens, so an underscore replaces them.
 */
export const connector: Bridge = {
  mods: ['connector', 'connectormod'],
  formats: ['fabric.mod.json'],
  spell: (id) => connectorAliases.get(id) ?? id.replaceAll('-', '_'),
  parts: { prefix: 'fabric_', of: 'fabric_api' },
};

/** Kilt: Forge mods on Fabric. The rules that Kilt applies to them are not known well enough. */
export const kilt: Bridge = { mods: ['kilt'], formats: [], spell: (id) => id, parts: null };
