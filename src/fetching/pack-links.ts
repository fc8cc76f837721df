import { AppError } from '../errors.ts';

/** The location of a modpack: a platform with its ids, or an address. */
export type PackLocation =
  /** `project` is an id or a slug, `version` an id or a number; null: the newest that fits. */
  | { platform: 'MODRINTH'; project: string; version: string | null }
  /** `project` is a number or a slug; `file` null: the file offered on the project's page. */
  | { platform: 'CURSEFORGE'; project: string; file: number | null }
  /** Both by number, `version` also by name; null: the newest that fits. */
  | { platform: 'FTB'; modPack: number; version: string | null }
  /**
   * `name` and `folder` are set for the archive of a repository: a name for the pack, and the folder that holds the
   * pack unless the whole archive is the pack.
   */
  | { platform: 'LINK'; url: string; name?: string; folder?: string };

const modrinthPage = /^\/(?:modpack|project|mod)\/([^/]+)(?:\/versions?\/([^/]+))?/;
const curseForgePage =
  /^\/(?:minecraft\/modpacks|projects)\/([^/]+)(?:\/(?:files|download|install)\/(\d{1,15}))?/;

/** FTB's pages are known by the number before the name; many eggs and compose files hold addresses of its API. */
const ftbPages: readonly { host: RegExp; page: RegExp }[] = [
  { host: /^feed-the-beast\.com$/, page: /^\/modpacks\/(\d{1,9})(?:-|\/|$)/ },
  {
    host: /^api\.(?:feed-the-beast\.com|modpacks\.ch)$/,
    page: /\/modpack\/(\d{1,9})(?:\/(\d{1,9}))?(?:\/|$)/,
  },
];

/**
 * `ftb:125`, `ftb:125/100003`: for clients that have one text for all platforms. A number alone may belong to
 * CurseForge as well.
 */
const ftbNumbers = /^ftb:(\d{1,9})(?:\/(\d{1,9}))?$/;

/**
 * Reads an address. A page of a project or version on Modrinth, CurseForge or FTB stands for the published pack; a page
 * of a repository, or of a folder or `pack.toml` in it, for its archive; any other address for the file behind it.
 * Fails with INVALID_INPUT for platforms that do not give packs to other programs.
 */
export function readPackLink(link: string): PackLocation {
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
  if (url && host === formerFileHost)
    return { platform: 'LINK', url: `https://edge.forgecdn.net${url.pathname}` };
  return { platform: 'LINK', ...((url && host && archiveOfRepository(url, host)) || { url: link }) };
}

/**
 * CurseForge's host of pictures, by which installers of many years name files too, as on its file hosts: startserver
 * scripts and ServerStarter's settings of Enigmatica 9, RLCraft and All the Mods 7, read 2026-11-29.
 */
const formerFileHost = 'media.forgecdn.net';

/** Platforms that give no files to other programs, and what works instead. */
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
/** Pages without a pack, such as pages of mods, and the share links of apps. */
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

/** Fails with INVALID_INPUT for addresses that only other launchers can open. */
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

/** A code host, whose pages show a repository, or a folder or file of one of its branches, tags and commits. */
interface Forge {
  /** Groups of the pattern: `path` of the repository; `folder` or `file`, and their `ref`. */
  page: RegExp;
  archive(path: string, ref: string): string;
}

const gitHubArchive: Forge['archive'] = (path, ref) => `https://github.com${path}/archive/${ref}.zip`;

/** Page addresses of GitHub, GitLab, and Codeberg, which runs Forgejo. */
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
      // Pages of folders and of files have the same form.
      page: /^(?<path>\/[^/]+\/[^/]+?)(?:\.git)?(?:\/(?:src\/(?:branch|tag|commit)\/(?<ref>[^/]+)(?:\/(?<folder>.+?))?|raw\/(?:branch|tag|commit)\/(?<refOfFile>[^/]+)\/(?<file>.+)))?\/?$/,
      archive: (path, ref) => `https://codeberg.org${path}/archive/${ref}.zip`,
    },
  ],
]);

const packFile = /(?:^|\/)pack\.toml$/;

/**
 * The archive for a page of a repository, of a folder in it or of its `pack.toml`, on the branch that the page shows;
 * null for other addresses, such as the page of another file.
 */
function archiveOfRepository(
  { pathname }: URL,
  host: string,
): { url: string; name: string; folder?: string } | null {
  const forge = forges.get(host);
  const { path, ref, folder, refOfFile, file } = forge?.page.exec(pathname)?.groups ?? {};
  if (forge === undefined || path === undefined) return null;
  if (file !== undefined && !packFile.test(file)) return null;
  const inside = decoded((folder ?? file ?? '').replace(packFile, ''));
  const repository = decoded(path.slice(path.lastIndexOf('/') + 1));
  return {
    url: forge.archive(path, ref ?? refOfFile ?? 'HEAD'),
    name: `${inside === '' ? repository : inside.slice(inside.lastIndexOf('/') + 1)}.zip`,
    ...(inside !== '' && { folder: inside }),
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
