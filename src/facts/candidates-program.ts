import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { openForCommand } from '../database/open-for-command.ts';
import { mostProposals, proposeFacts } from './candidates.ts';
import { lastGoodFacts } from './facts-store.ts';
import { readListFolder } from './list-evidence.ts';
import { findServiceEvidence } from './service-evidence.ts';

const usage = `npm run facts:candidates -- [--lists FOLDER] [--service] FILE

Writes the next facts.json into FILE, with proposals among the facts in use. At least one of these gives evidence:
  --lists FOLDER   modpacks judged by public lists, and these lists, as JSON
  --service        the database of DATA_DIR or DATABASE_URL; a service with the embedded database has to be stopped`;

/** Proposes facts about mods, and returns the lines to show. Fails with a ConfigError that says what to do. */
export async function runCandidates(
  args: readonly string[],
  environment?: Readonly<Record<string, string | undefined>>,
  /** Reports which database is used. */
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  const { file, lists, service } = parseCommand(args);
  const config = readConfig(environment);
  const facts = await lastGoodFacts(path.join(config.dataDir, 'facts'));
  const { evidence, entries } =
    lists === undefined ? { evidence: [], entries: [] } : await readListFolder(lists);
  if (service) {
    await using database = await openForCommand(config, { print: tell });
    evidence.push(...(await findServiceEvidence(database, entries)));
  }
  const today = new Date().toISOString().slice(0, 10);
  const { candidates, proposed, excluded } = proposeFacts(facts, evidence, today);
  // An existing file may hold somebody's work, so it is not overwritten.
  await writeFile(file, `${JSON.stringify(candidates, null, 2)}\n`, { flag: 'wx' });
  return [
    `${file} proposes ${proposed} facts beside ${facts.facts.length} of number ${facts.number}.`,
    ...(excluded > 0
      ? [`${excluded} proposals with weaker evidence were left out: one file has at most ${mostProposals}.`]
      : []),
    'To approve one, write its reason and source and remove its evidence; remove the others.',
  ];
}

function parseCommand(args: readonly string[]): {
  file: string;
  lists: string | undefined;
  service: boolean;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { lists: { type: 'string' }, service: { type: 'boolean', default: false } },
    });
    const [file] = positionals;
    if (file !== undefined && positionals.length === 1 && (values.service || values.lists !== undefined))
      return { file, lists: values.lists, service: values.service };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  throw new ConfigError(usage);
}
