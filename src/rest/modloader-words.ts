/** GraphQL writes its enums in capitals; the legacy API has the modloaders' own spelling. */

import type { Modloader } from '../../client/gql/schema.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';

const names: Record<Modloader, ModloaderName> = {
  FABRIC: 'Fabric',
  FORGE: 'Forge',
  LEGACYFABRIC: 'LegacyFabric',
  NEOFORGE: 'NeoForge',
  QUILT: 'Quilt',
};
const modloaderWords: readonly Modloader[] = ['FABRIC', 'FORGE', 'LEGACYFABRIC', 'NEOFORGE', 'QUILT'];

/** A modloader as the legacy API spells it. */
export function modloaderName(word: Modloader): ModloaderName {
  return names[word];
}

/** A modloader as GraphQL spells it. */
export function modloaderWord(name: ModloaderName): Modloader {
  const word = modloaderWords.find((one) => names[one] === name);
  if (word === undefined)
    throw new Error(`GraphQL does not know ${name}, one of ${modloaderNames.join(', ')}.`);
  return word;
}
