import type { Modloader } from '../client/gql/schema.ts';

/** The modloaders' names for people, in the order in which they are offered. */
export const modloaderNames: Record<Modloader, string> = {
  FORGE: 'Forge',
  NEOFORGE: 'NeoForge',
  FABRIC: 'Fabric',
  QUILT: 'Quilt',
  LEGACYFABRIC: 'LegacyFabric',
};

export function isModloader(word: string): word is Modloader {
  return Object.hasOwn(modloaderNames, word);
}
