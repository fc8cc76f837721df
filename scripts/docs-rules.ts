import { plainWords } from './plain-words.ts';

/** The rest of the project, which a page's links and names refer to. */
export type Project = {
  /** The pages by their path from the project's folder. */
  pages: ReadonlyMap<string, string>;
  /** True for a file or folder that exists. */
  exists: (path: string) => boolean;
  /** The code in which settings and codes are named. */
  code: string;
};

const longestLine = 160;
/** Released versions in the changelog name settings that may have gone. */
const history = 'CHANGELOG.md';
/** Pages for users, who do not read tests. */
const forUsers = /^(?:README|docs\/[^/]+)\.md$/;
/** Variables of programs that we speak of. */
const ofOthers = new Set([
  'AWS_ACCESS_KEY_ID',
  'CF_SERVER_MOD',
  'GENERIC_PACK',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
]);

/** The lines of a page by their number, without blocks of code. */
function linesOutsideCode(text: string): { line: string; number: number }[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      return [];
    }
    return isCode || line.startsWith('    ') ? [] : [{ line, number: index + 1 }];
  });
}

const withoutInlineCode = (line: string) => line.replace(/`[^`]*`/g, '');

/** The names by which a page's headings are linked to, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const { line } of linesOutsideCode(text)) {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    anchors.add(count === 0 ? name : `${name}-${count}`);
  }
  return anchors;
}

/** A path from the project's folder, of a link that stands in a page. */
function resolveLink(page: string, target: string): string {
  const parts = page.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function faultOfLink(page: string, link: string, project: Project): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [target = '', anchor] = link.split('#');
  const path = target === '' ? page : resolveLink(page, target);
  if (!project.exists(path)) return `the link ${link} leads to no file`;
  const text = project.pages.get(path);
  if (anchor === undefined || text === undefined || anchorsOf(text).has(anchor)) return null;
  return `the link ${link} leads to no heading`;
}

/** Returns the faults of a page, each as "page:line: fault". */
export function faultsOfPage(page: string, project: Project): string[] {
  const faults: string[] = [];
  const lines = linesOutsideCode(project.pages.get(page) ?? '');
  for (const { line, number } of lines) {
    const tell = (what: string) => faults.push(`${page}:${number}: ${what}`);
    const isTable = line.startsWith('|');
    if (!isTable && line.length > longestLine && line.trimStart().slice(0, longestLine).includes(' '))
      tell(`a line of ${line.length} characters; at most ${longestLine}`);
    if (forUsers.test(page) && /`[^`]*(?:\btest\/|\.test\.ts)[^`]*`/.test(line))
      tell('a test; pages below docs/contributing may name it');
    for (const [, link = ''] of withoutInlineCode(line).matchAll(/\]\(([^)\s]+)\)/g)) {
      const fault = faultOfLink(page, link, project);
      if (fault !== null) tell(fault);
    }
    if (page !== history)
      for (const [, name = ''] of line.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g))
        if (!ofOthers.has(name) && !new RegExp(`\\b${name}\\b`).test(project.code))
          tell(`${name} is nowhere in the code`);
  }
  // A phrase may go on in the next line. Quoted words are names of others, and a cell of one word is a value of a
  // table.
  const prose = lines
    .map(({ line }) =>
      withoutInlineCode(line)
        .replace(/"[^"]*"/g, '""')
        .replace(/\| \w+(?= \|)/g, '|'),
    )
    .join('\n');
  for (const [word, better] of plainWords)
    for (const match of prose.matchAll(
      new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?![\\w'-])`, 'gi'),
    )) {
      const number = lines[prose.slice(0, match.index).split('\n').length - 1]?.number;
      faults.push(`${page}:${number}: "${word}"; write ${better}`);
    }
  return faults;
}
