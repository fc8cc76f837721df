import type { LogTrace } from '../log-finding.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

const id = '[\\w.|-]{1,80}';
/** Fabric's name of a mod: 'Example Mod' (example), or the id alone. */
const fabricMod = `(?:mod )?(?:'[^']{1,100}' \\()?(${id})\\)?`;

/** A need in a loader's message. `who` is the needing mod's id, display name or jar. */
interface Need {
  who: string;
  trace: LogTrace;
  modId: string;
  version: string | null;
  found?: string;
}

/** Ranges without a number, for example "," or "[,)", carry no information. */
function rangeOf(text: string): string | null {
  return /\d/.test(text) ? text : null;
}

/** Needs of the game, the loader and Java count too, but are no mods to add. */
function need({ who, trace, modId, version, found }: Need): RuleFinding | null {
  if (/^(?:java|openjdk.*)$/i.test(modId)) return null;
  const which = version === null ? '' : ` ${version}`;
  const isLoader = /^(?:forge|neoforge|fabricloader|fabric-loader|quilt_loader)$/.test(modId);
  if (isLoader || modId === 'minecraft')
    return {
      cause: 'WRONG_LOADER',
      message: `${who} needs ${modId}${which}${found === undefined ? '' : `; ${found} is there`}.`,
      traces: [trace],
      act: isLoader && version !== null ? { kind: 'USE_LOADER', version } : { kind: 'DROP_MOD' },
    };
  return {
    cause: 'MISSING_MOD',
    message:
      found === undefined
        ? `${who} needs the mod ${modId}${which}, which is not there.`
        : `${who} needs ${modId}${which}; ${found} is there.`,
    traces: [trace],
    act: { kind: 'ADD_MOD', modId, version },
  };
}

/** Unmet needs in loaders' lists. Fabric uses the same words for recommended mods, which stop nothing. */
export const missingMods: LogRule = [
  {
    // Forge from 1.13 on, NeoForge.
    has: ['Requested by:'],
    pattern: new RegExp(
      `Mod ID: '(${id})', Requested by: '(${id})', Expected range: '([^']{0,100})'(?:, Actual version: '([^']{0,100})')?`,
    ),
    report: ([, modId = '', who = '', range = '', found = '[MISSING]']) =>
      need({
        who,
        trace: { modId: who },
        modId,
        version: rangeOf(range),
        ...(found === '[MISSING]' ? {} : { found }),
      }),
    stops: true,
  },
  {
    // Sentences of NeoForge and Forge; the next line may hold the present version.
    has: [' requires ', ' only supports '],
    pattern: new RegExp(
      `Mod (${id}) (?:only supports|requires) (${id}) (\\S{1,80}(?: - \\S{1,80})?)(?: or above)?(?:,? ?Currently, (?:${id}) is (not installed|.{1,80}))?$`,
    ),
    report: ([, who = '', modId = '', version = '', found = 'not installed']) =>
      need({
        who,
        trace: { modId: who },
        modId,
        version: rangeOf(version),
        ...(found === 'not installed' ? {} : { found }),
      }),
    stops: true,
  },
  {
    // Fabric: messages of the loader's Messages.properties, the last one for client-only needs.
    has: ['which is missing', 'is disabled for this environment'],
    pattern: new RegExp(
      `Mod '[^']{1,100}' \\((${id})\\) \\S{1,80} requires (any version|.{1,100}?) of ${fabricMod}, which is (?:missing|disabled for this environment)`,
    ),
    report: ([, who = '', version = '', modId = '']) =>
      need({ who, trace: { modId: who }, modId, version: fabricVersion(version) }),
    stops: true,
  },
  {
    has: ['the wrong version'],
    pattern: new RegExp(
      `Mod '[^']{1,100}' \\((${id})\\) \\S{1,80} requires (.{1,100}?) of ${fabricMod}, but only the wrong versions? (?:is|are) present: ([^!]{1,120})`,
    ),
    report: ([, who = '', version = '', modId = '', found = '']) =>
      need({ who, trace: { modId: who }, modId, version: fabricVersion(version), found }),
    stops: true,
  },
  {
    has: [' is incompatible with '],
    pattern: new RegExp(
      `Mod '[^']{1,100}' \\((${id})\\) \\S{1,80} is incompatible with (any version|.{1,100}?) of ${fabricMod}, but (?:a )?matching versions? (?:is|are) present: ([^!]{1,120})`,
    ),
    report: ([, who = '', , modId = '', found = '']) => ({
      cause: 'MISSING_MOD',
      message: `${who} does not work with ${modId} ${found}: one of them has to go.`,
      traces: [{ modId: who }, ...(/^(?:minecraft|fabricloader|java)$/.test(modId) ? [] : [{ modId }])],
      act: { kind: 'DROP_MOD' },
    }),
    stops: true,
  },
  {
    // Quilt: display names, a range, and the jar on the next line.
    has: [', which is missing!', 'different version is present', 'different versions are present'],
    pattern: new RegExp(
      `^\\s*(?!Mod ')(\\S.{0,80}?) requires (any version|version .{1,60}?) of (${id}), (?:which is missing!|but only (?:a )?different versions? (?:is|are) present: (.{1,80}))`,
    ),
    report: ([, who = '', version = '', modId = '', found]) =>
      need({
        who,
        trace: { modName: who },
        modId,
        version: quiltVersion(version),
        ...(found === undefined ? {} : { found: found.replace(/!$/, '') }),
      }),
    stops: true,
    lines: 2,
  },
  {
    // Forge up to 1.12.2.
    has: ['MissingModsException'],
    pattern: new RegExp(`MissingModsException: Mod (${id}) \\([^)]{0,100}\\) requires \\[([^\\]]{1,400})`),
    report: ([, who = '', list = '']) => oldNeed(who, list),
    stops: true,
  },
  {
    has: ['The mod ', 'requires mods ['],
    pattern: new RegExp(`The mod (${id}) (?:\\([^)]{0,100}\\) )?requires mods \\[([^\\]]{1,400})`),
    report: ([, who = '', list = '']) => oldNeed(who, list),
    stops: true,
  },
];

function fabricVersion(text: string): string | null {
  return text === 'any version' ? null : text.replace(/^version /, '');
}

/** Quilt writes [[0.14.11,∞)] or [0.15.7, ∞), and consoles may have lost the sign. */
function quiltVersion(text: string): string | null {
  const [, from] = /\[{1,2}([\w.+-]{1,40})\s*,/.exec(text) ?? [];
  if (from !== undefined) return `${from} or later`;
  return text === 'any version' ? null : text.replace(/^version /, '').replaceAll(/[[\]]/g, '');
}

function oldNeed(who: string, list: string): RuleFinding | null {
  const [, modId = '', version] = /^(?:required-)?([\w|-]{1,80})(?:@([^\]]{1,80}))?/.exec(list.trim()) ?? [];
  // Old Forge calls itself this.
  const known = modId === 'Forge' ? 'forge' : modId;
  return known === ''
    ? null
    : need({
        who,
        trace: { modId: who },
        modId: known,
        version: version === undefined ? null : rangeOf(version),
      });
}
