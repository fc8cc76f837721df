import type { KnownServerMod } from './known-mod.ts';

/**
 * Mods whose TOML descriptor needs everything on the client only, by which they would be taken for client-only, and which
 * have work to do on a server all the same. By their ids in lower case.
 */
export const knownServerMods: readonly KnownServerMod[] = [
  {
    id: 'appleskin',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.13', to: null },
    onServer:
      'It sends clients the saturation and exhaustion of their players, which they cannot know by themselves.',
    source: 'https://github.com/squeek502/AppleSkin',
  },
];
