import { AppError } from '../errors.ts';
import { loaderOfLauncherId, modloaders } from '../modloaders/index.ts';
import type { ModloaderName } from '../modloaders/modloader.ts';
import type { CurseForge, CurseForgeFile, CurseForgeProject } from './curseforge.ts';
import type { Ftb, FtbVersion } from './ftb.ts';
import type { Modrinth, ModrinthVersion } from './modrinth.ts';
import { nameInLink, type PackLocation } from './pack-links.ts';
import { FetchError } from './problem-codes.ts';
import type { WantedFile } from './wanted-file.ts';

/** A published modpack: its archive, and its ids on the platform. */
export interface FoundPack {
  /** The platform's own id of the project; empty without a platform. */
  projectID: string;
  /** The platform's own id of the version or file; empty without a platform. */
  versionID: string;
  /** Rises from version to version of the project; null when the order is unknown. */
  order: number | null;
  name: string;
  archive: PackArchive;
}

/**
 * The archive's address; or, where a platform only lists a pack's files, the single file to build the archive from; or
 * the address of the `pack.toml` of packwiz, which lists the files.
 */
export type PackArchive = { wanted: WantedFile } | { file: string; content: string } | { packFile: string };

/** Requirements that the newest version has to meet. */
export interface PackTarget {
  gameVersion: string | null;
  modloader: ModloaderName | null;
}

export interface Platforms {
  modrinth: Modrinth;
  /** Null without a key. */
  curseForge: CurseForge | null;
  ftb: Ftb;
}

/** Most versions that a message names. */
const mostNamed = 5;

/**
 * Finds the archive of a modpack on its platform. Fails with NOT_FOUND, naming existing versions, with INVALID_INPUT
 * for a project that is not a modpack, with a FetchError when the platform cannot be reached or refuses the file, or
 * with the signal's reason.
 */
export async function findPack(
  { modrinth, curseForge, ftb }: Platforms,
  location: PackLocation,
  target: PackTarget,
  signal: AbortSignal,
): Promise<FoundPack> {
  switch (location.platform) {
    case 'MODRINTH':
      return onModrinth(modrinth, location, target, signal).catch(asPlatform('Modrinth'));
    case 'CURSEFORGE':
      if (curseForge === null) throw keyNeeded();
      return onCurseForge(curseForge, location, signal).catch(asPlatform('CurseForge'));
    case 'FTB':
      return onFtb(ftb, location, target, signal).catch(asPlatform('FTB'));
    case 'LINK':
      if (!URL.canParse(location.url))
        throw invalid(
          `This is no address: ${JSON.stringify(location.url.slice(0, 100))}. If it is a code that an app shares: export the profile there and upload the file.`,
        );
      return { projectID: '', versionID: '', order: null, ...byLink(location) };
  }
}

function byLink({ url, name }: { url: string; name?: string }): Pick<FoundPack, 'name' | 'archive'> {
  // The archive of a repository has a name already, and its `pack.toml` is found in the archive.
  if (name === undefined && nameInLink(url) === 'pack.toml')
    return {
      name: `${nameInLink(new URL('.', url).href.replace(/\/$/, '')) || new URL(url).hostname}.zip`,
      archive: { packFile: url },
    };
  return {
    name: name ?? nameInLink(url),
    archive: { wanted: { path: '', links: [url], hashes: {}, size: null } },
  };
}

async function onModrinth(
  modrinth: Modrinth,
  { project, version }: { project: string; version: string | null },
  target: PackTarget,
  signal: AbortSignal,
): Promise<FoundPack> {
  refuseOddName(project);
  if (version !== null) refuseOddName(version);
  const found =
    version === null
      ? await newestOnModrinth(modrinth, project, target, signal)
      : await modrinth.versionOf(project, version, signal);
  if (!found) {
    const newest: string[] = [];
    for await (const one of modrinth.versions(project, {}, signal))
      if (newest.push(inWords(one)) === mostNamed) break;
    if (newest.length === 0)
      throw notFound(`There is no project ${shown(project)} with a version on Modrinth.`);
    const what = version === null ? targetInWords(target) : ` ${shown(version)}`;
    throw notFound(
      `${shown(project)} on Modrinth has no version${what}. The newest are ${newest.join('; ')}.`,
    );
  }
  const file = found.files.find(({ primary }) => primary) ?? found.files[0];
  if (!file) throw notFound(`Version ${shown(found.versionNumber)} of ${shown(project)} has no file.`);
  if (!/\.(mrpack|zip)$/i.test(file.filename))
    throw invalid(`${shown(project)} on Modrinth is no modpack: its file is ${shown(file.filename)}.`);
  const { url, sha512, sha1, size } = file;
  return {
    projectID: found.projectId,
    versionID: found.id,
    order: found.published,
    name: file.filename,
    archive: { wanted: { path: file.filename, links: [url], hashes: { sha512, sha1 }, size } },
  };
}

async function newestOnModrinth(
  modrinth: Modrinth,
  project: string,
  { gameVersion, modloader }: PackTarget,
  signal: AbortSignal,
): Promise<ModrinthVersion | null> {
  const filter = gameVersion === null ? {} : { gameVersion };
  for await (const one of modrinth.versions(project, filter, signal))
    if (modloader === null || one.loaders.includes(modloaders[modloader].modrinthId)) return one;
  return null;
}

function inWords({ versionNumber, gameVersions, loaders }: ModrinthVersion): string {
  return `${shown(versionNumber)} (${shown([...loaders, ...gameVersions].join(' '))})`;
}

function targetInWords({ gameVersion, modloader }: PackTarget): string {
  const parts = [gameVersion, modloader].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` for ${parts.join(' and ')}`;
}

async function onCurseForge(
  curseForge: CurseForge,
  { project: name, file: fileId }: { project: string; file: number | null },
  signal: AbortSignal,
): Promise<FoundPack> {
  refuseOddName(name);
  const project = await projectOnCurseForge(curseForge, name, signal);
  if (!project) throw notFound(`There is no modpack ${shown(name)} on CurseForge.`);
  if (!project.isModPack)
    throw invalid(`${shown(project.name)} on CurseForge is no modpack: ${project.page}`);
  const wanted = fileId ?? project.mainFileId;
  const file = wanted === null ? undefined : (await curseForge.files([wanted], signal)).get(wanted);
  if (!file || file.projectId !== project.id) {
    const main = project.mainFileId === null ? '' : ` Its main file is ${project.mainFileId};`;
    throw notFound(
      `${shown(project.name)} on CurseForge has no file ${fileId ?? 'of its own'}.${main} all are listed at ${project.page}/files.`,
    );
  }
  return {
    projectID: String(project.id),
    versionID: String(file.id),
    order: file.id,
    name: file.fileName,
    archive: { wanted: wantedOf(file, project) },
  };
}

async function projectOnCurseForge(
  curseForge: CurseForge,
  name: string,
  signal: AbortSignal,
): Promise<CurseForgeProject | null> {
  if (!/^\d{1,9}$/.test(name)) return curseForge.modPack(name, signal);
  return (await curseForge.projects([Number(name)], signal)).get(Number(name)) ?? null;
}

function wantedOf({ fileName, link, hashes, size }: CurseForgeFile, project: CurseForgeProject): WantedFile {
  if (link !== null) return { path: fileName, links: [link], hashes, size };
  throw new FetchError(
    'FETCH_FORBIDDEN_BY_AUTHOR',
    `The author of ${shown(project.name)} does not let other programs fetch ${shown(fileName)}: download it at ${project.page} and upload it`,
  );
}

async function onFtb(
  ftb: Ftb,
  { modPack, version: wanted }: { modPack: number; version: string | null },
  target: PackTarget,
  signal: AbortSignal,
): Promise<FoundPack> {
  if (wanted !== null) refuseOddName(wanted);
  const pack = await ftb.modPack(modPack, signal);
  const newestFirst =
    pack?.versions.filter((one) => !one.private).sort((one, other) => other.id - one.id) ?? [];
  if (!pack || newestFirst.length === 0)
    throw notFound(`There is no modpack ${modPack} with a version at FTB.`);
  const fitting = newestFirst.filter((one) => isFor(one, target));
  const version =
    wanted === null
      ? (fitting.find(({ type }) => type.toLowerCase() === 'release') ?? fitting[0])
      : (newestFirst.find(({ id }) => String(id) === wanted) ??
        newestFirst.find(({ name }) => name === wanted));
  const manifest = version && (await ftb.manifest(modPack, version.id, signal));
  if (!version || !manifest) {
    const newest = newestFirst.slice(0, mostNamed).map(({ id, name }) => `${shown(name)} (${id})`);
    const what = wanted === null ? targetInWords(target) : ` ${shown(wanted)}`;
    throw notFound(`${shown(pack.name)} of FTB has no version${what}. The newest are ${newest.join('; ')}.`);
  }
  if (manifest.files.some(({ type }) => type === 'cf-extract'))
    throw invalid(`${shown(pack.name)} is a modpack of CurseForge: give the address of its page there.`);
  return {
    projectID: String(pack.id),
    versionID: String(version.id),
    order: version.id,
    name: `${pack.name} ${version.name}.zip`,
    archive: {
      file: 'ftb-modpack.json',
      content: JSON.stringify({ modpack: { id: pack.id, name: pack.name }, ...manifest }),
    },
  };
}

function isFor({ targets }: FtbVersion, { gameVersion, modloader }: PackTarget): boolean {
  const has = (isIt: (name: string, version: string) => boolean) =>
    targets.some(({ name, version }) => isIt(name, version));
  return (
    (gameVersion === null || has((name, version) => name === 'minecraft' && version === gameVersion)) &&
    (modloader === null || has((name) => loaderOfLauncherId(name) === modloader))
  );
}

/** The failure of a request to CurseForge without a key. */
export function keyNeeded(): FetchError {
  return new FetchError(
    'FETCH_NO_KEY',
    'CurseForge is asked only with a key, and the operator has set none (CURSEFORGE_API_KEY): download the pack there and upload it',
  );
}

/** Prefixes a platform's failures with its name. */
export function asPlatform(name: string): (error: unknown) => never {
  return (error) => {
    const isBare = error instanceof FetchError && error.code !== 'FETCH_FORBIDDEN_BY_AUTHOR';
    throw isBare ? new FetchError(error.code, `${name} ${error.message}`, { cause: error }) : error;
  };
}

/** The name becomes part of an address, so odd names are refused. */
function refuseOddName(name: string): void {
  if (name !== '' && name.length <= 100 && !/^\.+$/.test(name) && !/\p{C}/u.test(name)) return;
  throw invalid(
    `${shown(name)} is no name of a project or version: 1 to 100 characters, as its page shows it.`,
  );
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function notFound(message: string): AppError {
  return new AppError('NOT_FOUND', message, { field: 'pack' });
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field: 'pack' });
}
