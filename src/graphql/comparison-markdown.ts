import { servers } from '../../texts/en/servers.ts';
import { plain } from '../../texts/text.ts';
import {
  type ChangeCounts,
  changes,
  type FileDifference,
  type ModDifference,
  type OwnerAct,
} from '../archive/build/compare-packs.ts';
import type { SettingDifference } from '../core/previews/setting-differences.ts';

export interface ComparisonTexts {
  /** The titles of the two server packs, such as the names of their modpacks. */
  first: string;
  second: string;
  settings: readonly SettingDifference[];
  /** What the server's owner has to do, as sentences. */
  acts: readonly string[];
  mods: { counts: ChangeCounts; shown: readonly ModDifference[] };
  files: { counts: ChangeCounts; shown: readonly FileDifference[] };
}

/** Most rows shown of each list. */
export const rowsShown = 200;
/** Most characters of all text differences together. */
const differencesShown = 24 * 1024;

/** The sentence that tells a server's owner what to do. */
export function messageOf(act: OwnerAct): string {
  return servers.changes.act({
    kind: act.kind,
    java: 'java' in act ? act.java : null,
    mod: 'mod' in act ? act.mod : null,
  });
}

/** A comparison as Markdown, in English. Texts from packs are escaped. */
export function comparisonMarkdown(comparison: ComparisonTexts): string {
  const { change: changeNames } = servers.changes;
  const sections = [
    `# ${words(comparison.first)} → ${words(comparison.second)}`,
    ...section(
      'What to do',
      comparison.acts.map((act) => `- ${words(act, 400)}`),
    ),
    ...section('Settings', comparison.settings.map(settingLine)),
    ...modSections(comparison.mods, '##'),
    ...changes.flatMap((change) =>
      section(
        `${changeNames[change]} files (${comparison.files.counts[change]})`,
        rowsOf(change, comparison.files, fileLine),
      ),
    ),
    ...differences(comparison.files.shown),
  ];
  return `${sections.length === 1 ? `${sections[0]}\n\nNothing differs.` : sections.join('\n\n')}\n`;
}

/** Most acts shown in `HOW-TO-RUN.md`. */
const actsShown = 20;

const ofVersions: readonly string[] = ['gameVersion', 'javaVersion', 'modloader', 'modloaderVersion'];

/** The section of `HOW-TO-RUN.md` for somebody who updates from the first server pack; it lists no files. */
export function changesSince(comparison: Omit<ComparisonTexts, 'second' | 'files'>): string {
  const left = comparison.acts.length - actsShown;
  const acts = [
    ...comparison.acts.slice(0, actsShown).map((act) => sentence(act, 400)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  const settings = comparison.settings.filter(({ name }) => ofVersions.includes(name)).map(settingLine);
  const parts = [
    ...section(
      'What to do',
      acts.map((act) => `- ${act}`),
      '###',
    ),
    ...section('Versions', settings, '###'),
    ...modSections(comparison.mods, '###'),
  ];
  const title = `## What changed since ${sentence(comparison.first)}`;
  return `${[title, ...(parts.length === 0 ? ['No mod and no version.'] : parts)].join('\n\n')}\n`;
}

function modSections(mods: ComparisonTexts['mods'], level: '##' | '###'): string[] {
  const { change: changeNames } = servers.changes;
  return changes.flatMap((change) =>
    section(`${changeNames[change]} mods (${mods.counts[change]})`, rowsOf(change, mods, modLine), level),
  );
}

function settingLine({ name, first, second }: SettingDifference): string {
  return `- ${servers.changes.setting[name]}: ${value(first)} → ${value(second)}`;
}

function section(title: string, lines: readonly string[], level: '##' | '###' = '##'): string[] {
  return lines.length === 0 ? [] : [`${level} ${title}\n\n${lines.join('\n')}`];
}

function rowsOf<Row extends { change: (typeof changes)[number] }>(
  change: Row['change'],
  { counts, shown: rows }: { counts: ChangeCounts; shown: readonly Row[] },
  line: (row: Row) => string,
): string[] {
  const lines = rows.filter((row) => row.change === change).map(line);
  const left = counts[change] - lines.length;
  return left > 0 ? [...lines, `- … and ${left} more`] : lines;
}

function modLine({ name, first, second, isByRequest }: ModDifference): string {
  const versions = distinct([first?.version, second?.version]);
  const shown = versions.length === 2 ? versions : distinct([first?.file, second?.file]);
  return `- ${words(name, 100)}${isByRequest ? ` (${servers.changes.byRequest})` : ''}: ${shown.map(code).join(' → ')}`;
}

function distinct(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text != null))];
}

function fileLine({ path, formerPath }: FileDifference): string {
  return `- ${formerPath === null ? '' : `${code(formerPath)} → `}${code(path)}`;
}

function differences(files: readonly FileDifference[]): string[] {
  let left = differencesShown;
  return files.flatMap(({ path, text }) => {
    if (text === null || text === '' || text.length > left) return [];
    left -= text.length;
    return [`### ${code(path)}\n\n${'`'.repeat(4)}diff\n${escaped(text)}\n${'`'.repeat(4)}`];
  });
}

/** Escapes lines for a fenced block, so no line can change how it looks or end the block. */
function escaped(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{C}/gu, '').replaceAll('````', "''''");
}

function value(text: string): string {
  return text === '' ? '–' : code(text);
}

function code(text: string): string {
  return `\`${plain(text, 200).replaceAll('`', "'")}\``;
}

/** Escapes a text, so it cannot format, link or mention. */
function words(text: string, most = 200): string {
  return plain(text, most).replaceAll(/[\\*_~`|<>#[\]:@&!]/g, '\\$&');
}

/** Like `words`, for `HOW-TO-RUN.md`, which people also read unrendered. */
function sentence(text: string, most = 200): string {
  return plain(text, most).replaceAll(/[\\*_~`|<>[\]]/g, '\\$&');
}
