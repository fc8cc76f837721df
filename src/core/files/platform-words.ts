import { label } from '../../archive/lenient/value.ts';
import type { SideClaim } from '../../archive/report.ts';
import type { MarkedFile } from '../../fetching/curseforge.ts';
import type { CatalogueProject, EnvironmentWord, SideWord } from '../../fetching/modrinth.ts';

/** A platform's statement about a jar on servers. */
type Verdict = 'FOR' | 'AGAINST' | null;

/**
 * A singleplayer mod has no server to be installed on, although Modrinth's `server_side` of the project says
 * "required".
 */
const ofEnvironment: Readonly<Record<EnvironmentWord, Verdict>> = {
  client_only: 'AGAINST',
  singleplayer_only: 'AGAINST',
  client_only_server_optional: 'FOR',
  server_only: 'FOR',
  server_only_client_optional: 'FOR',
  dedicated_server_only: 'FOR',
  client_and_server: 'FOR',
  client_or_server: 'FOR',
  client_or_server_prefers_both: 'FOR',
  unknown: null,
};

const ofServerSide: Readonly<Record<SideWord, Verdict>> = {
  required: 'FOR',
  optional: 'FOR',
  unsupported: 'AGAINST',
  unknown: null,
};

/**
 * Modrinth's statement about a jar on servers; the version's counts before the project's. Titles and addresses are
 * untrusted text.
 */
export function wordsOfModrinth(project: CatalogueProject | null | undefined): SideClaim[] {
  if (!project) return [];
  const { environment, serverSide } = project;
  const verdict = environment === undefined ? ofServerSide[serverSide] : ofEnvironment[environment];
  const name = label(project.title, 100);
  const page = `https://modrinth.com/project/${encodeURIComponent(label(project.slug, 64))}`;
  if (environment === 'singleplayer_only')
    return words(verdict, `Modrinth says that this version of ${name} is for singleplayer only (${page}).`);
  const does = verdict === 'FOR' ? 'support' : 'do not support';
  return words(verdict, `Modrinth says that servers ${does} ${name} (${page}).`);
}

/** CurseForge's statement on a file's side: `Client` without `Server` is against servers, no mark says nothing. */
export function wordsOfCurseForge({ marks, project, page }: MarkedFile): SideClaim[] {
  const verdict = marks.includes('Server') ? 'FOR' : marks.includes('Client') ? 'AGAINST' : null;
  const sides = verdict === 'FOR' ? 'for servers' : 'for clients only';
  return words(verdict, `CurseForge marks this file of ${label(project, 100)} as ${sides} (${page}).`);
}

function words(verdict: Verdict, evidence: string): SideClaim[] {
  if (verdict === null) return [];
  return [{ reason: 'CATALOGUE', evidence, ...(verdict === 'FOR' && { isFor: true }) }];
}
