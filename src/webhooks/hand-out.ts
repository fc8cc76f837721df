import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, max, ne, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { events, webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import { lastOfRun } from '../core/events/event-kinds.ts';
import type { Event } from '../core/events/events.ts';
import { findLines } from '../core/lines/lines.ts';
import { findModPacks } from '../core/packs/mod-packs.ts';
import { findServerPacks } from '../core/packs/server-packs.ts';
import { findRunConfigurations } from '../core/runs/run-configurations.ts';
import type { Database, Queries } from '../database/database.ts';
import { announceJob } from '../jobs/job-tables.ts';
import { workInRounds } from '../live/rounds.ts';
import { deliveryJobs } from './deliveries.ts';
import { discordBody } from './discord-message.ts';
import { type News, standardBody, typeOf } from './message.ts';
import { enabledChannel, type Webhook } from './webhooks.ts';

const pageSize = 50;
/**
 * Milliseconds between two rounds while no webhook is enabled, unless one is announced; nodes of the release before
 * announce none.
 */
const unusedMs = 10_000;

interface Needs {
  database: Database;
  log: Logger;
}

export interface HandOutSettings {
  /** Bytes of one body. */
  bodyBytes: number;
  /** The service's public address, for links; null when it is unknown. */
  publicUrl: string | null;
}

/**
 * Creates a delivery for each event that a webhook subscribes to. Each webhook stores its last handled event, which is
 * updated in the transaction that writes the deliveries, so crashes lose no event, and several nodes create no delivery
 * twice. The caller closes it.
 */
export async function followEvents(
  needs: Needs,
  settings: HandOutSettings,
): Promise<{ close(): Promise<void> }> {
  const { database } = needs;
  const closed = new AbortController();
  const { signal } = closed;
  let enabling = new AbortController();
  const lookAgain = () => {
    enabling.abort();
    enabling = new AbortController();
    handingOut.wake();
  };
  const handingOut = await workInRounds(
    needs,
    {
      channel: 'events',
      failed: 'handing events out to webhooks failed; trying again every second',
      recovered: 'events are handed out to webhooks again',
    },
    async () => {
      const begun = AbortSignal.any([signal, enabling.signal]);
      const enabled = await findEnabled(database.db);
      for (const { id, isBehind } of enabled)
        if (isBehind) while (!signal.aborted && (await handOutPage(database, settings, id)));
      if (enabled.length === 0)
        await sleep(unusedMs, undefined, { signal: begun, ref: false }).catch(() => undefined);
      return false;
    },
  );
  const unlisten = await database.listen(enabledChannel, lookAgain, lookAgain);
  handingOut.wake();
  return {
    async close() {
      await unlisten();
      closed.abort();
      await handingOut.close();
    },
  };
}

/** The webhooks that are enabled, and whether they have unhandled events. */
function findEnabled(db: Queries): Promise<{ id: number; isBehind: boolean }[]> {
  const newest = db.select({ id: max(events.id) }).from(events);
  return db
    .select({
      id: webhooks.id,
      isBehind: sql<boolean>`coalesce(${webhooks.lastEventId} < (${newest}), false)`,
    })
    .from(webhooks)
    .where(eq(webhooks.enabled, true))
    .orderBy(asc(webhooks.id));
}

/** Creates deliveries for one webhook's next events; returns whether there may be more events. */
function handOutPage({ db }: Database, settings: HandOutSettings, id: number): Promise<boolean> {
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
          // A run records several events with this status; the last of them comes once the server pack is complete.
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
      await tx.insert(webhookDeliveries).values(rows).onConflictDoNothing();
      await announceJob(tx, deliveryJobs);
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
