import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** Intended breaking changes, in the words of the comparison, each with its decision. */
const decided: readonly string[] = [
  // docs/contributing/decisions/0029: only REST, in the same process, needed them.
  "Field 'listParts' was removed from object type 'Query'",
  "Field 'listRevisions' was removed from object type 'Query'",
  "Type 'ListName' was removed",
  "Type 'ListPart' was removed",
  "Type 'ListPartConnection' was removed",
  "Type 'ListPartEdge' was removed",
  "Type 'ListRevisions' was removed",
];

/** Returns a sentence for each unintended change that would break clients of the earlier schema. */
export async function breakingChanges(earlier: string, now: string): Promise<string[]> {
  const changes = await diff(buildSchema(earlier), buildSchema(now));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message)
    .filter((message) => !decided.includes(message));
}

/** The schema at a git ref, or null where it has none: the first commit, or a clone without its history. */
function schemaAt(ref: string): string | null {
  try {
    return execFileSync('git', ['show', `${ref}:schema.graphql`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const ref = process.argv[2] ?? 'HEAD^';
  const earlier = schemaAt(ref);
  const broken =
    earlier === null ? [] : await breakingChanges(earlier, readFileSync('schema.graphql', 'utf8'));
  if (earlier === null) process.stdout.write(`There is no schema at ${ref} to compare with.\n`);
  for (const message of broken) process.stderr.write(`breaking: ${message}\n`);
  if (broken.length > 0) process.exit(1);
}
