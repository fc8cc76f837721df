import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Finding, fault, ok, warn, wordsOf } from './finding.ts';
import { readAsSystemd } from './read-as-systemd.ts';

/** Whether others can read the file of settings, and whether npm's scripts and systemd read its values alike. */
export function checkSettingsFile(file: string): Finding[] {
  try {
    const text = readFileSync(file, 'utf8');
    const found = [...checkReaders(file), ...checkValues(file, text)];
    return found.length > 0 ? found : [ok(`${file} is for its owner alone, and is read alike everywhere.`)];
  } catch (error) {
    return [fault(`${file} cannot be read: ${wordsOf(error)}. Give it to the user of the service.`)];
  }
}

function checkReaders(file: string): Finding[] {
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return isOpen ? [fault(`Other users can read the keys in ${file}. Run: chmod 600 ${file}`)] : [];
}

function checkValues(file: string, text: string): Finding[] {
  const byNode: Record<string, string | undefined> = parseEnv(text);
  const bySystemd: Record<string, string | undefined> = readAsSystemd(text);
  const names = new Set([...Object.keys(byNode), ...Object.keys(bySystemd)]);
  const different = [...names].filter((name) => byNode[name] !== bySystemd[name]).sort();
  if (different.length === 0) return [];
  return [
    warn(
      `${file}: npm and systemd read ${different.join(', ')} differently. Write such a value in single quotes, ` +
        "as NAME='a # b', and comments on lines of their own, which begin with #.",
    ),
  ];
}
