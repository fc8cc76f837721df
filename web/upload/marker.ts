import type { ManifestKind, Modloader } from '../../client/gql/schema.ts';
import { isRecord } from '../data/service.ts';

/** The versions in a launcher's marker file; null for those it does not name. */
export interface Marker {
  kind: ManifestKind;
  gameVersion: string | null;
  modloader: Modloader | null;
  modloaderVersion: string | null;
}

/** Whether a pack says all that a server pack needs. */
export function isWhole({ gameVersion, modloader, modloaderVersion }: Marker): boolean {
  return gameVersion !== null && modloader !== null && modloaderVersion !== null;
}

/** Longest names first, since "neoforge" holds "forge". */
const loaderNames: readonly [string, Modloader][] = [
  ['legacyfabric', 'LEGACYFABRIC'],
  ['neoforge', 'NEOFORGE'],
  ['neoforged', 'NEOFORGE'],
  ['forge', 'FORGE'],
  ['fabric', 'FABRIC'],
  ['quilt', 'QUILT'],
];

/**
 * The marker files that the page reads itself, to fill in versions before the upload, in the order in which they count.
 * The service reads further ones (`src/archive/manifests`); `read-pack.ts` names these.
 */
export const markerNames = [
  'mmc-pack.json',
  'minecraftinstance.json',
  'instance.json',
  'modrinth.index.json',
  'manifest.json',
  'config.json',
] as const;
export type MarkerName = (typeof markerNames)[number];

/**
 * Reads a marker file; null when it is none of the known ones. What is doubtful is left to the service, which reads it
 * too.
 */
export function readMarker(name: MarkerName, document: unknown): Marker | null {
  if (!isRecord(document)) return null;
  for (const read of readers[name]) {
    const marker = read(document);
    if (marker !== null) return marker;
  }
  return null;
}

type Reader = (document: Record<string, unknown>) => Marker | null;

const readers: Record<MarkerName, readonly Reader[]> = {
  'modrinth.index.json': [
    (document) => {
      const needs = document.dependencies;
      if (!isRecord(needs)) return null;
      const loader = Object.entries(needs).find(([id]) => loaderOf(id) !== null);
      return markerOf('MODRINTH', needs.minecraft, loader?.[0], loader?.[1]);
    },
  ],
  'manifest.json': [
    (document) => {
      const { minecraft } = document;
      if (!isRecord(minecraft)) return null;
      const loaders = listOf(minecraft.modLoaders);
      const chosen = loaders.find((loader) => loader.primary === true) ?? loaders[0];
      const [loader, version] = splitId(textOf(chosen?.id));
      return markerOf('CURSEFORGE_EXPORT', minecraft.version, loader, version);
    },
  ],
  'minecraftinstance.json': [
    (document) => {
      const base = isRecord(document.baseModLoader) ? document.baseModLoader : {};
      const [loader, version] = splitId(textOf(base.name));
      const gameVersion = base.minecraftVersion ?? document.gameVersion;
      return markerOf('CURSEFORGE_INSTANCE', gameVersion, loader, base.forgeVersion ?? version);
    },
  ],
  'mmc-pack.json': [
    (document) => {
      const components = listOf(document.components);
      const game = components.find(({ uid }) => uid === 'net.minecraft');
      const loader = components.find(({ uid }) => loaderOf(textOf(uid)) !== null);
      return markerOf('MULTIMC', usedOf(game), textOf(loader?.uid), usedOf(loader));
    },
  ],
  'instance.json': [
    (document) => {
      const configuration = document.game_configuration;
      const game = isRecord(configuration) ? configuration.version : null;
      if (!isRecord(game)) return null;
      const [loader] = listOf(game.modloaders);
      return markerOf('GDLAUNCHER', game.release, textOf(loader?.type), loader?.version);
    },
    ({ id, launcher }) => {
      if (!isRecord(launcher)) return null;
      const loader = isRecord(launcher.loaderVersion) ? launcher.loaderVersion : {};
      return markerOf('ATLAUNCHER', id, textOf(loader.type), loader.version);
    },
  ],
  'config.json': [
    ({ loader }) => {
      if (!isRecord(loader) || typeof loader.loaderType !== 'string') return null;
      return markerOf('GDLAUNCHER_LEGACY', loader.mcVersion, loader.loaderType, loader.loaderVersion);
    },
  ],
};

function markerOf(kind: ManifestKind, game: unknown, loader: string | undefined, version: unknown): Marker {
  const gameVersion = textOf(game) || null;
  return {
    kind,
    gameVersion,
    modloader: loaderOf(loader ?? ''),
    // A word such as "recommended" is no version; the service asks for one.
    modloaderVersion: /^\d.*/.exec(withoutGame(textOf(version), gameVersion))?.[0] ?? null,
  };
}

function loaderOf(id: string): Modloader | null {
  const letters = id.toLowerCase().replaceAll(/[^a-z]/g, '');
  return loaderNames.find(([name]) => letters.includes(name))?.[1] ?? null;
}

/** A component without a chosen version has the one that was used last. */
function usedOf(component: Record<string, unknown> | undefined): unknown {
  return component?.version ?? component?.cachedVersion;
}

/** `forge-47.2.0` taken apart. */
function splitId(id: string): [loader: string, version: string] {
  const hyphen = id.indexOf('-');
  return hyphen < 0 ? [id, ''] : [id.slice(0, hyphen), id.slice(hyphen + 1)];
}

/** A loader's version without the game's, which some launchers put before or behind it. */
function withoutGame(version: string, gameVersion: string | null): string {
  if (gameVersion === null) return version;
  if (version.startsWith(`${gameVersion}-`)) return version.slice(gameVersion.length + 1);
  const isOldForge = /^\d+\.\d+\.\d+\.\d+-/.test(version);
  return version.endsWith(`-${gameVersion}`) && !isOldForge
    ? version.slice(0, -gameVersion.length - 1)
    : version;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : '';
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, 256).filter(isRecord) : [];
}
