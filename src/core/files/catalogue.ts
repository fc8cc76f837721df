import { inArray, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { catalogueAnswers } from '../../../drizzle/schema.ts';
import { label } from '../../archive/lenient/value.ts';
import type { SideClaim } from '../../archive/report.ts';
import type { Database } from '../../database/database.ts';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';
import { groupsOf } from '../../fetching/groups.ts';
import type { CatalogueProject, Modrinth } from '../../fetching/modrinth.ts';

/** What Modrinth's catalogue knows about jars; answers are kept in the database, for all nodes. */
export interface Catalogue {
  /**
   * The projects of the jars with these SHA-512 hashes, by hash: null for a jar that the catalogue does not know, nothing for
   * one about which it could not be asked in time. Fails with the signal's reason, and when the database does.
   */
  projectsOf(sha512: readonly string[], signal?: AbortSignal): Promise<Map<string, CatalogueProject | null>>;
}

/** How the catalogue is asked, in milliseconds. */
export interface CatalogueSettings {
  /** How long an answer is believed. */
  maxAgeMs: number;
  /** How long it is believed that a jar is not known: new mods come to a catalogue after their files are about. */
  unknownMaxAgeMs: number;
  /** All questions about the jars of one pack together; those about which nothing is known by then were not asked. */
  answerMs: number;
}

/** Hashes that the database is asked about at once. */
const batchSize = 1_000;
/** Jars that the platform is asked about at once; their answers are kept before it is asked about the next. */
const questionSize = 200;
/** Milliseconds for which a catalogue that failed is left alone, so that not every run waits for one that is away. */
const restMs = 60_000;

export function createCatalogue(
  { database: { db }, modrinth, log }: { database: Pick<Database, 'db'>; modrinth: Modrinth; log: Logger },
  { maxAgeMs, unknownMaxAgeMs, answerMs }: CatalogueSettings,
): Catalogue {
  const secondsBelieved = sql`case when ${catalogueAnswers.project} is null then ${Math.min(unknownMaxAgeMs, maxAgeMs) / 1000}::float8 else ${maxAgeMs / 1000}::float8 end`;
  const isYoung = sql`${catalogueAnswers.asked} > now() - ${secondsBelieved} * interval '1 second'`;
  let restsUntil = 0;

  /** Null when the platform does not answer. */
  async function ask(hashes: readonly string[], deadline: AbortSignal, signal: AbortSignal | undefined) {
    try {
      return await modrinth.projectsOf(hashes, deadline);
    } catch (error) {
      signal?.throwIfAborted();
      restsUntil = Date.now() + restMs;
      log.warn({ err: error }, 'the catalogue of Modrinth could not be asked');
      return null;
    }
  }

  return {
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
      if (unknown.length === 0 || Date.now() < restsUntil) return known;
      const timeout = AbortSignal.timeout(answerMs);
      const deadline = signal ? AbortSignal.any([signal, timeout]) : timeout;
      for (const group of groupsOf(unknown, questionSize)) {
        const answers = await ask(group, deadline, signal);
        if (answers === null) break;
        // In one order, in which nodes that keep the same answers at the same time do not get in each other's way.
        const asked = group.toSorted().map((hash) => ({ sha512: hash, project: answers.get(hash) ?? null }));
        await db
          .insert(catalogueAnswers)
          .values(asked)
          .onConflictDoUpdate({
            target: catalogueAnswers.sha512,
            set: { project: sql`excluded.project`, asked: sql`now()` },
          });
        for (const { sha512: hash, project } of asked) known.set(hash, project);
      }
      return known;
    },
  };
}

/** What a project speaks against a server, of which its title and its address may be anybody's words. */
export function claimsOf(project: CatalogueProject | null | undefined): SideClaim[] {
  if (project?.serverSide !== 'unsupported') return [];
  const page = `https://modrinth.com/project/${encodeURIComponent(label(project.slug, 64))}`;
  const evidence = `Modrinth says that servers do not support ${label(project.title, 100)} (${page}).`;
  return [{ reason: 'CATALOGUE', evidence }];
}

/** Removes answers that were given before `before`. */
export async function forgetAnswers({ db }: Pick<Database, 'db'>, before: Date): Promise<void> {
  await deleteInPieces(db, catalogueAnswers, lt(catalogueAnswers.asked, before));
}
