import { readFile } from 'node:fs/promises';

const changelog = new URL('../CHANGELOG.md', import.meta.url);

/** What this version's section of CHANGELOG.md says, as plain text; empty where the file is not there. */
export async function readChanges(version: string): Promise<string> {
  const text = await readFile(changelog, 'utf8').catch(() => '');
  return sectionOf(text, version);
}

/** The section of a version, or the first one while the version has none yet. */
function sectionOf(text: string, version: string): string {
  const sections = text.split(/^## /m).slice(1);
  const own = sections.find((section) => section.startsWith(`${version} `)) ?? sections[0] ?? '';
  // Links lead into the repository.
  return own.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
