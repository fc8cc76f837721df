import { AppError } from '../errors.ts';

/** The place of a modpack: a platform with its ids, or an address. */
export type PackPlace =
  /** `project` is an id or a slug, `version` an id or a number; null: the newest that fits. */
  | { platform: 'MODRINTH'; project: string; version: string | null }
  /** `project` is a number or a slug; `file` null: the one offered on the project's page. */
  | { platform: 'CURSEFORGE'; project: string; file: number | null }
  /** By number; `version` is a number or a name, null: the newest that fits. */
  | { platform: 'FTB'; modPack: number; version: string | null }
  /** `name` and `folder` where it is the archive of a repository: what to call it, and where in it the pack lies if not around everything. */
  | { platform: 'LINK'; url: string; name?: string; folder?: string };

const modrinthPage = /^\/(?:modpack|project|mod)\/([^/]+)(?:\/versions?\/([^/]+))?/;
const curseForgePage =
  /^\/(?:minecraft\/modpacks|projects)\/([^/]+)(?:\/(?:files|download|install)\/(\d{1,15}))?/;

/** FTB's pages are known by the number before the name; its API's addresses stand in many an egg and compose file. */
const ftbPages: readonly { host: RegExp; page: RegExp }[] = [
  { host: /^feed-the-beast\.com$/, page: /^\/modpacks\/(\d{1,9})(?:-|\/|$)/ },
  {
    host: /^api\.(?:feed-the-beast\.com|modpacks\.ch)$/,
    page: /\/modpack\/(\d{1,9})(?:\/(\d{1,9}))?(?:\/|$)/,
  },
];

/** `ftb:125`, `ftb:125/100003`: for those who have one text for all places. A number alone may be one of CurseForge as well. */
const ftbNumbers = /^ftb:(\d{1,9})(?:\/(\d{1,9}))?$/;

/**
 * Reads an address: pages of projects or versions on Modrinth, CurseForge or FTB stand for the pack published there,
 * those of a repository, or of a folder or `pack.toml` in it, for its archive, any other address for the file behind it.
 * Fails with INVALID_INPUT for pages of platforms that do not give packs to other programs.
 */
export function readPackLink(link: string): PackPlace {
  const [, ftbModPack, ftbVersion] = ftbNumbers.exec(link) ?? [];
  if (ftbModPack) return { platform: 'FTB', modPack: Number(ftbModPack), version: ftbVersion ?? null };
  const url = URL.canParse(link) ? new URL(link) : null;
  const host = url?.host.replace(/^www\./, '');
  if (url && host === 'modrinth.com') {
    const [, project, version] = modrinthPage.exec(url.pathname) ?? [];
    if (project)
      return {
        platform: 'MODRINTH',
        project: decoded(project),
        version: version === undefined ? null : decoded(version),
      };
  }
  if (url && host !== undefined && /^(legacy\.)?curseforge\.com$/.test(host)) {
    const [, project, file] = curseForgePage.exec(url.pathname) ?? [];
    if (project)
      return {
        platform: 'CURSEFORGE',
        project: decoded(project),
        file: file === undefined ? null : Number(file),
      };
  }
  const ftbPage = ftbPages.find((one) => host !== undefined && one.host.test(host))?.page;
  const [, modPack, version] = ftbPage?.exec(url?.pathname ?? '') ?? [];
  if (modPack) return { platform: 'FTB', modPack: Number(modPack), version: version ?? null };
  if (url && host !== undefined) refuseClosed(url, host);
  return { platform: 'LINK', ...((url && host && archiveOfRepository(url, host)) || { url: link }) };
}

/** Pages behind which no program finds the files of a pack, and what works in their stead. */
const closed: readonly { host: RegExp; whose: string; instead: string }[] = [
  {
    host: /^(?:[^.]+\.)?technicpack\.net$/,
    whose: 'Technic',
    instead: 'Install the pack there, zip the folder of it, the one with mods/ in it, and upload that.',
  },
  {
    host: /^(?:[^.]+\.)?atlauncher\.com$/,
    whose: 'ATLauncher',
    instead:
      'Install the pack there, use Export of the instance for Modrinth or CurseForge, and upload the file.',
  },
  {
    host: /^(?:[^.]+\.)?(?:feed-the-beast\.com|ftb\.team|modpacks\.ch)$/,
    whose: 'FTB that are not those of a modpack',
    instead:
      'Give the address of a modpack there, which begins with https://www.feed-the-beast.com/modpacks/ and a number.',
  },
];
/** Pages on which nothing of a pack is found, such as those of mods, and what apps share by their own links. */
const noPacks: readonly { host: RegExp; whose: string; instead: string }[] = [
  {
    host: /^(?:[^.]+\.)?curseforge\.com$/,
    whose: 'CurseForge',
    instead: 'https://www.curseforge.com/minecraft/modpacks/',
  },
  { host: /^(?:app\.)?modrinth\.com$/, whose: 'Modrinth', instead: 'https://modrinth.com/modpack/' },
];
const sharedByApps: readonly { protocol: string; whose: string }[] = [
  { protocol: 'modrinth:', whose: 'the Modrinth App' },
  { protocol: 'curseforge:', whose: 'the CurseForge App' },
  { protocol: 'ftb:', whose: 'the FTB App' },
];

/** Fails with INVALID_INPUT for addresses that other launchers alone can follow. */
function refuseClosed(url: URL, host: string): void {
  const app = sharedByApps.find(({ protocol }) => protocol === url.protocol);
  if (app)
    throw new AppError(
      'INVALID_INPUT',
      `Links that open ${app.whose} cannot be followed here. Give the address of the pack's page on the web, or export the profile there and upload the file.`,
      { field: 'pack' },
    );
  const page = closed.find((one) => one.host.test(host));
  if (page)
    throw new AppError('INVALID_INPUT', `Pages of ${page.whose} cannot be imported. ${page.instead}`, {
      field: 'pack',
    });
  const other = noPacks.find((one) => one.host.test(host));
  if (other)
    throw new AppError(
      'INVALID_INPUT',
      `This page of ${other.whose} is not that of a modpack. Give an address that begins with ${other.instead}, or, where an app shares a profile by it, export the profile there and upload the file.`,
      { field: 'pack' },
    );
}

/** A forge, whose pages show a repository, or a folder or a file of one of its branches, tags and commits. */
interface Forge {
  /** Its groups: `path` of the repository; `folder` or `file`, and their `ref`. */
  page: RegExp;
  archive(path: string, ref: string): string;
}

const gitHubArchive: Forge['archive'] = (path, ref) => `https://github.com${path}/archive/${ref}.zip`;

/** Addresses as the pages of GitHub, GitLab and Forgejo, which Codeberg is, link to them. */
const forges: ReadonlyMap<string, Forge> = new Map([
  [
    'github.com',
    {
      page: /^(?<path>\/[^/]+\/[^/]+?)(?:\.git)?(?:\/(?:(?:tree|commit)\/(?<ref>[^/]+)(?:\/(?<folder>.+?))?|(?:blob|raw)\/(?:refs\/(?:heads|tags)\/)?(?<refOfFile>[^/]+)\/(?<file>.+)))?\/?$/,
      archive: gitHubArchive,
    },
  ],
  [
    'raw.githubusercontent.com',
    {
      page: /^(?<path>\/[^/]+\/[^/]+)\/(?:refs\/(?:heads|tags)\/)?(?<refOfFile>[^/]+)\/(?<file>.+)$/,
      archive: gitHubArchive,
    },
  ],
  [
    'gitlab.com',
    {
      // GitLab groups may be nested. A path ending in .zip or .mrpack is a file.
      page: /^(?<path>(?:\/(?!-\/)[^/]+)+\/(?!-(?:\/|$))[^/]+?(?<!\.(?:zip|mrpack)))(?:\.git)?(?:\/-\/(?:(?:tree|commit)\/(?<ref>[^/]+)(?:\/(?<folder>.+?))?|(?:blob|raw)\/(?<refOfFile>[^/]+)\/(?<file>.+)))?\/?$/,
      archive: (path, ref) => `https://gitlab.com${path}/-/archive/${ref}/pack.zip`,
    },
  ],
  [
    'codeberg.org',
    {
      // A folder's page and that of a file are alike.
      page: /^(?<path>\/[^/]+\/[^/]+?)(?:\.git)?(?:\/(?:src\/(?:branch|tag|commit)\/(?<ref>[^/]+)(?:\/(?<folder>.+?))?|raw\/(?:branch|tag|commit)\/(?<refOfFile>[^/]+)\/(?<file>.+)))?\/?$/,
      archive: (path, ref) => `https://codeberg.org${path}/archive/${ref}.zip`,
    },
  ],
]);

const packFile = /(?:^|\/)pack\.toml$/;

/**
 * Where the archive of a repository is whose page this is, or the page of whose folder or `pack.toml`, of the branch that it shows; null for
 * another address, such as that of another file.
 */
function archiveOfRepository(
  { pathname }: URL,
  host: string,
): { url: string; name: string; folder?: string } | null {
  const forge = forges.get(host);
  const { path, ref, folder, refOfFile, file } = forge?.page.exec(pathname)?.groups ?? {};
  if (forge === undefined || path === undefined) return null;
  if (file !== undefined && !packFile.test(file)) return null;
  const place = decoded((folder ?? file ?? '').replace(packFile, ''));
  const repository = decoded(path.slice(path.lastIndexOf('/') + 1));
  return {
    url: forge.archive(path, ref ?? refOfFile ?? 'HEAD'),
    name: `${place === '' ? repository : place.slice(place.lastIndexOf('/') + 1)}.zip`,
    ...(place !== '' && { folder: place }),
  };
}

/** The last part of an address, as the name of the file behind it. */
export function nameInLink(link: string): string {
  const { pathname } = new URL(link);
  return decoded(pathname.slice(pathname.lastIndexOf('/') + 1));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
