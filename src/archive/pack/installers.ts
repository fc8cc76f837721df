import { printable } from '../problem-list.ts';
import { wrapperOf } from '../selection/base-folder.ts';
import { byProducts } from '../selection/selection-rules.ts';
import type { ArchiveEntry } from '../zip/entry.ts';

/** A file that installs a pack which the archive does not hold. */
export interface Installer {
  /** The archive's entry. */
  entry: string;
  /** Where the pack is, as an https address; null where the file gives none that can be fetched. */
  link: string | null;
}

/** Largest setting or script that is read, in bytes; real ones have up to 10 KiB. */
const largest = 64 * 1024;
/** Most scripts that are read. */
const mostScripts = 16;
const longestLink = 500;

/** The settings of ServerStarter (https://github.com/BloodyMods/ServerStarter at d13247e, read 2026-11-29). */
const settings = 'server-setup-config.yaml';
const modpackUrl = /^[ \t]*modpackUrl:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"']\S*))/m;
/** The numbers of project and file, which ServerStarter reads with the format `curseid`. */
const curseNumbers = /^(\d{1,9}):(\d{1,9})$/;

/** FTB's installer, which is called by the numbers of pack and version. */
const ofFtb = /^serverinstall_(\d{1,9})_(\d{1,9})(?:\.exe)?$/i;

/** Mods, also in the wrong place, for another loader, or switched off. */
const modsFolder = /(?:^|\/)(?:core)?mods\//i;
const mod = /\.(?:jar|litemod|zip)(?:\.disabled)?$/i;

const script = /\.(?:bash|bat|cmd|ps1|sh)$/i;
const address = /https?:\/\/[^\s"'`<>|;()\\^]+/gi;
/** The ends of addresses of packs: archives, packwiz packs, and FTB's API. */
const ofPack = /\.(?:mrpack|zip)$|\/pack\.toml$|\/modpack\/\d+\/\d+(?:\/|$)/i;
/** Scripts fetch a Java as an archive, too. */
const ofJava = /jdk|jre|java|corretto|temurin|zulu/i;
/** What a shell, or ServerStarter, would replace. */
const placeholder = /[${}]|%(?![0-9a-f]{2})/i;

/**
 * Finds out what an archive installs its mods by, if it holds none, not even elsewhere or switched off: a file in the
 * root, or in the only folder of the root.
 */
export function findInstaller(
  entries: readonly Pick<ArchiveEntry, 'name' | 'size'>[],
  read: (name: string) => Buffer | null,
): Installer | null {
  if (entries.some(({ name }) => modsFolder.test(name) && mod.test(name) && !byProducts.test(name)))
    return null;
  const folder = wrapperOf(entries.map(({ name }) => name));
  const files = entries.flatMap(({ name: entry, size }) => {
    const name = entry.slice(folder.length);
    return entry.startsWith(folder) && !name.includes('/') ? [{ entry, name, size }] : [];
  });
  const textOf = (entry: string) => read(entry)?.toString() ?? '';
  for (const { entry, name, size } of files) {
    if (name.toLowerCase() === settings && size <= largest)
      return { entry, link: linkInSettings(textOf(entry)) };
    const [, pack, version] = ofFtb.exec(name) ?? [];
    if (pack !== undefined)
      return { entry, link: `https://api.feed-the-beast.com/v1/modpacks/public/modpack/${pack}/${version}` };
  }
  const scripts = files.filter(({ name, size }) => script.test(name) && size <= largest);
  for (const { entry } of scripts.slice(0, mostScripts)) {
    const [link] = (textOf(entry).match(address) ?? []).flatMap((text) => packLink(text) ?? []);
    if (link !== undefined) return { entry, link };
  }
  return null;
}

/** What is wrong with an archive that holds an installer instead of mods, and what helps. */
export function installerSentence({ entry, link }: Installer): string {
  const what = `The archive holds no mods: "${printable(entry)}" only installs a pack that lies elsewhere`;
  return link === null
    ? `${what}. Run it, then zip the folder that has mods/ in it, and upload that.`
    : `${what}. Import it by its link "${link}".`;
}

function linkInSettings(text: string): string | null {
  const [, double, single, plain] = modpackUrl.exec(text) ?? [];
  const value = double ?? single ?? plain ?? '';
  const [, project, file] = curseNumbers.exec(value) ?? [];
  return project === undefined
    ? linkOf(value)
    : `https://www.curseforge.com/projects/${project}/files/${file}`;
}

/** The link in a script, if a pack lies there. */
function packLink(text: string): string | null {
  const link = linkOf(text);
  if (link === null) return null;
  const { pathname } = new URL(link);
  return ofPack.test(pathname) && !ofJava.test(pathname.slice(pathname.lastIndexOf('/'))) ? link : null;
}

/**
 * The address as it can be imported: by https, on a public host by its name, without a user's name or password. Fit for
 * quotes in a shell and for code in a chat.
 */
function linkOf(text: string): string | null {
  if (text.length > longestLink || placeholder.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  const isPublic = url.hostname.includes('.') && !/^[\d.]+$/.test(url.hostname);
  if (url.protocol !== 'https:' || !isPublic || url.username !== '' || url.password !== '') return null;
  const link = url.href.replaceAll("'", '%27').replaceAll('`', '%60');
  return link.length > longestLink ? null : link;
}
