import { and, eq, gt, isNotNull, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boots, modDecisions, mods, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { startedOutcomes } from '../boot/boot-result.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import type { LogCause } from '../logs/log-finding.ts';
import { modloaderNames } from '../modloaders/modloader.ts';
import type { Evidence } from './candidates.ts';
import type { ListEntry } from './list-evidence.ts';

/** Most mods in the result, counted for each game version and modloader. */
const mostMods = 20_000;
/** Boots read at a time: each has a log of some 64 KiB. */
const bootsAtOnce = 50;
/** Characters of a sentence from the database. */
const longestSentence = 400;

const evidenceRow = z.object({
  mod: z.string(),
  modloader: z.enum(modloaderNames),
  gameVersion: z.string(),
  stops: z.int(),
  reaches: z.int(),
  code: z.int(),
  excluded: z.int(),
  putIn: z.int(),
  used: z.int(),
  listed: z.array(z.string()).nullable(),
  example: z.string().nullable(),
});

/**
 * This service's evidence about mods: from their code, from requests that exclude or include mods of working server
 * packs, and from the failures of tested servers. Entries of public lists are matched with the files that server packs
 * keep.
 */
export async function findServiceEvidence(
  { db }: Pick<Database, 'db'>,
  entries: readonly ListEntry[],
): Promise<Evidence[]> {
  const found = z.array(evidenceRow).parse(await rows(db, evidenceOfDecisions(entries)));
  return [...found.flatMap(sentencesOf), ...(await evidenceOfBoots(db))];
}

/** A server pack works if a test started its server, or if it has more votes for it than against it. */
const works = sql`(s.confirmed_working > 0 or coalesce(b.outcome in (${sql.join(
  startedOutcomes.map((outcome) => sql`${outcome}`),
  sql`, `,
)}), false))`;

function evidenceOfDecisions(entries: readonly ListEntry[]) {
  const packs = sql`count(distinct s.mod_pack_id)`;
  return sql`
    with listing as (
      select entry->>'list' as list, entry->>'matches' as matches, lower(entry->>'text') as text
      from jsonb_array_elements(${JSON.stringify(entries)}::text::jsonb) as given (entry))
    select lower(one.id #>> '{}') as mod, r.modloader, r.game_version as "gameVersion",
      (${packs} filter (where d.reason = 'STOPS_SERVER'))::int as stops,
      (${packs} filter (where d.kept and d.certainty = 'DOUBTFUL'
        and m.descriptors @? '$[*] ? (@.certainty == "DOUBTFUL")'))::int as reaches,
      (${packs} filter (where d.reason in ('CLIENT_CODE', 'CLIENT_ENTRYPOINTS')))::int as code,
      (${packs} filter (where d.reason = 'CLIENT_MODS' and ${works}))::int as "excluded",
      (${packs} filter (where d.reason = 'WHITELISTED' and ${works} and (m.claims is not null
        or m.descriptors @? '$[*] ? (@.side == "CLIENT" || exists(@.clientCode) || exists(@.clientStart))')))::int
        as "putIn",
      (${packs} filter (where d.kept and ${works}))::int as used,
      json_agg(distinct named.list) filter (where d.kept and named.list is not null) as listed,
      max(left(d.evidence, ${longestSentence}::int)) filter (where d.reason in ('STOPS_SERVER', 'CLIENT_CODE',
        'CLIENT_ENTRYPOINTS') or d.certainty = 'DOUBTFUL') as example
    from ${modDecisions} d
    join ${serverPacks} s on s.id = d.server_pack_id
    join ${runConfigurations} r on r.id = s.run_configuration_id
    join ${mods} m on m.mod_pack_id = s.mod_pack_id and m.position = d.position
    left join ${boots} b on b.server_pack_id = s.id
    cross join lateral jsonb_path_query(m.descriptors, '$[*].mods[*].id') as one (id)
    left join listing named on case named.matches
      when 'BEGIN' then starts_with(lower(m.file), named.text) else position(named.text in lower(m.file)) > 0 end
    group by 1, 2, 3
    having count(*) filter (where d.reason in ('STOPS_SERVER', 'CLIENT_CODE', 'CLIENT_ENTRYPOINTS', 'CLIENT_MODS',
      'WHITELISTED') or d.certainty = 'DOUBTFUL' or named.list is not null) > 0
    order by 1, 2, 3 limit ${mostMods}::int`;
}

function sentencesOf(row: z.infer<typeof evidenceRow>): Evidence[] {
  const { mod, modloader, gameVersion, example, listed } = row;
  const about = (
    amount: number,
    verdict: Evidence['verdict'],
    kind: Evidence['kind'],
    sentence: string,
  ): Evidence[] =>
    amount === 0 ? [] : [{ mod, modloader, gameVersion, verdict, kind, sentence: `${sentence} ${amount}.` }];
  const lists = listed ?? [];
  return [
    ...about(row.stops, 'CLIENT', 'CODE', `Left out for ${example} Modpacks:`),
    ...about(row.reaches, 'CLIENT', 'CODE', `Kept in doubt for ${example} Modpacks:`),
    ...about(row.code, 'CLIENT', 'CODE', `Left out for ${example} Modpacks:`),
    ...about(row.excluded, 'CLIENT', 'REQUEST', 'Named in clientMods of modpacks whose server pack works:'),
    ...about(row.putIn, 'SERVER', 'REQUEST', 'Named in whitelistedMods of modpacks whose server pack works:'),
    ...about(lists.length, 'CLIENT', 'LIST', `Listed: ${lists.join(', ')}. Lists:`),
    ...about(row.used, 'CLIENT', 'USE', 'But kept in modpacks whose server pack works:'),
  ];
}

const clientOnly: LogCause = 'CLIENT_ONLY_MOD';

const shownFinding = z.object({
  cause: z.string(),
  message: z.string(),
  traces: z.array(z.object({ modId: z.string().optional(), file: z.string().optional() })),
  act: z.object({ kind: z.string(), modId: z.string().optional() }).nullable(),
});

/**
 * The part of a boot's result that is needed: why the last attempt failed, and each earlier attempt that was repaired.
 */
const failedBoot = z.object({
  findings: z.array(shownFinding),
  repairs: z.array(z.object({ finding: shownFinding })).default([]),
});

/** Evidence from tested servers that did not start: about the first suspect, and about mods that a repair removed. */
async function evidenceOfBoots(db: Queries): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (let last = 0; ; ) {
    const page = await db
      .select({
        serverPackId: boots.serverPackId,
        result: boots.result,
        modloader: runConfigurations.modloader,
        gameVersion: runConfigurations.gameVersion,
      })
      .from(boots)
      .innerJoin(serverPacks, eq(serverPacks.id, boots.serverPackId))
      .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId))
      .where(
        and(
          gt(boots.serverPackId, last),
          isNotNull(boots.outcome),
          notInArray(boots.outcome, [...startedOutcomes]),
        ),
      )
      .orderBy(boots.serverPackId)
      .limit(bootsAtOnce);
    for (const { result, ...pack } of page) {
      const { findings, repairs } = failedBoot.parse(JSON.parse(result ?? '{"findings":[]}'));
      for (const finding of [...repairs.map((repair) => repair.finding), ...findings])
        evidence.push(...(await evidenceOfFinding(db, pack, finding)));
    }
    const next = page.at(-1)?.serverPackId;
    if (next === undefined) return evidence;
    last = next;
  }
}

type Finding = z.infer<typeof shownFinding>;

async function evidenceOfFinding(
  db: Queries,
  pack: Pick<Evidence, 'modloader' | 'gameVersion'> & { serverPackId: number },
  { cause, message, traces, act }: Finding,
): Promise<Evidence[]> {
  const { serverPackId, modloader, gameVersion } = pack;
  const about = (ids: readonly string[], verdict: Evidence['verdict'], sentence: string) =>
    ids.map((mod): Evidence => ({ mod, modloader, gameVersion, verdict, kind: 'CRASH', sentence }));
  const tried = `As server pack ${serverPackId} was tried: ${message.slice(0, longestSentence)}`;
  const [suspect] = traces;
  if (cause === clientOnly && suspect?.file !== undefined)
    return about(await idsOf(db, serverPackId, { file: suspect.file, kept: true }), 'CLIENT', tried);
  if (act?.kind !== 'ADD_MOD' || act.modId === undefined) return [];
  const missing = act.modId.toLowerCase();
  const excluded = await idsOf(db, serverPackId, { id: missing, kept: false });
  return about(excluded.includes(missing) ? [missing] : [], 'SERVER', `${tried} It had been left out.`);
}

/** The ids of the mods in a file of a server pack, or in the files with a mod of that id. */
async function idsOf(
  db: Queries,
  serverPackId: number,
  { kept, ...wanted }: { kept: boolean } & ({ file: string } | { id: string }),
): Promise<string[]> {
  const ids = sql<string>`lower(jsonb_path_query(${mods.descriptors}, '$[*].mods[*].id') #>> '{}')`;
  const found = await db
    .selectDistinct({ id: ids })
    .from(modDecisions)
    .innerJoin(serverPacks, eq(serverPacks.id, modDecisions.serverPackId))
    .innerJoin(mods, and(eq(mods.modPackId, serverPacks.modPackId), eq(mods.position, modDecisions.position)))
    .where(
      and(
        eq(modDecisions.serverPackId, serverPackId),
        eq(modDecisions.kept, kept),
        'file' in wanted
          ? eq(modDecisions.file, wanted.file)
          : sql`exists (select from jsonb_path_query(${mods.descriptors}, '$[*].mods[*].id') as one (id)
              where lower(one.id #>> '{}') = ${wanted.id})`,
      ),
    );
  return found.map(({ id }) => id);
}
