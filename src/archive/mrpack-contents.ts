import { modloaders } from '../modloaders/index.ts';
import { filesOfServer } from './added-files.ts';
import { layersOf } from './base-folder.ts';
import { collisionKey } from './entry-names.ts';
import {
  type FileBytes,
  type FileDigests,
  type FindLinks,
  findAllLinks,
  type IndexedFile,
  openDigests,
  readOwnIndex,
} from './file-links.ts';
import { hasHiddenCharacters } from './hidden-names.ts';
import { type JudgePath, leftOutOf } from './left-out.ts';
import { leftOutWarnings } from './left-out-warnings.ts';
import { defaultArchiveLimits } from './limits.ts';
import type { SideDemand } from './manifests/named-files.ts';
import { filesMadeAnew, openHeads } from './pack-files.ts';
import type { PlannedBuild, ServerPackContents } from './planned-build.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, firstNamed } from './problem-list.ts';
import type { ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { clientOverrides, type LeftOutReason, serverOverrides } from './selection-rules.ts';
import { judgeWishes } from './wishes.ts';
import { type ArchiveEntry, isFolder, isLink } from './zip/entry.ts';
import { carriedRecord } from './zip-writer/carried-record.ts';

/** The hosts that the format admits (https://support.modrinth.com/en/articles/8802351-modrinth-modpack-format-mrpack). */
export const mrpackHosts: readonly string[] = [
  'cdn.modrinth.com',
  'github.com',
  'raw.githubusercontent.com',
  'gitlab.com',
];

/** The folders of an .mrpack: for all, for servers, for clients. */
const folders = {
  all: serverOverrides.beside,
  server: serverOverrides.folder,
  client: clientOverrides,
} as const;

interface Sides {
  client: SideDemand;
  server: SideDemand;
}

/** A file of the pack that goes along. */
interface PackedFile {
  path: string;
  bytes: FileBytes;
  sides: Sides;
  /** Where it lies unless it is linked. */
  folder: string;
  /** Whether a platform may have it. */
  mayBeLinked: boolean;
}

/** A file of the index. */
interface LinkedFile {
  path: string;
  hashes: FileDigests;
  env: Sides;
  downloads: string[];
  fileSize: number;
}

/**
 * An .mrpack for clients and servers alike. Files that a host of the format is known to have are named with their links,
 * and the decisions are what it says of servers; the rest lies in its folders. It says the same of itself as the pack
 * that it is made of, and holds nothing that neither a server pack nor a client would be given.
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
  const places = new Set(files.map(({ path }) => collisionKey(path)));
  const isExport = manifest !== null && baseFolder !== '' && !manifest.file.startsWith(baseFolder);
  const untouched = isExport
    ? [...index.values()]
        .filter((file) => !places.has(collisionKey(file.path)) && mayClientsHave(plan, file.path))
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
      ...filesOfServer({ run, ...ofServer }).map((file) => ({ ...file, name: folders.server + file.name })),
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
      index.get(path)?.client ?? (isForServersAlone(mods.get(path)) ? 'unsupported' : 'required');
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

/** The mods that a server does without, which clients have. A mod that excludeFiles names is left out of all. */
function ofDroppedMods(
  { task, plan, named }: PlannedBuild,
  index: ReadonlyMap<string, IndexedFile>,
): PackedFile[] {
  const dropped = new Set(
    plan.decisions.flatMap(({ kept, reason, file }) =>
      kept || reason === 'EXCLUDED' ? [] : [`mods/${file}`],
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

/** Folders that clients alone have use for, in any pack. */
const foldersOfClients = /^(?:resourcepacks|shaderpacks)\//i;
/** Why servers do without what the author of an .mrpack gives to clients. */
const reasonsOfClients: ReadonlySet<LeftOutReason> = new Set(['CLIENT', 'MAP', 'ROOT_FILE', 'WORLD']);

/**
 * What an .mrpack holds for clients alone, as it is; and what it holds for all although servers have no use for it, or
 * something else in its place. Of packs of other kinds only resource packs and shaders: the rest may be somebody's own.
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

/** Whether clients may have what an .mrpack has at a path, since nothing but its use to servers keeps it from them. */
function mayClientsHave({ judge }: PlannedBuild['plan'], path: string): boolean {
  const reason = judge(path)?.reason;
  return reason === undefined || reasonsOfClients.has(reason);
}

/**
 * The files of clients without private keys and programs, and a warning of the keys. Each is looked into by its own bytes,
 * since the plan has judged what a server has in its place, or has omitted it before it looked.
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
  const judgeWish = judgeWishes(run.includeFiles, heads.readHead);
  const judge: JudgePath = (name) =>
    judgeWish(name, null) ?? (heads.holdsAccounts(name) ? { reason: 'SECRET', path: name } : null);
  const sized = entries.map(({ entry, name }) => ({ name, size: entry.size }));
  return {
    files: found.filter(({ path }) => judge(path) === null),
    warnings: leftOutWarnings(leftOutOf(sized, judge)),
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

/** The files with those that are known to be on a host, up to as many as an importer takes, named by their links. */
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

/** The links that the pack's own index gives for a file, where it means this very one. */
function linksOfOwn(named: IndexedFile | undefined, { sha1, sha512 }: FileDigests): string[] {
  if (named === undefined) return [];
  const { hashes, links } = named;
  const isSame = hashes.sha512 === undefined ? hashes.sha1 === sha1 : hashes.sha512 === sha512;
  return isSame ? links.flatMap(asAdmitted) : [];
}

/** The link as it was read, if the format admits it: programs read one with a backslash or a blank in different ways. */
function asAdmitted(link: string): string[] {
  if (/[\\\s\p{Cc}]/u.test(link) || !URL.canParse(link)) return [];
  const { protocol, host, username, password, href } = new URL(link);
  const isOurs = protocol === 'https:' && mrpackHosts.includes(host) && username === '' && password === '';
  return isOurs ? [href] : [];
}

/** Whether files at such a path are what platforms publish. */
function isPublished(path: string): boolean {
  return /^(?:(?:mods|resourcepacks|shaderpacks|datapacks)\/.*\.(?:jar|zip))$/i.test(path);
}

/** Of files at one place the first counts: what a client gets on top, then what a server gets. */
function withoutRepeated(files: readonly PackedFile[]): PackedFile[] {
  const places = new Set<string>();
  return files.filter(({ path, folder }) => {
    const place = collisionKey(folder === folders.client ? folder + path : path);
    const isFirst = !places.has(place);
    places.add(place);
    return isFirst;
  });
}

function modsByPath(mods: readonly ModFile[]): ReadonlyMap<string, ModFile> {
  return new Map(mods.map((mod) => [`mods/${mod.file}`, mod]));
}

/** Fabric and Quilt load such a mod on no client. */
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

/** Warns of mods and packs that are included, not linked, so that their licences count. */
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
