import type { Bridge } from './modloader.ts';

/** Ports with other ids than those that Fabric mods ask for; Connector accepts one for the other by default. */
const connectorAliases: ReadonlyMap<string, string> = new Map([
  ['cloth-config2', 'cloth_config'],
  ['player-animator', 'playeranimator'],
]);

/** Sinytra Connector: Fabric mods on Forge and NeoForge. Forge has no hyphen in an id, so an underscore stands for it. */
export const connector: Bridge = {
  mods: ['connector', 'connectormod'],
  formats: ['fabric.mod.json'],
  spell: (id) => connectorAliases.get(id) ?? id.replaceAll('-', '_'),
  parts: { prefix: 'fabric_', of: 'fabric_api' },
};

/** Kilt: Forge mods on Fabric. Its rules for them are not known well enough. */
export const kilt: Bridge = { mods: ['kilt'], formats: [], spell: (id) => id, parts: null };
