import { modloaderFamily, type PackVersions } from '../../archive/manifests/differences.ts';
import { firstNamed } from '../../archive/problem-list.ts';
import {
  type CompleteRequest,
  type RunConfiguration,
  type RunRequest,
  runDefaults,
  type ServerPackFormat,
} from '../../archive/run-configuration.ts';
import type { NameEncoding } from '../../archive/zip/name-encoding.ts';
import { AppError } from '../../errors.ts';
import { isGameVersion, releaseOf, sameGameVersion } from '../../modloaders/game-version.ts';
import { modloaders, parseModloader, withoutGameVersion } from '../../modloaders/index.ts';
import { type ModloaderName, modloaderNames } from '../../modloaders/modloader.ts';
import { parseDropListNames } from '../drop-lists/drop-list-rules.ts';
import {
  type OverrideLimits,
  parseAddedMods,
  parsePatterns,
  parseServerIcon,
  parseServerProperties,
} from './parse-overrides.ts';

/** A run configuration as a request gives it, not validated yet. Absent versions are taken from the pack. */
export interface RunConfigurationInput {
  gameVersion?: string | null | undefined;
  modloader?: string | null | undefined;
  modloaderVersion?: string | null | undefined;
  startArgs: readonly string[];
  clientMods: readonly string[];
  whitelistedMods: readonly string[];
  /** Names of drop lists, with a version as in `name@3`; the default list when absent. */
  dropLists?: readonly string[] | null | undefined;
  addedMods?: readonly string[] | null | undefined;
  /** True when absent. */
  automaticSides?: boolean | null | undefined;
  includeFiles?: readonly string[] | null | undefined;
  excludeFiles?: readonly string[] | null | undefined;
  /** False when absent. */
  includeWorld?: boolean | null | undefined;
  /** A PNG in base64. */
  serverIcon?: string | null | undefined;
  serverProperties?: string | null | undefined;
  /** The encoding of names that are not UTF-8; detected when absent. */
  nameEncoding?: NameEncoding | null | undefined;
  /** ZIP when absent. */
  format?: ServerPackFormat | null | undefined;
}

/** Configurable limits of a request, besides those of its lists. */
export interface RunLimits {
  overrideLimits: OverrideLimits;
}

/**
 * Most characters of one value, most elements of one list, and most characters of all lists together: every list of
 * server packs returns them again.
 */
const most = { characters: 4_096, elements: 5_000, together: 100_000 };

/**
 * Validates a request's run configuration and normalises it for storage. Fails with INVALID_INPUT, naming the field.
 * Leading white space of a list's entry is dropped, and so are empty entries; trailing white space can be intended.
 */
export function parseRunRequest(input: RunConfigurationInput, { overrideLimits }: RunLimits): RunRequest {
  const gameVersion = given('gameVersion', input.gameVersion);
  const modloaderVersion = given('modloaderVersion', input.modloaderVersion);
  const modloaderName = given('modloader', input.modloader);
  const modloader = modloaderName === null ? null : parseModloader(modloaderName);
  if (modloaderName !== null && modloader === null) {
    throw invalid(
      'modloader',
      `modloader must be one of ${modloaderNames.join(', ')}, not "${shown(modloaderName)}".`,
    );
  }
  if (gameVersion !== null && !isGameVersion(gameVersion)) {
    throw invalid(
      'gameVersion',
      `gameVersion must be a version such as 1.20.1, 26.1-snapshot-1 or 24w14a, not "${shown(gameVersion)}".`,
    );
  }
  const cut = withoutGame(gameVersion, modloaderVersion);
  refuseNoVersion(modloader, cut.modloaderVersion);
  const lists = {
    startArgs: parseEntries('startArgs', input.startArgs),
    clientMods: parseEntries('clientMods', input.clientMods),
    whitelistedMods: parseEntries('whitelistedMods', input.whitelistedMods),
  };
  refuseTooMuch(lists);
  const patterns = {
    includeFiles: parseEntries('includeFiles', input.includeFiles ?? []),
    excludeFiles: parseEntries('excludeFiles', input.excludeFiles ?? []),
  };
  const request = {
    gameVersion,
    modloader,
    ...cut,
    ...lists,
    dropLists: parseDropListNames(input.dropLists),
    addedMods: parseAddedMods(parseEntries('addedMods', input.addedMods ?? [])),
    automaticSides: input.automaticSides ?? runDefaults.automaticSides,
    ...parsePatterns(patterns, overrideLimits),
    includeWorld: input.includeWorld ?? runDefaults.includeWorld,
    serverIcon: parseServerIcon(input.serverIcon, overrideLimits),
    serverProperties: parseServerProperties(input.serverProperties, overrideLimits),
    nameEncoding: input.nameEncoding ?? runDefaults.nameEncoding,
    format: input.format ?? runDefaults.format,
  };
  if (isComplete(request)) refuseUnfit(request);
  return request;
}

/**
 * The modloader's version without the game's version, which launchers and users often prepend; and the version as it
 * was given if the two differ.
 */
function withoutGame<Version extends string | null>(
  gameVersion: string | null,
  given: Version,
): { modloaderVersion: Version | string; givenVersion: string | null } {
  const version = given === null || gameVersion === null ? given : withoutGameVersion(given, gameVersion);
  return version === null || version === given
    ? { modloaderVersion: given, givenVersion: null }
    : { modloaderVersion: version, givenVersion: given };
}

function refuseNoVersion(modloader: ModloaderName | null, version: string | null): void {
  if (modloader === null || version === null || modloaders[modloader].isVersion(version)) return;
  throw invalid(
    'modloaderVersion',
    `modloaderVersion is not a version of ${modloader}: "${shown(version)}".`,
  );
}

type Versions = Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>;

/**
 * Refuses a version of the game without servers of the modloader, and a modloader version whose number belongs to
 * another version of the game.
 */
function refuseUnfit({ gameVersion, modloader, modloaderVersion }: Versions): void {
  if (!modloaders[modloader].hasServersFor(gameVersion)) {
    const others = modloaderNames.filter((name) => modloaders[name].hasServersFor(gameVersion));
    throw invalid(
      'gameVersion',
      `${modloader} has no server for ${gameVersion}, which is no release of the game; ${inWords.format(others)} may have one. Give a release, or another modloader.`,
    );
  }
  const games = modloaders[modloader].gamesOf(modloaderVersion);
  if (games === null || games.some((game) => sameGameVersion(releaseOf(game), releaseOf(gameVersion))))
    return;
  throw invalid(
    'modloaderVersion',
    `${modloader} ${modloaderVersion} is for game version ${games.join(' or ')}, not for ${gameVersion}. Give one for ${gameVersion}.`,
  );
}

/**
 * Completes a request with the pack's versions; `pack` is called only when a version is missing. The pack's modloader
 * version is used only for the same modloader. Fails with INVALID_INPUT, naming the fields, when the pack lacks the
 * versions or has them in another form, or when the format does not support the modloader.
 */
export async function completeRun(
  request: RunRequest,
  pack: () => Promise<PackVersions | null>,
): Promise<CompleteRequest> {
  if (isComplete(request)) return judged(request);
  const {
    rivals = [],
    installer,
    ...said
  } = (await pack()) ?? {
    gameVersion: null,
    modloader: null,
    modloaderVersion: null,
  };
  const gameVersion =
    request.gameVersion ?? (isGameVersion(said.gameVersion ?? '') ? said.gameVersion : null);
  const modloader = request.modloader ?? said.modloader;
  const saysLoader =
    modloader !== null &&
    said.modloader !== null &&
    modloaderFamily(modloader) === modloaderFamily(said.modloader);
  const saysVersion = saysLoader && modloaders[modloader].isVersion(said.modloaderVersion ?? '');
  const modloaderVersion = request.modloaderVersion ?? (saysVersion ? said.modloaderVersion : null);
  const cut = withoutGame(gameVersion, modloaderVersion);
  refuseNoVersion(modloader, cut.modloaderVersion);
  const givenVersion = request.givenVersion ?? cut.givenVersion;
  const complete = { ...request, gameVersion, modloader, ...cut, givenVersion };
  if (isComplete(complete)) return judged(complete);
  if (installer !== undefined) {
    const { error, ...details } = installer;
    throw new AppError('INVALID_INPUT', error, details);
  }
  const lacking = versionFields.filter((field) => complete[field] === null);
  const word = said.modloaderVersion;
  if (lacking.join() === 'modloaderVersion' && saysLoader && word !== null)
    throw invalid(
      'modloaderVersion',
      `The pack asks for the version "${shown(word)}" of ${modloader}, which names none; give modloaderVersion.`,
    );
  const why = rivals.length > 0 ? ` and has several versions with a modloader, ${firstNamed(rivals)}` : '';
  const message = `The pack does not say its ${inWords.format(lacking)}${why}; give ${lacking.length > 1 ? 'them' : 'it'}.`;
  throw invalid(lacking[0] ?? '', message);
}

function judged(run: CompleteRequest): CompleteRequest {
  refuseUnfit(run);
  if (run.format === 'ZIP' || modloaders[run.modloader].mrpackId !== null) return run;
  throw invalid(
    'format',
    `An .mrpack cannot name ${run.modloader}, which its format does not know. Ask for ZIP.`,
  );
}

const inWords = new Intl.ListFormat('en');
const versionFields = ['gameVersion', 'modloader', 'modloaderVersion'] as const;

/** Whether a request names all versions itself. */
export function isComplete(request: RunRequest): request is CompleteRequest {
  return versionFields.every((field) => request[field] !== null);
}

/** Fails with INVALID_INPUT for lists that are too long together. */
export function refuseTooMuch(lists: Record<string, readonly string[]>): void {
  const lengths = Object.entries(lists).map(
    ([field, entries]) => [field, entries.reduce((sum, entry) => sum + entry.length, 0)] as const,
  );
  const together = lengths.reduce((sum, [, length]) => sum + length, 0);
  if (together <= most.together) return;
  const [longest = ''] = lengths.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const message = `${Object.keys(lists).join(', ')} have ${together} characters together; at most ${most.together} are accepted.`;
  throw invalid(longest, message);
}

function given(field: string, text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const value = clean(field, text).trim();
  if (value === '') throw invalid(field, `${field} is missing or blank.`);
  return value;
}

/** The entries of a list as they are stored. Fails with INVALID_INPUT. */
export function parseEntries(field: string, entries: readonly string[]): string[] {
  if (entries.length > most.elements) {
    throw invalid(field, `${field} has ${entries.length} entries; at most ${most.elements} are accepted.`);
  }
  return entries.map((entry) => clean(field, entry).trimStart()).filter((entry) => entry !== '');
}

function clean(field: string, text: string): string {
  if (text.length > most.characters) {
    throw invalid(
      field,
      `A value of ${field} has ${text.length} characters; at most ${most.characters} are accepted.`,
    );
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()) {
    throw invalid(field, `${field} must not hold control characters or line breaks.`);
  }
  return text;
}

function invalid(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field });
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
