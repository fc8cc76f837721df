import { label } from '../../archive/lenient/value.ts';
import { defaultArchiveLimits } from '../../archive/limits.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import { judgeName } from '../../archive/zip/entry-names.ts';
import type { CatalogueProject, Modrinth, ModrinthFile, ModrinthVersion } from '../../fetching/modrinth.ts';
import type { WantedFile } from '../../fetching/wanted-file.ts';
import { modloaders } from '../../modloaders/index.ts';
import { wordsOfModrinth } from '../files/platform-words.ts';

/** Most mods that one request adds or has looked at, those that they need included. */
export const mostAddedJars = 60;
/** Most versions of one project that are read. */
const mostVersions = 200;

/** A jar to add to those of a pack. */
export interface AddedJar {
  /** The name of the file in `mods/`. */
  file: string;
  /** Its name where another file has that one. */
  otherName: string;
  wanted: Pick<WantedFile, 'links' | 'hashes' | 'size'>;
  /** A sentence with its version and who asked for it. */
  evidence: string;
}

/** The jars that a request adds, and a sentence for each mod that cannot be added. */
export interface FoundJars {
  jars: AddedJar[];
  faults: string[];
}

/** A project of which a version is wanted. */
interface Wish {
  project: CatalogueProject;
  /** A version's id or number; null: the newest for the run. */
  version: string | null;
  /** Why it is wanted, as the beginning of a sentence; null when the request itself names it. */
  why: string | null;
}

type Run = Pick<RunConfiguration, 'addedMods' | 'gameVersion' | 'modloader'>;
type Asked = Pick<Modrinth, 'projects' | 'version' | 'versionOf' | 'versions'>;

/**
 * Finds the jars for the `addedMods` of a run on Modrinth, and those that they need: the newest release for the run's
 * game version and modloader, else the newest beta or alpha. What the pack has itself is not known here. Fails with a
 * FetchError or with the signal's reason.
 */
export async function findAddedMods(modrinth: Asked, run: Run, signal: AbortSignal): Promise<FoundJars> {
  const named = run.addedMods.map(partsOf);
  const projects = await modrinth.projects(
    named.map(({ project }) => project),
    signal,
  );
  const faults: string[] = [];
  let wishes = named.flatMap(({ project: name, version }): Wish[] => {
    const project = projects.find(({ id, slug }) => id === name || slug.toLowerCase() === name.toLowerCase());
    if (project) return [{ project, version, why: null }];
    faults.push(`There is no project "${name}" on Modrinth.`);
    return [];
  });
  const jars: AddedJar[] = [];
  const seen = new Set<string>();
  /** Needs that name a version alone, whose project has to be asked for one by one. */
  const lookUps = { left: mostAddedJars };
  while (wishes.length > 0) {
    const needs: { projectId: string; version: string | null; why: string }[] = [];
    for (const wish of wishes) {
      if (seen.has(wish.project.id)) continue;
      if (seen.size === mostAddedJars) {
        const message = `The mods to add need others, and are more than ${mostAddedJars} with these.`;
        return { jars, faults: [...faults, message] };
      }
      seen.add(wish.project.id);
      const found = await versionFor(modrinth, wish, run, signal);
      const file = found && jarOf(found);
      const fault = faultOf(wish, found, run);
      if (fault !== null && wish.why === null) faults.push(fault);
      if (fault !== null || found === null || !file) continue;
      jars.push(asJar(wish, found, file));
      const why = `Needed by ${label(wish.project.title, 60)}, which is added`;
      needs.push(...(await needsOf(modrinth, found, lookUps, signal)).map((need) => ({ ...need, why })));
    }
    const open = needs.filter(({ projectId }) => !seen.has(projectId)).slice(0, mostAddedJars);
    const needed = await modrinth.projects(
      open.map(({ projectId }) => projectId),
      signal,
    );
    // A needed mod that Modrinth does not have for the run is told by the warnings about the jars.
    wishes = open.flatMap(({ projectId, version, why }) => {
      const project = needed.find(({ id }) => id === projectId);
      return project ? [{ project, version, why }] : [];
    });
  }
  return { jars, faults };
}

function partsOf(text: string): { project: string; version: string | null } {
  const at = text.indexOf('@');
  return at === -1
    ? { project: text, version: null }
    : { project: text.slice(0, at), version: text.slice(at + 1) };
}

function loadersOf({ modloader, gameVersion }: Run): string[] {
  const { modrinthId, alsoLoads } = modloaders[modloader];
  return [modrinthId, ...alsoLoads(gameVersion)];
}

async function versionFor(
  modrinth: Asked,
  { project, version, why }: Wish,
  run: Run,
  signal: AbortSignal,
): Promise<ModrinthVersion | null> {
  const loaders = loadersOf(run);
  const isLoaded = (one: ModrinthVersion) => one.loaders.some((loader) => loaders.includes(loader));
  const newest = new Map<ModrinthVersion['channel'], ModrinthVersion>();
  let read = 0;
  // Versions of several loaders may share a number, so the number is looked for among those of the run first.
  for await (const one of modrinth.versions(project.id, { gameVersion: run.gameVersion, loaders }, signal)) {
    read += 1;
    if (version !== null && (one.id === version || one.versionNumber === version)) return one;
    if (!newest.has(one.channel) && isLoaded(one) && jarOf(one)) newest.set(one.channel, one);
    if ((version === null && newest.has('RELEASE')) || read === mostVersions) break;
  }
  const given = version === null ? null : await modrinth.versionOf(project.id, version, signal);
  if (given !== null && isLoaded(given)) return given;
  if (version !== null && why === null) return null;
  return newest.get('RELEASE') ?? newest.get('BETA') ?? newest.get('ALPHA') ?? null;
}

/** Why the wish cannot be met, as a sentence; null when it can. */
function faultOf({ project, version }: Wish, found: ModrinthVersion | null, run: Run): string | null {
  const title = label(project.title, 60);
  if (found === null) {
    const what = version === null ? '' : ` "${version}"`;
    return `${title} on Modrinth has no version${what} for ${run.gameVersion} with ${run.modloader}.`;
  }
  if (!jarOf(found)) return `Version ${label(found.versionNumber, 60)} of ${title} on Modrinth has no jar.`;
  const { environment } = found;
  const [objection] = wordsOfModrinth({ ...project, ...(environment && { environment }) });
  return objection === undefined || objection.isFor
    ? null
    : `${title} is no mod for servers: ${objection.evidence}`;
}

function jarOf({ files }: ModrinthVersion): ModrinthFile | undefined {
  const jars = files.filter(({ filename }) => /\.jar$/i.test(filename));
  return jars.find(({ primary }) => primary) ?? jars[0];
}

async function needsOf(
  modrinth: Asked,
  { needs }: ModrinthVersion,
  lookUps: { left: number },
  signal: AbortSignal,
): Promise<{ projectId: string; version: string | null }[]> {
  const found: { projectId: string; version: string | null }[] = [];
  for (const { projectId, versionId: version } of needs.slice(0, mostAddedJars)) {
    if (projectId !== null) found.push({ projectId, version });
    if (projectId !== null || version === null || lookUps.left === 0) continue;
    lookUps.left -= 1;
    const whose = (await modrinth.version(version, signal))?.projectId;
    if (whose !== undefined) found.push({ projectId: whose, version });
  }
  return found;
}

const plainName = /^[\w()[\]+,!' -][\w.()[\]+,!' -]{0,150}\.jar$/i;

/** Whether a jar can have this name on every system. */
export function isFileName(name: string): boolean {
  return plainName.test(name) && judgeName(name, defaultArchiveLimits) === null;
}

const whyWords = { RELEASE: '', BETA: ', a beta', ALPHA: ', an alpha' } as const;

function asJar(
  { project, why }: Wish,
  { id, versionNumber, channel }: ModrinthVersion,
  { url, filename, sha512, sha1, size }: ModrinthFile,
): AddedJar {
  const ids = [project.id, id].map((part) => part.replaceAll(/[^\w-]/g, '_').slice(0, 30));
  const otherName = `${ids.join('-')}.jar`;
  const parts = [label(project.slug, 64), label(id, 64)].map(encodeURIComponent);
  const what = `${label(project.title, 60)} ${label(versionNumber, 60)}${whyWords[channel]}`;
  return {
    file: isFileName(filename) ? filename : otherName,
    otherName,
    wanted: { links: [url], hashes: { sha512, sha1 }, size },
    evidence: `${why ?? 'addedMods names it'}: ${what}, https://modrinth.com/project/${parts.join('/version/')}.`,
  };
}
