import { AppError } from '../errors.ts';

/** The place of a modpack: a platform with its ids, or an address. */
export type PackPlace =
  /** `project` is an id or a slug, `version` an id or a number; null: the newest that fits. */
  | { platform: 'MODRINTH'; project: string; version: string | null }
  /** `project` is a number or a slug; `file` null: the one offered on the project's page. */
  | { platform: 'CURSEFORGE'; project: string; file: number | null }
  /** By number; `version` is a number or a name, null: the newest that fits. */
  | { platform: 'FTB'; modPack: number; version: string | null }
  | { platform: 'LINK'; url: string };

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

/**
 * Reads an address: pages of projects or versions on Modrinth, CurseForge or FTB stand for the pack published there,
 * those of a repository for its archive, any other address for the file behind it. Fails with INVALID_INPUT for pages
 * of platforms that do not give packs to other programs.
 */
export function readPackLink(link: string): PackPlace {
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
  return { platform: 'LINK', url: (url && host && archiveOfRepository(url, host)) ?? link };
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
}

/** A repository, or one of its branches, tags and commits. */
const repositoryPages: ReadonlyMap<string, { page: RegExp; archive(path: string, ref: string): string }> =
  new Map([
    [
      'github.com',
      {
        page: /^(\/[^/]+\/[^/]+?)(?:\.git)?(?:\/(?:tree|commit)\/([^/]+))?\/?$/,
        archive: (path, ref) => `https://github.com${path}/archive/${ref}.zip`,
      },
    ],
    [
      'gitlab.com',
      {
        // GitLab groups may be nested. A path ending in .zip or .mrpack is a file.
        page: /^((?:\/(?!-\/)[^/]+)+\/(?!-(?:\/|$))[^/]+?(?<!\.(?:zip|mrpack)))(?:\.git)?(?:\/-\/(?:tree|commit)\/([^/]+))?\/?$/,
        archive: (path, ref) => `https://gitlab.com${path}/-/archive/${ref}/pack.zip`,
      },
    ],
    [
      'codeberg.org',
      {
        page: /^(\/[^/]+\/[^/]+?)(?:\.git)?(?:\/src\/(?:branch|tag|commit)\/([^/]+))?\/?$/,
        archive: (path, ref) => `https://codeberg.org${path}/archive/${ref}.zip`,
      },
    ],
  ]);

/** Address of a repository's archive, of the branch that its page shows; null when the page is no repository's. */
function archiveOfRepository({ pathname }: URL, host: string): string | null {
  const forge = repositoryPages.get(host);
  const [, path, ref = 'HEAD'] = forge?.page.exec(pathname) ?? [];
  return forge === undefined || path === undefined ? null : forge.archive(path, ref);
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
