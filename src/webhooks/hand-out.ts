import { and, asc, eq, gt, inArray, lt, max, ne, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { events, webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import { lastOfRun } from '../core/events/event-kinds.ts';
import type { Event } from '../core/events/events.ts';
import { findLines } from '../core/packs/lines.ts';
import { findModPacks } from '../core/packs/mod-packs.ts';
import { findServerPacks } from '../core/packs/server-packs.ts';
import { findRunConfigurations } from '../core/runs/run-configurations.ts';
import type { Database, Queries } from '../database/database.ts';
import { enqueueDeliveries } from './deliveries.ts';
import { discordBody } from './discord-message.ts';
import { type News, standardBody, typeOf } from './message.ts';
import type { Webhook } from './webhooks.ts';

const pageSize = 50;

interface Needs {
  database: Database;
  log: Logger;
}

export interface HandOutSettings {
  /** Bytes of one body. */
  bodyBytes: number;
  /** The service's public address, for links; null: unknown. */
  publicUrl: string | null;
}

/**
 * Creates a delivery and its job for each event that a webhook wants. Each webhook stores its last handled event, which
 * moves in the transaction that writes the deliveries. So crashes lose no event, and several nodes create no delivery
 * twice. The caller closes it.
 */
export async function followEvents(
  needs: Needs,
  settings: HandOutSettings,
): Promise<{ close(): Promise<void> }> {
  const { database, log } = needs;
  let wanted = false;
  let failing = false;
  let closed = false;
  let working: Promise<void> | null = null;
  // One round at a time: a hint during a round starts one more.
  const wake = () => {
    wanted = true;
    working ??= work().finally(() => {
      working = null;
      if (wanted && !closed) wake();
    });
  };
  const work = async () => {
    try {
      while (wanted && !closed) {
        wanted = false;
        for (const id of await behind(database.db)) {
          while (!closed && (await handOutPage(database, settings, id)));
        }
        if (failing) log.info('events are handed out to webhooks again');
        failing = false;
      }
    } catch (error) {
      // Told once, not every second that the database is away.
      if (!failing)
        log.error({ err: error }, 'handing events out to webhooks failed; trying again every second');
      failing = true;
      setTimeout(wake, 1_000).unref();
    }
  };
  const unlisten = await database.listen('events', wake, wake);
  wake();
  return {
    async close() {
      closed = true;
      await unlisten();
      await working;
    },
  };
}

/** The webhooks with unhandled events. */
async function behind(db: Queries): Promise<number[]> {
  const newest = db.select({ id: max(events.id) }).from(events);
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(webhooks.enabled, lt(webhooks.lastEventId, sql`(${newest})`)))
    .orderBy(asc(webhooks.id));
  return rows.map(({ id }) => id);
}

/** Hands the next events out to one webhook; whether there may be more. */
function handOutPage({ db, boss }: Database, settings: HandOutSettings, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [webhook] = await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, id), webhooks.enabled))
      .for('update');
    if (!webhook) return false;
    // Ids rise in the order of commits, so a page that is not full ends at the newest event.
    const [newest] = await tx.select({ id: max(events.id) }).from(events);
    const page = await tx
      .select()
      .from(events)
      .where(
        and(
          gt(events.id, webhook.lastEventId),
          inArray(events.status, webhook.statuses),
          // A run records several events with this status; by the last of them everything is there.
          or(ne(events.status, 'GENERATED'), eq(events.message, lastOfRun)),
        ),
      )
      .orderBy(asc(events.id))
      .limit(pageSize);
    const isFull = page.length === pageSize;
    const last = page.at(-1)?.id ?? 0;
    const lastEventId = Math.max(webhook.lastEventId, last, isFull ? 0 : (newest?.id ?? 0));
    if (page.length > 0) {
      const rows = (await newsOf(tx, page, settings)).map((news) => ({
        webhookId: id,
        eventId: news.event.id,
        type: typeOf(news.event),
        body: bodyFor(webhook, news, settings),
      }));
      const made = await tx
        .insert(webhookDeliveries)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: webhookDeliveries.id, webhookId: webhookDeliveries.webhookId });
      await enqueueDeliveries(boss, tx, made);
    }
    await tx.update(webhooks).set({ lastEventId }).where(eq(webhooks.id, id));
    return isFull;
  });
}

function bodyFor({ format }: Webhook, news: News, { bodyBytes }: HandOutSettings): string {
  return format === 'DISCORD' ? discordBody(news) : standardBody(news, bodyBytes);
}

async function newsOf(db: Queries, page: readonly Event[], { publicUrl }: HandOutSettings): Promise<News[]> {
  const byId = async <Row extends { id: number }>(
    find: (needs: { db: Queries }, ids: readonly number[]) => Promise<Row[]>,
    ids: readonly (number | null)[],
  ) => {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const found = wanted.length === 0 ? [] : await find({ db }, wanted);
    return new Map(found.map((row) => [row.id, row]));
  };
  const modPacks = await byId(
    findModPacks,
    page.map(({ modPackId }) => modPackId),
  );
  const runs = await byId(
    findRunConfigurations,
    page.map((event) => event.runConfigurationId),
  );
  const lines = await byId(
    findLines,
    [...runs.values()].map(({ lineId }) => lineId),
  );
  const serverPacks = await byId(
    findServerPacks,
    page.map(({ serverPackId }) => serverPackId),
  );
  return page.map((event) => {
    const { serverPackId } = event;
    const runConfiguration = runs.get(event.runConfigurationId) ?? null;
    const serverPack = serverPackId === null ? null : (serverPacks.get(serverPackId) ?? null);
    return {
      event,
      modPack: modPacks.get(event.modPackId) ?? null,
      runConfiguration,
      serverPack,
      line: lines.get(runConfiguration?.lineId ?? 0)?.name ?? null,
      downloadUrl:
        serverPack && publicUrl !== null ? `${publicUrl}/api/v2/serverpacks/download/${serverPack.id}` : null,
    };
  });
}
