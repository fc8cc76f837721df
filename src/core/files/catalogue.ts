import { inArray, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { catalogueAnswers } from '../../../drizzle/schema.ts';
import { type FindLinks, noLinks } from '../../archive/build/file-links.ts';
import type { Database } from '../../database/database.ts';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';
import { groupsOf } from '../../fetching/groups.ts';
import type { CatalogueProject, Modrinth } from '../../fetching/modrinth.ts';
import { type HostTrouble, openOptionalHost } from '../../fetching/optional-host.ts';

/** Modrinth's answers about jars, cached in the database for all nodes. */
export interface Catalogue {
  /**
   * The projects of jars by SHA-512: null for an unknown jar, no entry for one without an answer in time. Fails with
   * the signal's reason, or when the database fails.
   */
  projectsOf(sha512: readonly string[], signal?: AbortSignal): Promise<Map<string, CatalogueProject | null>>;
}

/** A catalogue whose platform may be unavailable. */
export interface WatchedCatalogue extends Catalogue {
  /** Null unless the platform failed at the last request. */
  trouble(): HostTrouble | null;
}

/** Times of the catalogue, in milliseconds. */
export interface CatalogueSettings {
  /** The age up to which an answer is used. */
  maxAgeMs: number;
  /** The age up to which "unknown" is used: catalogues learn of new files later. */
  unknownMaxAgeMs: number;
  /** The wait for an answer; jars without one count as not asked about. */
  waitMs: number;
}

/** Hashes looked up in one statement. */
const batchSize = 1_000;
/** Jars in one request: its answer has some ten thousand bytes for each, and one second in all. */
const querySize = 50;

export function createCatalogue(
  {
    database: { db },
    modrinth,
    log,
  }: { database: Pick<Database, 'db'>; modrinth: Pick<Modrinth, 'projectsOf'>; log: Logger },
  { maxAgeMs, unknownMaxAgeMs, waitMs }: CatalogueSettings,
): WatchedCatalogue {
  const secondsBelieved = sql`case when ${catalogueAnswers.project} is null then ${Math.min(unknownMaxAgeMs, maxAgeMs) / 1000}::float8 else ${maxAgeMs / 1000}::float8 end`;
  const isYoung = sql`${catalogueAnswers.asked} > now() - ${secondsBelieved} * interval '1 second'`;
  const host = openOptionalHost({
    waitMs,
    failed: (error) => log.warn({ err: error }, 'the catalogue of Modrinth could not be asked'),
  });

  /** Sends a request and caches its answer, for later runs too if this one no longer waits. */
  async function requestProjects(hashes: readonly string[], signal: AbortSignal | undefined) {
    const answers = await modrinth.projectsOf(hashes, signal);
    // One order for all nodes, so that nodes that store the same answers do not deadlock.
    return hashes.toSorted().map((sha512) => ({ sha512, project: answers.get(sha512) ?? null }));
  }
  const keep = (asked: Awaited<ReturnType<typeof requestProjects>>) =>
    db
      .insert(catalogueAnswers)
      .values(asked)
      .onConflictDoUpdate({
        target: catalogueAnswers.sha512,
        set: { project: sql`excluded.project`, asked: sql`now()` },
      });

  return {
    trouble: host.trouble,
    async projectsOf(sha512, signal) {
      const hashes = [...new Set(sha512)];
      const known = new Map<string, CatalogueProject | null>();
      for (const batch of groupsOf(hashes, batchSize)) {
        const rows = await db
          .select({ sha512: catalogueAnswers.sha512, project: catalogueAnswers.project })
          .from(catalogueAnswers)
          .where(sql`${inArray(catalogueAnswers.sha512, batch)} and ${isYoung}`);
        for (const row of rows) known.set(row.sha512, row.project);
      }
      const unknown = hashes.filter((hash) => !known.has(hash));
      for (const group of groupsOf(unknown, querySize)) {
        let isWaitedFor = true;
        const given = await host.query(async () => {
          const asked = await requestProjects(group, signal);
          // While the run waits, it reports the database's failures.
          if (!isWaitedFor) await keep(asked);
          return asked;
        }, signal);
        isWaitedFor = false;
        if (given === null) break;
        await keep(given.answer);
        for (const { sha512: hash, project } of given.answer) known.set(hash, project);
      }
      return known;
    },
  };
}

/** Finds the addresses of files in a catalogue; without a catalogue no file is known. */
export function linksFrom(catalogue: Catalogue | null, signal: AbortSignal): FindLinks {
  if (catalogue === null) return noLinks;
  return async (sha512) => {
    const known = await catalogue.projectsOf(sha512, signal);
    const links = [...known].flatMap(([hash, project]) =>
      project?.link ? [[hash, project.link] as const] : [],
    );
    return { links: Object.fromEntries(links), unasked: sha512.length - known.size };
  };
}

/** Removes answers that were given before `before`. */
export async function forgetAnswers({ db }: Pick<Database, 'db'>, before: Date): Promise<void> {
  await deleteInPieces(db, catalogueAnswers, lt(catalogueAnswers.asked, before));
}
