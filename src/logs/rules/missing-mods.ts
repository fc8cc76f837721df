import type { Told } from '../on-lines.ts';
import { onLines } from '../on-lines.ts';

const id = '[\\w.-]{1,80}';

function missing(needs: string, modId: string, version: string | null): Told {
  const which = version === null ? '' : ` ${version}`;
  return {
    cause: 'MISSING_MOD',
    message: `${needs} needs the mod ${modId}${which}, which is not there.`,
    act: { kind: 'ADD_MOD', modId, version },
  };
}

function wrongVersion(needs: string, modId: string, version: string, found: string): Told {
  return {
    cause: 'MISSING_MOD',
    message: `${needs} needs ${modId} ${version}; ${found} is there.`,
    act: { kind: 'ADD_MOD', modId, version },
  };
}

/** The game, the loader and Java are needs too, but no mods that can be added. */
function unlessPlatform(told: Told, modId: string, version: string): Told | null {
  if (/^(?:java|openjdk.*)$/i.test(modId)) return null;
  if (/^(?:minecraft|forge|neoforge|fabricloader|fabric-loader|quilt_loader)$/.test(modId))
    return {
      cause: 'WRONG_LOADER',
      message: told.message.replace(/, which is not there\.$/, ` (${version}).`),
    };
  return told;
}

/** Needs that are not met, as the loaders list them. */
export const missingMods = onLines([
  {
    // Forge from 1.13 on, NeoForge.
    has: 'Requested by:',
    pattern: new RegExp(
      `Mod ID: '(${id})', Requested by: '(${id})', Expected range: '([^']{0,100})', Actual version: '([^']{0,100})'`,
    ),
    tell: ([, modId = '', needs = '', range = '', found = '']) =>
      unlessPlatform(
        found === '[MISSING]'
          ? missing(needs, modId, range === '' ? null : range)
          : wrongVersion(needs, modId, range, found),
        modId,
        range,
      ),
  },
  {
    // NeoForge's and Forge's sentences; the present version may be on the next line.
    has: ' requires ',
    pattern: new RegExp(
      `Mod (${id}) (?:only supports|requires) (${id}) (\\S{1,80}(?: - \\S{1,80})?)(?: or above)?(?:,? ?Currently, (?:${id}) is (not installed|.{1,80}))?$`,
    ),
    tell: ([, needs = '', modId = '', version = '', found = 'not installed']) =>
      unlessPlatform(
        found === 'not installed'
          ? missing(needs, modId, version)
          : wrongVersion(needs, modId, version, found),
        modId,
        version,
      ),
  },
  {
    // Fabric and Quilt.
    has: 'which is missing',
    pattern: new RegExp(
      `Mod '[^']{1,100}' \\((${id})\\) \\S{1,80} requires (any version|.{1,100}?) of (?:mod )?(?:'[^']{1,100}' \\()?(${id})\\)?, which is missing`,
    ),
    tell: ([, needs = '', version = '', modId = '']) =>
      unlessPlatform(
        missing(needs, modId, version === 'any version' ? null : version.replace(/^version /, '')),
        modId,
        version,
      ),
  },
  {
    has: 'the wrong version is present',
    pattern: new RegExp(
      `Mod '[^']{1,100}' \\((${id})\\) \\S{1,80} requires (.{1,100}?) of (?:mod )?(?:'[^']{1,100}' \\()?(${id})\\)?, but only the wrong version is present: ([^!]{1,80})`,
    ),
    tell: ([, needs = '', version = '', modId = '', found = '']) =>
      unlessPlatform(wrongVersion(needs, modId, version.replace(/^version /, ''), found), modId, version),
  },
  {
    // Forge up to 1.12.2.
    has: 'MissingModsException',
    pattern: new RegExp(`MissingModsException: Mod (${id}) \\([^)]{0,100}\\) requires \\[([^\\]]{1,400})`),
    tell: ([, needs = '', list = '']) => {
      const [, modId = '', version = null] = /^(?:required-)?([\w-]+)(?:@(.+))?$/.exec(list.trim()) ?? [];
      return modId === '' ? null : unlessPlatform(missing(needs, modId, version), modId, version ?? '');
    },
  },
]);
