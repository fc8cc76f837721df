/**
 * The relation of a version to a mod's range: `older` when the mod needs a newer version, `other` for any other
 * mismatch; null when uncertain, which is not reported.
 */
export type Fit = 'fits' | 'older' | 'other' | null;

/** Numbers, with a suffix. */
interface Version {
  numbers: readonly number[];
  rest: string;
}

const versionForm = /^(\d{1,9}(?:\.\d{1,9}){0,7})((?:-[0-9A-Za-z.+-]*)?)$/;
/** Labels that sort before the plain version, for both Maven and Fabric. */
const preRelease = /^-(?:alpha|beta|rc|snapshot)(?![a-z])/i;

function readVersion(text: string): Version | null {
  const [, numbers, rest = ''] = versionForm.exec(text) ?? [];
  return numbers === undefined ? null : { numbers: numbers.split('.').map(Number), rest };
}

/** Negative when `a` is older, positive when it is newer; null when suffixes of equal numbers have no certain order. */
function compare(a: Version, b: Version): number | null {
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.rest === b.rest) return 0;
  if (a.rest === '') return preRelease.test(b.rest) ? 1 : null;
  return b.rest === '' && preRelease.test(a.rest) ? -1 : null;
}

/**
 * Whether a version lies in a Maven range, as read by Forge and NeoForge: `[47,)`, `[1.20,1.21)`, `[1.19.2],[1.20,)`. A
 * version without brackets is a recommendation, and any fits. Apache Maven's VersionRange, read in November 2026.
 */
export function fitsMavenRange(range: string, version: string): Fit {
  const found = readVersion(version);
  const spans = readSpans(range.trim());
  if (found === null || spans === null) return null;
  return anyOf(spans.map((span) => fitsSpan(span, found)));
}

interface Span {
  from: string;
  to: string;
  withFrom: boolean;
  withTo: boolean;
}

const mostSpans = 16;
const everything: Span = { from: '', to: '', withFrom: true, withTo: true };

/** Reads the spans of a range; null when the text is no range. */
function readSpans(text: string): Span[] | null {
  if (text === '' || versionForm.test(text)) return [everything];
  const spans: Span[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole = '', open, inner = '', close] = /^([[(])([^[\]()]*)([\])])\s*,?\s*/.exec(rest) ?? [];
    if (whole === '' || spans.length >= mostSpans) return null;
    const [from = '', to, ...more] = inner.split(',').map((bound) => bound.trim());
    if (more.length > 0 || (to === undefined && (open !== '[' || close !== ']' || from === ''))) return null;
    spans.push({ from, to: to ?? from, withFrom: open === '[', withTo: close === ']' });
    rest = rest.slice(whole.length);
  }
  return spans;
}

function fitsSpan({ from, to, withFrom, withTo }: Span, version: Version): Fit {
  const above = from === '' ? 1 : compareTo(version, from);
  const below = to === '' ? -1 : compareTo(version, to);
  if (above !== null && (above < 0 || (above === 0 && !withFrom))) return 'older';
  if (below !== null && (below > 0 || (below === 0 && !withTo))) return 'other';
  return above === null || below === null ? null : 'fits';
}

function compareTo(version: Version, bound: string): number | null {
  const read = readVersion(bound);
  return read === null ? null : compare(version, read);
}

/**
 * Whether a version meets one of Fabric's predicates: `>=1.20 <1.21`, `~1.20.1`, `1.20.x`. FabricMC/fabric-loader,
 * VersionPredicateParser and SemanticVersionImpl, read in November 2026.
 */
export function fitsFabricPredicates(predicates: readonly string[], version: string): Fit {
  // Build metadata after a plus sign is ignored.
  const found = readVersion(version.replace(/\+.*$/s, ''));
  if (found === null || predicates.length === 0) return null;
  return anyOf(predicates.map((predicate) => fitsPredicate(predicate, found)));
}

const mostTerms = 16;
const termForm = /^(>=|<=|>|<|=|~|\^)?([^<>=~^]+)$/;

/** Judges a version by a predicate, all of whose terms must hold. */
function fitsPredicate(predicate: string, version: Version): Fit {
  const terms = predicate.split(' ').filter((term) => term !== '' && term !== '*');
  if (terms.length > mostTerms) return null;
  const fits = terms.map((term) => fitsTerm(term, version));
  return fits.find((fit) => fit === 'older' || fit === 'other') ?? (fits.includes(null) ? null : 'fits');
}

function fitsTerm(term: string, version: Version): Fit {
  const [, operator = '=', written = ''] = termForm.exec(term) ?? [];
  const text = written.replace(/\+.*$/s, '');
  const [, anyBehind] = /^(\d+(?:\.\d+)?)(?:\.[xX*])+$/.exec(text) ?? [];
  if (anyBehind !== undefined)
    return operator === '=' ? fitsTerm((anyBehind.includes('.') ? '~' : '^') + anyBehind, version) : null;
  const bound = readVersion(text);
  // For Fabric, a bare hyphen is the earliest of all pre-releases of a version.
  const order =
    bound === null ? null : compare(version, bound.rest === '-' ? { ...bound, rest: '-alpha' } : bound);
  if (bound === null || order === null) return null;
  const alike = (numbers: number) =>
    Array.from({ length: numbers }, (_, index) => index).every(
      (index) => (version.numbers[index] ?? 0) === (bound.numbers[index] ?? 0),
    );
  switch (operator) {
    case '>=':
      return order >= 0 ? 'fits' : 'older';
    case '>':
      return order > 0 ? 'fits' : 'older';
    case '<=':
      return order <= 0 ? 'fits' : 'other';
    case '<':
      return order < 0 ? 'fits' : 'other';
    case '~':
      return order < 0 ? 'older' : alike(2) ? 'fits' : 'other';
    case '^':
      return order < 0 ? 'older' : alike(1) ? 'fits' : 'other';
    default:
      return order === 0 ? 'fits' : order < 0 ? 'older' : 'other';
  }
}

/** Combines alternatives, of which one is enough. */
function anyOf(fits: readonly Fit[]): Fit {
  if (fits.includes('fits')) return 'fits';
  if (fits.includes(null)) return null;
  return fits.every((fit) => fit === 'older') ? 'older' : 'other';
}
