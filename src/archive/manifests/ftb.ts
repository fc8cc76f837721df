import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { readJson } from '../lenient/json.ts';
import { flag, items, label, member } from '../lenient/value.ts';
import type { ArchiveLimits } from '../limits.ts';
import type { DescribedFile } from '../pack/offered-files.ts';
import type { ProblemList } from '../problem-list.ts';
import { type ManifestFormat, platformId, textAt } from './format.ts';
import { hash, judgeCount, longestPath, mostLinks, slashed, whole } from './read-named-files.ts';

/** Most targets that are read; real versions have three: the game, a loader and a Java. */
const mostTargets = 64;

const targets = { items: { of: { members: { name: {}, version: {}, type: {} } }, most: mostTargets } };
const pathOfFile = { path: { longest: longestPath }, name: { longest: longestPath } };

/** `ftb-modpack.json`: a version of a modpack as in FTB's API, with the modpack's own name and number. */
export const ftb: ManifestFormat = {
  read({ bytes }, reference) {
    const takeFile = (file: unknown) => {
      const path = pathOf(file);
      if (flag(member(file, 'clientonly')) !== true && path.startsWith('mods/'))
        reference({ path, isOptional: flag(member(file, 'optional')) === true });
    };
    const file = { members: { ...pathOfFile, clientonly: {}, optional: {} } };
    const document = readJson(bytes, {
      members: {
        modpack: { members: { id: {}, name: {} } },
        id: {},
        name: {},
        targets,
        specs: { members: { recommended: {} } },
        files: { items: { of: file, take: takeFile } },
      },
    });
    const named = items(member(document, 'targets'));
    const game = named.find((one) => member(one, 'name') === 'minecraft');
    if (game === undefined) return null;
    const gameVersion = textAt(game, 'version');
    const [loader] = named.flatMap((one) => {
      const modloader = loaderOfLauncherId(label(member(one, 'name')));
      return modloader === null ? [] : [{ modloader, version: label(member(one, 'version')) }];
    });
    return {
      kind: 'FTB',
      name: textAt(document, 'modpack', 'name'),
      version: textAt(document, 'name'),
      projectID: platformId(member(document, 'modpack', 'id')),
      versionID: platformId(member(document, 'id')),
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
      start: { memory: member(document, 'specs', 'recommended') },
    };
  },
};

/**
 * The files of an `ftb-modpack.json`, in its order. A file without an address belongs to CurseForge, if it has the
 * numbers. Throws SyntaxError for invalid JSON.
 */
export function readFtbFiles(
  bytes: Uint8Array,
  limits: Pick<ArchiveLimits, 'namedFiles'>,
  problems: ProblemList,
): DescribedFile[] {
  const files: DescribedFile[] = [];
  let count = 0;
  const take = (file: unknown) => {
    count++;
    if (count > limits.namedFiles) return;
    const links = [member(file, 'url'), ...items(member(file, 'mirrors'))].filter(
      (link): link is string => typeof link === 'string' && link !== '',
    );
    const isForClients = flag(member(file, 'clientonly')) === true;
    const path = pathOf(file);
    files.push({
      path,
      links,
      hashes: {
        ...hash('sha512', 128, member(file, 'hashes', 'sha512')),
        ...hash('sha256', 64, member(file, 'hashes', 'sha256')),
        ...hash('sha1', 40, member(file, 'hashes', 'sha1') ?? member(file, 'sha1')),
      },
      size: whole(member(file, 'size')),
      server: isForClients
        ? 'unsupported'
        : flag(member(file, 'optional')) === true
          ? 'optional'
          : 'required',
      ...(isForClients && { evidence: 'FTB says that it is for clients only.' }),
      curseForge: links.length > 0 ? null : numbersOf(member(file, 'curseforge')),
    });
  };
  const hashes = { members: { sha1: {}, sha256: {}, sha512: {} } };
  const of = {
    members: {
      ...pathOfFile,
      url: {},
      mirrors: { items: { of: {}, most: mostLinks } },
      sha1: {},
      hashes,
      size: {},
      clientonly: {},
      optional: {},
      curseforge: { members: { project: {}, file: {} } },
    },
  };
  readJson(bytes, { members: { files: { items: { of, take } } } });
  judgeCount(count, 'ftb-modpack.json', limits, problems);
  return files;
}

/** FTB gives the folder and the file separately, the folder as `./mods` or `./mods/`. */
function pathOf(file: unknown): string {
  const folder = slashed(member(file, 'path')).replace(/\/$/, '');
  const name = slashed(member(file, 'name'));
  return folder === '' || folder === '.' ? name : `${folder}/${name}`;
}

/** The numbers may be written as numbers or as text. */
function numbersOf(curseForge: unknown): DescribedFile['curseForge'] {
  const [projectId, fileId] = ['project', 'file'].map((name) => {
    const text = label(member(curseForge, name));
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  });
  return projectId && fileId ? { projectId, fileId } : null;
}
