import { label } from '../../archive/lenient/value.ts';
import type { SideClaim } from '../../archive/report.ts';
import type { MarkedFile } from '../../fetching/curseforge.ts';
import type { CatalogueProject, EnvironmentWord, SideWord } from '../../fetching/modrinth.ts';

/** What a word says of a dedicated server: it is for one, it is not, or nothing. */
type Verdict = 'FOR' | 'AGAINST' | null;

/** A game for one has no server to be installed on; on Modrinth the project's `server_side` calls it required all the same. */
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

/** What Modrinth says of a jar on a server, of the version before the project. Titles and addresses may be anybody's words. */
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

/** What CurseForge says of a file on a server: `Client` without `Server` speaks against it, no mark at all says nothing. */
export function wordsOfCurseForge({ marks, project, page }: MarkedFile): SideClaim[] {
  const verdict = marks.includes('Server') ? 'FOR' : marks.includes('Client') ? 'AGAINST' : null;
  const sides = verdict === 'FOR' ? 'for servers' : 'for clients only';
  return words(verdict, `CurseForge marks this file of ${label(project, 100)} as ${sides} (${page}).`);
}

function words(verdict: Verdict, evidence: string): SideClaim[] {
  if (verdict === null) return [];
  return [{ reason: 'CATALOGUE', evidence, ...(verdict === 'FOR' && { isFor: true }) }];
}
