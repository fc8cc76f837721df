import type { ReadSettings } from '../pack/pack-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, printable } from '../problem-list.ts';
import type { Problem } from '../report.ts';
import { type FoundSecret, secretKinds, secretsIn } from './settings-secrets.ts';

/** Most files in warnings, and most lines of each. */
const most = { files: 8, lines: 5 };

/** Limits of the search, which starts with the smallest files: number of files, bytes in all, bytes of each. */
const searchedMost = { files: 4_000, bytes: 8 * 1024 * 1024, bytesEach: 256 * 1024 };

/** Endings of texts in which mods and scripts keep settings. */
const settings =
  /\.(?:cfg|conf|config|hocon|ini|js|json[5c]?|kts?|lua|properties|py|snbt|toml|ts|txt|xml|ya?ml|zs)$/i;
/** Folders of resource and data packs, with thousands of texts and no settings. */
const packs = /(?:^|\/)(?:assets|data|lang)\//i;

/** Warns of tokens and passwords in included settings, by file and line. */
export function settingsWarnings(
  goingIn: readonly { name: string; size: number }[],
  readSettings: ReadSettings,
): Problem[] {
  const warnings = createProblemList<WarningCode>(most.files);
  let bytesLeft = searchedMost.bytes;
  const searched = goingIn
    .filter(({ name, size }) => size <= searchedMost.bytesEach && settings.test(name) && !packs.test(name))
    .sort((one, other) => one.size - other.size || (one.name < other.name ? -1 : 1))
    .slice(0, searchedMost.files);
  for (const { name, size } of searched) {
    if (warnings.found.length >= most.files || size > bytesLeft) break;
    bytesLeft -= size;
    const text = readSettings(name);
    const secrets = text === null ? [] : secretsIn(name, text);
    if (secrets.length > 0) warnings.add('SECRETS_IN_SETTINGS', sentence(name, secrets), name);
  }
  return warnings.found;
}

const inWords = new Intl.ListFormat('en');

function sentence(name: string, secrets: readonly FoundSecret[]): string {
  const byKind = [...Map.groupBy(secrets, ({ kind }) => kind)];
  const locations = byKind.map(([kind, found]) => `${secretKinds[kind].is} in ${linesOf(found)}`);
  const advice = inWords.format(byKind.map(([kind]) => secretKinds[kind].renew));
  return `"${printable(name)}" goes in, with ${inWords.format(locations)}. Everybody who gets the modpack or the server pack can read it: ${advice}, and leave it empty in the modpack or name the file in excludeFiles.`;
}

function linesOf(found: readonly FoundSecret[]): string {
  const lines = found.slice(0, most.lines).map(({ line }) => `${line}`);
  const more = found.length - lines.length;
  return `${found.length === 1 ? 'line' : 'lines'} ${inWords.format(more > 0 ? [...lines, `${more} more`] : lines)}`;
}
