import type { Source } from '../../../drizzle/schema.ts';
import type { LineOverrides, RunRequest, StoredOverrides } from '../../archive/run-configuration.ts';
import { titleOf } from '../files/file-name.ts';

/** The caller, with what decides whether two callers are the same. */
export interface LineCaller {
  tokenId: number | null;
  /** The subject of a JSON web token. */
  subject: string | null;
  /** Whether the caller may change every line. */
  isOperator: boolean;
}

/** The columns that decide who may change a line. */
export interface LineOwner {
  project: string | null;
  tokenId: number | null;
  subject: string | null;
}

/** Whether the caller may add versions to the line and change its overrides. */
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

/** Why a name fits into no address, as the end of a sentence; null for a valid name. */
export function nameFault(name: string): string | null {
  if (name.length > longestLineName) return `has more than ${longestLineName} characters`;
  return form.test(name) ? null : 'may hold small letters, digits and hyphens between them alone';
}

/** Why an uploader may not give a line this name, as the end of a sentence; null for a valid name. */
export function lineNameFault(name: string): string | null {
  const fault = nameFault(name);
  if (fault !== null) return fault;
  if (ofPlatforms.test(name)) return 'must not begin like those of projects on a platform';
  return null;
}

/** The name and the key of the line of a platform's project; null for an id that fits into no address. */
export function lineOfProject(platform: Source, projectID: string): { name: string; project: string } | null {
  if (!/^[\w-]{1,48}$/.test(projectID)) return null;
  return { name: `${platform.toLowerCase()}-${projectID}`, project: `${platform}:${projectID}` };
}

/** A version number in a file name, with all text after it. */
const versionOn = /[\s_.([+-]*\b(?:v|r|mc|version[\s_-]?)?\d+(?:\.\d+)+.*$/i;

/** The name of the line that a file with this name may belong to; null without a valid name. */
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

export const noOverrides: LineOverrides = {
  clientMods: [],
  whitelistedMods: [],
  addedMods: [],
  includeFiles: [],
  excludeFiles: [],
  serverProperties: null,
};

/** The overrides in a request, or of a line, which may be older than some of them. */
export function overridesOf({
  clientMods,
  whitelistedMods,
  addedMods = [],
  includeFiles,
  excludeFiles,
  serverProperties,
}: StoredOverrides): LineOverrides {
  return { clientMods, whitelistedMods, addedMods, includeFiles, excludeFiles, serverProperties };
}

/** The request, with the line's overrides where it sets none. */
export function inheritOverrides(request: RunRequest, stored: StoredOverrides): RunRequest {
  const overrides = overridesOf(stored);
  const list = (field: Exclude<keyof LineOverrides, 'serverProperties'>) =>
    request[field].length > 0 ? request[field] : overrides[field];
  return {
    ...request,
    clientMods: list('clientMods'),
    whitelistedMods: list('whitelistedMods'),
    addedMods: list('addedMods'),
    includeFiles: list('includeFiles'),
    excludeFiles: list('excludeFiles'),
    serverProperties: request.serverProperties ?? overrides.serverProperties,
  };
}

/** The memory of the server: the only JVM argument without risk. */
const memory = /^-Xm[sx]\d{1,6}[kmg]$/i;

/**
 * Whether an anonymous request has only values of the pack and the line, so that the line may offer its server pack:
 * JVM arguments, for example, could run programs.
 */
export function followsLine(request: RunRequest, overrides: StoredOverrides): boolean {
  const { gameVersion, modloader, modloaderVersion, startArgs, automaticSides } = request;
  const isAsSaid = gameVersion === null && modloader === null && modloaderVersion === null;
  return (
    isAsSaid &&
    startArgs.every((argument) => memory.test(argument)) &&
    automaticSides &&
    request.dropLists === null &&
    !request.includeWorld &&
    request.serverIcon === null &&
    request.nameEncoding === null &&
    JSON.stringify(overridesOf(request)) === JSON.stringify(overridesOf(overrides))
  );
}
