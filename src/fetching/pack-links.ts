/** Where a modpack is published: on a platform by its own ids, or anywhere by its address. */
export type PackPlace =
  /** `project` is an id or a slug, `version` an id or a number; null: the newest that fits. */
  | { platform: 'MODRINTH'; project: string; version: string | null }
  /** `project` is a number or a slug; `file` null: the one that the project's page offers. */
  | { platform: 'CURSEFORGE'; project: string; file: number | null }
  | { platform: 'LINK'; url: string };

const modrinthPage = /^\/(?:modpack|project|mod)\/([^/]+)(?:\/versions?\/([^/]+))?/;
const curseForgePage =
  /^\/(?:minecraft\/modpacks|projects)\/([^/]+)(?:\/(?:files|download|install)\/(\d{1,15}))?/;

/**
 * What an address means: the page of a project or of a version on Modrinth or CurseForge stands for what is published there,
 * any other address for the file behind it.
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
  return { platform: 'LINK', url: link };
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
