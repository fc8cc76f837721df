import type { Source } from '../../../drizzle/schema.ts';
import type { LineWishes, RunRequest } from '../../archive/run-configuration.ts';
import { titleOf } from '../files/file-name.ts';

/** Who asks, as far as lines care. */
export interface LineCaller {
  tokenId: number | null;
  /** The subject of a JSON web token. */
  subject: string | null;
  /** May change every line. */
  isOperator: boolean;
}

/** Of a line, who may change it. */
export interface LineOwner {
  project: string | null;
  tokenId: number | null;
  subject: string | null;
}

/** Whether the caller may put versions into the line by its name, and change its wishes. */
export function mayChange({ project, tokenId, subject }: LineOwner, caller: LineCaller): boolean {
  if (caller.isOperator) return true;
  if (project !== null) return false;
  return caller.tokenId === null
    ? caller.subject !== null && caller.subject === subject
    : caller.tokenId === tokenId;
}

export const longestLineName = 64;
const form = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const ofPlatforms = /^(?:modrinth|curseforge|ftb)-/;

/** Why an uploader may not give a line this name, as the end of a sentence; null when that is fine. */
export function lineNameFault(name: string): string | null {
  if (name.length > longestLineName) return `has more than ${longestLineName} characters`;
  if (!form.test(name)) return 'may hold small letters, digits and hyphens between them alone';
  if (ofPlatforms.test(name)) return 'must not begin like those of projects on a platform';
  return null;
}

/** The line of a platform's project: its name and how it is known; null for an id that no address can hold. */
export function lineOfProject(platform: Source, projectID: string): { name: string; project: string } | null {
  if (!/^[\w-]{1,48}$/.test(projectID)) return null;
  return { name: `${platform.toLowerCase()}-${projectID}`, project: `${platform}:${projectID}` };
}

/** A version number in a file's name, with all that follows it. */
const versionOn = /[\s_.([+-]*\b(?:v|r|mc|version[\s_-]?)?\d+(?:\.\d+)+.*$/i;

/** The name of the line that a file with this name may be a version of; null where none comes of it. */
export function guessLineName(fileName: string): string | null {
  const name = titleOf(fileName)
    .replaceAll('_', ' ')
    .replace(versionOn, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, longestLineName)
    .replace(/^-+|-+$/g, '');
  return lineNameFault(name) === null ? name : null;
}

export const noWishes: LineWishes = {
  clientMods: [],
  whitelistedMods: [],
  includeFiles: [],
  excludeFiles: [],
  serverProperties: null,
};

/** The wishes of a request. */
export function wishesOf({
  clientMods,
  whitelistedMods,
  includeFiles,
  excludeFiles,
  serverProperties,
}: LineWishes): LineWishes {
  return { clientMods, whitelistedMods, includeFiles, excludeFiles, serverProperties };
}

/** The request, with the line's wishes where it says none. */
export function inheritWishes(request: RunRequest, wishes: LineWishes): RunRequest {
  const list = (field: Exclude<keyof LineWishes, 'serverProperties'>) =>
    request[field].length > 0 ? request[field] : wishes[field];
  return {
    ...request,
    clientMods: list('clientMods'),
    whitelistedMods: list('whitelistedMods'),
    includeFiles: list('includeFiles'),
    excludeFiles: list('excludeFiles'),
    serverProperties: request.serverProperties ?? wishes.serverProperties,
  };
}

/** How much memory the server takes: the one argument of the JVM that harms nobody. */
const memory = /^-Xm[sx]\d{1,6}[kmg]$/i;

/**
 * Whether a stranger's request asks for what the pack and the line say and nothing else, so that the line can hand out what
 * comes of it: arguments of the JVM, for one, run programs.
 */
export function followsLine(request: RunRequest, wishes: LineWishes): boolean {
  const { gameVersion, modloader, modloaderVersion, startArgs, automaticSides } = request;
  const isAsSaid = gameVersion === null && modloader === null && modloaderVersion === null;
  return (
    isAsSaid &&
    startArgs.every((argument) => memory.test(argument)) &&
    automaticSides &&
    !request.includeWorld &&
    request.serverIcon === null &&
    request.nameEncoding === null &&
    JSON.stringify(wishesOf(request)) === JSON.stringify(wishesOf(wishes))
  );
}
