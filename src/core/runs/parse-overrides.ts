import { iconFault } from '../../archive/pack/server-icon.ts';
import { canonicalProperties, propertiesFault } from '../../archive/pack/server-properties.ts';
import { globFault } from '../../archive/selection/glob.ts';
import { AppError } from '../../errors.ts';
import { uploadedJarOf } from './uploaded-jars.ts';

/** Limits of a request's patterns and files. */
export interface OverrideLimits {
  /** Most patterns of includeFiles and excludeFiles together. */
  patterns: number;
  /** Most characters of one pattern. */
  patternLength: number;
  /** Most bytes of a server icon. */
  iconBytes: number;
  /** Most bytes of the stored server.properties. */
  propertiesBytes: number;
}

export const defaultOverrideLimits: OverrideLimits = {
  patterns: 30,
  patternLength: 128,
  iconBytes: 65_536,
  propertiesBytes: 65_536,
};

/** A request's patterns as they are stored: without duplicates and trailing slashes. Fails with INVALID_INPUT. */
export function parsePatterns(
  lists: { includeFiles: readonly string[]; excludeFiles: readonly string[] },
  { patterns, patternLength }: OverrideLimits,
): { includeFiles: string[]; excludeFiles: string[] } {
  const count = lists.includeFiles.length + lists.excludeFiles.length;
  if (count > patterns) {
    const message = `includeFiles and excludeFiles have ${count} patterns together; at most ${patterns} are accepted.`;
    throw invalid('includeFiles', message);
  }
  const parse = (field: 'includeFiles' | 'excludeFiles') => {
    for (const pattern of lists[field]) {
      if (pattern.length > patternLength) {
        const message = `A pattern of ${field} has ${pattern.length} characters; at most ${patternLength} are accepted.`;
        throw invalid(field, message);
      }
      const fault = globFault(pattern);
      if (fault !== null) throw invalid(field, `The pattern "${pattern}" of ${field} ${fault}.`);
    }
    return [...new Set(lists[field].map((pattern) => pattern.replace(/\/$/, '')))];
  };
  return { includeFiles: parse('includeFiles'), excludeFiles: parse('excludeFiles') };
}

/** Most mods that one request may add. */
export const mostAdded = 30;
const page = /^\/(?:mod|plugin|datapack|project)\/([^/]+)(?:\/versions?\/([^/]+))?/;
/** A project's id or slug, perhaps with a version's id or number, in the letters that Modrinth gives to addresses. */
const addedMod = /^[\w!$()`.+,"'-]{1,64}(?:@[\w!@$()`.+,"'-]{1,64})?$/;

/**
 * A request's mods to add as they are stored: `slug` or `slug@version` of Modrinth, from these or addresses of pages, and
 * the entries of uploaded jars. Fails with INVALID_INPUT.
 */
export function parseAddedMods(given: readonly string[]): string[] {
  const field = 'addedMods';
  const parsed = [...new Set(given.map((text) => asAddedMod(text.trim())))];
  if (parsed.length > mostAdded)
    throw invalid(field, `addedMods names ${parsed.length} mods; at most ${mostAdded} are accepted.`);
  const odd = parsed.find((text) => !addedMod.test(text) && uploadedJarOf(text) === null);
  if (odd !== undefined)
    throw invalid(
      field,
      `addedMods takes mods of Modrinth, such as chunky, chunky@1.3.146 or the address of a page, and sha256:... of uploaded jars, not "${odd.slice(0, 60)}".`,
    );
  return parsed;
}

function asAddedMod(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || !/^(?:www\.)?modrinth\.com$/.test(url.host)) return text;
  const [, project, version] = page.exec(url.pathname) ?? [];
  if (project === undefined) return text;
  return [project, version].filter((part) => part !== undefined).join('@');
}

/** Decodes a request's server icon from base64. Fails with INVALID_INPUT. */
export function parseServerIcon(given: string | null | undefined, { iconBytes }: OverrideLimits) {
  if (given === null || given === undefined) return null;
  const field = 'serverIcon';
  const base64 = given.replace(/^data:image\/png;base64,/i, '');
  if (base64.length > Math.ceil(iconBytes / 3) * 4)
    throw invalid(
      field,
      `serverIcon has more than ${iconBytes} bytes; a PNG of 64 by 64 pixels needs fewer.`,
    );
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== base64)
    throw invalid(field, 'serverIcon has to be a PNG in base64.');
  const fault = iconFault(bytes);
  if (fault !== null) throw invalid(field, `serverIcon has to be a PNG of 64 by 64 pixels; it ${fault}.`);
  return base64;
}

/** A request's server.properties as it is stored. Fails with INVALID_INPUT. */
export function parseServerProperties(given: string | null | undefined, { propertiesBytes }: OverrideLimits) {
  if (given === null || given === undefined) return null;
  const field = 'serverProperties';
  const tooLong = () => {
    const message = `serverProperties has more than ${propertiesBytes} bytes, characters beyond ASCII counted as six.`;
    return invalid(field, message);
  };
  if (given.length > propertiesBytes) throw tooLong();
  const fault = given.isWellFormed() ? propertiesFault(given) : 'is no text';
  if (fault !== null) throw invalid(field, `serverProperties ${fault}.`);
  const text = canonicalProperties(given);
  if (text.length > propertiesBytes) throw tooLong();
  return text;
}

function invalid(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field });
}
