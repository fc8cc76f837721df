import { changeWords } from '../../texts/change-words.ts';
import { plain } from '../../texts/text.ts';
import {
  type ChangeCounts,
  changes,
  type FileDifference,
  type ModDifference,
} from '../archive/compare-packs.ts';
import type { SettingDifference } from '../core/packs/setting-differences.ts';

export interface ToldComparison {
  /** Names of both, such as those of their modpacks. */
  first: string;
  second: string;
  settings: readonly SettingDifference[];
  /** Sentences. */
  acts: readonly string[];
  mods: { counts: ChangeCounts; shown: readonly ModDifference[] };
  files: { counts: ChangeCounts; shown: readonly FileDifference[] };
}

/** Rows of each list that a text shows. */
export const rowsShown = 200;
/** Characters of all differences of lines together. */
const differencesShown = 24 * 1024;

/** A comparison as Markdown, in English. Texts of packs are harmless in it. */
export function comparisonMarkdown(told: ToldComparison): string {
  const { setting: settingWords, change: changeNames } = changeWords.en;
  const sections = [
    `# ${words(told.first)} → ${words(told.second)}`,
    ...section(
      'What to do',
      told.acts.map((act) => `- ${words(act, 400)}`),
    ),
    ...section(
      'Settings',
      told.settings.map(
        ({ setting, first, second }) => `- ${settingWords[setting]}: ${value(first)} → ${value(second)}`,
      ),
    ),
    ...changes.flatMap((change) =>
      section(
        `${changeNames[change]} mods (${told.mods.counts[change]})`,
        rowsOf(change, told.mods, modLine),
      ),
    ),
    ...changes.flatMap((change) =>
      section(
        `${changeNames[change]} files (${told.files.counts[change]})`,
        rowsOf(change, told.files, fileLine),
      ),
    ),
    ...differences(told.files.shown),
  ];
  return `${sections.length === 1 ? `${sections[0]}\n\nNothing differs.` : sections.join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
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

function modLine({ name, first, second }: ModDifference): string {
  const versions = distinct([first?.version, second?.version]);
  const told = versions.length === 2 ? versions : distinct([first?.file, second?.file]);
  return `- ${words(name, 100)}: ${told.map(code).join(' → ')}`;
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
    return [`### ${code(path)}\n\n${'`'.repeat(4)}diff\n${harmless(text)}\n${'`'.repeat(4)}`];
  });
}

/** Lines that show no more than they say, and cannot end the block they are in. */
function harmless(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{C}/gu, '').replaceAll('````', "''''");
}

function value(text: string): string {
  return text === '' ? '–' : code(text);
}

function code(text: string): string {
  return `\`${plain(text, 200).replaceAll('`', "'")}\``;
}

/** Text that neither formats, links nor mentions. */
function words(text: string, most = 200): string {
  return plain(text, most).replaceAll(/[\\*_~`|<>#[\]:@&!]/g, '\\$&');
}
