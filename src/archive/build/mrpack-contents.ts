import { modloaders } from '../../modloaders/index.ts';
import { defaultArchiveLimits } from '../limits.ts';
import type { SideDemand } from '../manifests/read-named-files.ts';
import { filesMadeAnew, openHeads } from '../pack/pack-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, firstNamed } from '../problem-list.ts';
import type { ModFile, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { layersOf } from '../selection/base-folder.ts';
import { excludedFilesOf, type JudgePath } from '../selection/excluded-files.ts';
import { exclusionWarnings } from '../selection/exclusion-warnings.ts';
import { judgeOverrides } from '../selection/file-overrides.ts';
import { hasHiddenCharacters } from '../selection/hidden-names.ts';
import { clientOverrides, type ExclusionReason, serverOverrides } from '../selection/selection-rules.ts';
import { carriedRecord } from '../zip/carried-record.ts';
import { type ArchiveEntry, isFolder, isLink } from '../zip/entry.ts';
import { collisionKey } from '../zip/entry-names.ts';
import { filesOfServer } from './added-files.ts';
import {
  type FileBytes,
  type FileDigests,
  type FindLinks,
  findAllLinks,
  type IndexedFile,
  openDigests,
  readOwnIndex,
} from './file-links.ts';
import type { PlannedBuild, ServerPackContents } from './planned-build.ts';

/**
 * The hosts that the format permits (https://support.modrinth.com/en/articles/8802351-modrinth-modpack-format-mrpack).
 */
export const mrpackHosts: readonly string[] = [
  'cdn.modrinth.com',
  'github.com',
  'raw.githubusercontent.com',
  'gitlab.com',
];

/** The folders of an .mrpack: for both sides, for servers, for clients. */
const folders = {
  all: serverOverrides.beside,
  server: serverOverrides.folder,
  client: clientOverrides,
} as const;

interface Sides {
  client: SideDemand;
  server: SideDemand;
}

/** A file of the modpack that goes into the .mrpack. */
interface PackedFile {
  path: string;
  bytes: FileBytes;
  sides: Sides;
  /** The folder that holds the file unless it is linked. */
  folder: string;
  /** Whether a platform may host the file. */
  mayBeLinked: boolean;
}

/** A file of the .mrpack's index. */
interface LinkedFile {
  path: string;
  hashes: FileDigests;
  env: Sides;
  downloads: string[];
  fileSize: number;
}

/**
 * Builds an .mrpack for both clients and servers. The index links the files that a permitted host is known to have,
 * with the decisions as their server side; the other files lie in the folders. The .mrpack keeps the name and version
 * of its source pack, and holds only files that a server pack or a client may get.
 */
export async function mrpackContents(build: PlannedBuild, findLinks: FindLinks): Promise<ServerPackContents> {
  const { task, named, plan, ofServer } = build;
  const { archivePath, report, run, modPack } = task;
  const { baseFolder, manifest = null } = report;
  const index = readOwnIndex(archivePath, { baseFolder, manifest }, named);
  const clients = withoutSecrets(build, forClients(build));
  const files = withoutRepeated([
    ...clients.files,
    ...forServers(build, index),
    ...ofDroppedMods(build, index),
  ]);
  const { linked, carried, unasked } = await linkFiles(build, { files, index, findLinks });
  const keys = new Set(files.map(({ path }) => collisionKey(path)));
  const isExport = manifest !== null && baseFolder !== '' && !manifest.file.startsWith(baseFolder);
  const untouched = isExport
    ? [...index.values()]
        .filter((file) => !keys.has(collisionKey(file.path)) && mayClientsHave(plan, file.path))
        .flatMap(leftToClients)
    : [];
  const document = {
    formatVersion: 1,
    game: 'minecraft',
    versionId: manifest?.version ?? modPack.sha256.slice(0, 12),
    name: manifest?.name ?? titleOf(modPack.name),
    files: [...linked, ...untouched].sort((a, b) => (a.path < b.path ? -1 : 1)),
    dependencies: dependenciesOf(run),
  };
  return {
    added: [
      {
        name: 'modrinth.index.json',
        bytes: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
        executable: false,
      },
      ...filesOfServer({ run, manifest, ...ofServer }).map((file) => ({
        ...file,
        name: folders.server + file.name,
      })),
    ],
    wanted: new Map(
      carried.flatMap(({ bytes: { entry }, folder, path }) =>
        entry === undefined ? [] : [[entry, carriedRecord(entry, folder + path)] as const],
      ),
    ),
    stored: carried.flatMap(({ bytes: { stored }, folder, path }) =>
      stored === undefined ? [] : [{ ...stored, name: folder + path }],
    ),
    warnings: [...plan.warnings, ...clients.warnings, ...notLinked(carried, unasked)],
  };
}

function dependenciesOf({
  gameVersion,
  modloader,
  modloaderVersion,
}: RunConfiguration): Record<string, string> {
  const { mrpackId } = modloaders[modloader];
  if (mrpackId === null) throw new Error(`An .mrpack cannot name ${modloader}.`);
  return { minecraft: gameVersion, [mrpackId]: modloaderVersion };
}

function titleOf(fileName: string): string {
  return fileName.replace(/\.(?:zip|mrpack)$/i, '');
}

/** The files that a server pack holds. */
function forServers(
  { task, plan, named }: PlannedBuild,
  index: ReadonlyMap<string, IndexedFile>,
): PackedFile[] {
  const mods = modsByPath(named.mods);
  const [, serverLayer] = layersOf(task.report.baseFolder);
  const packed = (path: string, bytes: FileBytes): PackedFile => {
    const client =
      index.get(path)?.client ??
      (mods.get(path)?.added != null || isForServersAlone(mods.get(path)) ? 'unsupported' : 'required');
    const isOfServer =
      client === 'unsupported' ||
      (serverLayer !== undefined && bytes.entry?.name.startsWith(serverLayer) === true);
    const folder = isOfServer ? folders.server : folders.all;
    const sides: Sides = { client: isOfServer ? 'unsupported' : client, server: 'required' };
    return { path, bytes, sides, folder, mayBeLinked: isPublished(path) || bytes.stored !== undefined };
  };
  return [
    ...plan.selected
      .filter(({ entry }) => !isFolder(entry))
      .map(({ entry, name }) => packed(name, { entry })),
    ...plan.stored.map((stored) => packed(stored.name, { stored })),
  ];
}

/**
 * Mods that a server does without but clients need. A mod matched by excludeFiles is excluded for both, and clients need
 * none that the request adds.
 */
function ofDroppedMods(
  { task, plan, named }: PlannedBuild,
  index: ReadonlyMap<string, IndexedFile>,
): PackedFile[] {
  const dropped = new Set(
    plan.decisions.flatMap(({ kept, reason, file }) =>
      kept || reason === 'EXCLUDED' || reason === 'ADDED' ? [] : [`mods/${file}`],
    ),
  );
  const packed = (path: string, bytes: FileBytes): PackedFile => {
    const client = index.get(path)?.client ?? 'required';
    return {
      path,
      bytes,
      sides: { client, server: 'unsupported' },
      folder: folders.client,
      mayBeLinked: true,
    };
  };
  return [
    ...named.pack.filter(({ name }) => dropped.has(name)).map(({ entry, name }) => packed(name, { entry })),
    ...(task.fetched ?? [])
      .filter(({ name }) => dropped.has(name))
      .map((stored) => packed(stored.name, { stored })),
  ];
}

/** Folders of use to clients only, in any pack. */
const foldersOfClients = /^(?:resourcepacks|shaderpacks)\//i;
/** Exclusion reasons for which a server lacks a file that the author of an .mrpack gives to clients. */
const reasonsOfClients: ReadonlySet<ExclusionReason> = new Set(['CLIENT', 'MAP', 'ROOT_FILE', 'WORLD']);

/**
 * Files for clients alone: the client files of an .mrpack, and its shared files that a server lacks or has in another
 * form. From packs of other kinds, only resource packs and shaders: other files may be private.
 */
function forClients({ task, plan, named }: PlannedBuild): PackedFile[] {
  const { baseFolder } = task.report;
  const isMrpack = layersOf(baseFolder).length > 1;
  const layer = isMrpack ? baseFolder.slice(0, -serverOverrides.beside.length) + clientOverrides : null;
  const decided = new Set([...plan.decisions.map(({ file }) => `mods/${file}`), ...filesMadeAnew]);
  const seen = new Set(named.pack.map(({ entry }) => entry));
  const packed = (path: string, entry: ArchiveEntry, mayBeLinked = false): PackedFile[] =>
    isFolder(entry) || isLink(entry) || path === '' || hasHiddenCharacters(path)
      ? []
      : [{ path, bytes: { entry }, sides: ofClients, folder: folders.client, mayBeLinked }];
  const below = (entry: ArchiveEntry, folder: string): PackedFile[] => {
    const path = entry.name.slice(folder.length);
    return path !== '' && mayClientsHave(plan, path) ? packed(path, entry) : [];
  };
  return [
    ...named.entries.flatMap((entry) =>
      layer !== null && entry.name.startsWith(layer) ? below(entry, layer) : [],
    ),
    ...named.entries.flatMap((entry) =>
      isMrpack && entry.name.startsWith(baseFolder) && !seen.has(entry) ? below(entry, baseFolder) : [],
    ),
    ...named.pack.flatMap(({ entry, name }) => {
      const reason = decided.has(name) ? undefined : plan.judge(name)?.reason;
      const isTheirs = isMrpack
        ? reason !== undefined && reasonsOfClients.has(reason)
        : reason === 'CLIENT' && foldersOfClients.test(name);
      return isTheirs ? packed(name, entry, isPublished(name)) : [];
    }),
  ];
}

/** Whether clients may get the .mrpack's file at a path: only its uselessness to servers may exclude it. */
function mayClientsHave({ judge }: PlannedBuild['plan'], path: string): boolean {
  const reason = judge(path)?.reason;
  return reason === undefined || reasonsOfClients.has(reason);
}

/**
 * Client files without private keys and programs, and a warning of the keys. Each file is read again, because the plan
 * judged the server's file at that path, or excluded the path before reading it.
 */
function withoutSecrets(
  { task: { archivePath, report, run } }: PlannedBuild,
  files: readonly PackedFile[],
): { files: PackedFile[]; warnings: Problem[] } {
  const found = withoutRepeated(files);
  const entries = found.flatMap(({ path: name, bytes: { entry } }) =>
    entry === undefined ? [] : [{ entry, name }],
  );
  using heads = openHeads(archivePath, entries, report.accountArchives);
  const judgeOverride = judgeOverrides(run.includeFiles, heads.readHead);
  const judge: JudgePath = (name) =>
    judgeOverride(name, null) ?? (heads.holdsAccounts(name) ? { reason: 'SECRET', path: name } : null);
  const sized = entries.map(({ entry, name }) => ({ name, size: entry.size }));
  return {
    files: found.filter(({ path }) => judge(path) === null),
    warnings: exclusionWarnings(excludedFilesOf(sized, judge), run),
  };
}

const ofClients: Sides = { client: 'required', server: 'unsupported' };

/** Files of the index that no server gets keep their links. */
function leftToClients({ path, links, hashes: { sha1, sha512 }, size, client }: IndexedFile): LinkedFile[] {
  const downloads = links.flatMap(asAdmitted);
  if (downloads.length === 0 || sha1 === undefined || sha512 === undefined || size === null) return [];
  const env: Sides = { client: client ?? 'required', server: 'unsupported' };
  return [{ path, hashes: { sha1, sha512 }, env, downloads, fileSize: size }];
}

/** Links the files that a host is known to have, up to the number that importers accept. */
async function linkFiles(
  { task }: PlannedBuild,
  {
    files,
    index,
    findLinks,
  }: { files: readonly PackedFile[]; index: ReadonlyMap<string, IndexedFile>; findLinks: FindLinks },
): Promise<{ linked: LinkedFile[]; carried: PackedFile[]; unasked: number }> {
  using hashing = openDigests(task.archivePath);
  const digests = new Map<PackedFile, FileDigests>();
  for (const file of files.filter((one) => one.mayBeLinked).slice(0, defaultArchiveLimits.namedFiles)) {
    const found = hashing.digestsOf(file.bytes);
    if (found !== null) digests.set(file, found);
  }
  const own = new Map(
    [...digests].map(([file, found]) => [file, linksOfOwn(index.get(file.path), found)] as const),
  );
  const unknown = [...digests].flatMap(([file, { sha512 }]) => (own.get(file)?.length === 0 ? [sha512] : []));
  const { links, unasked } = await findAllLinks(findLinks, [...new Set(unknown)]);
  const linked: LinkedFile[] = [];
  const carried: PackedFile[] = [];
  for (const file of files) {
    const hashes = digests.get(file);
    const found = hashes === undefined ? undefined : links[hashes.sha512];
    const downloads = [...(own.get(file) ?? []), ...(found === undefined ? [] : asAdmitted(found))];
    if (hashes === undefined || downloads.length === 0) carried.push(file);
    else linked.push({ ...asLinked(file, downloads), hashes });
  }
  return { linked, carried, unasked };
}

function asLinked({ path, sides, bytes }: PackedFile, downloads: string[]): Omit<LinkedFile, 'hashes'> {
  return { path, env: sides, downloads, fileSize: (bytes.entry ?? bytes.stored).size };
}

/** The links in the pack's own index for a file, if the hashes match. */
function linksOfOwn(named: IndexedFile | undefined, { sha1, sha512 }: FileDigests): string[] {
  if (named === undefined) return [];
  const { hashes, links } = named;
  const isSame = hashes.sha512 === undefined ? hashes.sha1 === sha1 : hashes.sha512 === sha512;
  return isSame ? links.flatMap(asAdmitted) : [];
}

/** The link unchanged, if the format permits it: programs differ in how they read a backslash or a blank in a link. */
function asAdmitted(link: string): string[] {
  if (/[\\\s\p{Cc}]/u.test(link) || !URL.canParse(link)) return [];
  const { protocol, host, username, password, href } = new URL(link);
  const isOurs = protocol === 'https:' && mrpackHosts.includes(host) && username === '' && password === '';
  return isOurs ? [href] : [];
}

/** Whether platforms publish files at such a path. */
function isPublished(path: string): boolean {
  return /^(?:(?:mods|resourcepacks|shaderpacks|datapacks)\/.*\.(?:jar|zip))$/i.test(path);
}

/** The first file of each path counts: a client's file before a server's. */
function withoutRepeated(files: readonly PackedFile[]): PackedFile[] {
  const keys = new Set<string>();
  return files.filter(({ path, folder }) => {
    const key = collisionKey(folder === folders.client ? folder + path : path);
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
}

function modsByPath(mods: readonly ModFile[]): ReadonlyMap<string, ModFile> {
  return new Map(mods.map((mod) => [`mods/${mod.file}`, mod]));
}

/** Whether the mod is for servers alone: Fabric and Quilt load such a mod on no client. */
function isForServersAlone(mod: ModFile | undefined): boolean {
  const descriptors = mod?.descriptors ?? [];
  return (
    descriptors.length > 0 &&
    descriptors.every(
      ({ format, side }) =>
        side === 'SERVER' && (format === 'fabric.mod.json' || format === 'quilt.mod.json'),
    )
  );
}

/** Warns of included mods and packs without a link, because their licences then matter. */
function notLinked(carried: readonly PackedFile[], unasked: number): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  const theirs = carried.filter((file) => file.mayBeLinked).map(({ path }) => path);
  if (theirs.length > 0) {
    const silent = unasked === 0 ? '' : ` Modrinth did not answer about ${unasked} of them: ask again later.`;
    warnings.add(
      'FILES_NOT_LINKED',
      `The .mrpack holds files that no host of its format is known to have: ${firstNamed(theirs)}. Make sure that their licences allow you to pass them on, before you publish it.${silent}`,
    );
  }
  return warnings.found;
}
