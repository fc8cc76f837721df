import { and, eq, type SQL } from 'drizzle-orm';
import { files, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import {
  firstServerPacks,
  type ServerPack,
  type ServerPackFilter,
  serverPackColumns,
} from '../packs/server-packs.ts';
import {
  type RunConfigurationFilter,
  runConditions,
  runConfigurationColumns,
} from '../runs/run-configurations.ts';
import {
  type Order,
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageHead,
  shapeOfPage,
  toPage,
  valuesOfPage,
} from './pages.ts';
import {
  type MaybeWrittenRow,
  mostWritten,
  shapeOfWritten,
  surelyWritten,
  type WrittenAs,
  type WrittenRow,
  writtenInPage,
  writtenObject,
  writtenPage,
} from './written-rows.ts';

/* Server packs and run configurations as the text that is answered, alone and by page. */

const keptServerPacks = createStatements<MaybeWrittenRow>(mostWritten);
const keptRuns = createStatements<MaybeWrittenRow>(mostWritten);

function selectServerPacks(db: Queries, text: SQL<string | null>) {
  return db
    .select({ id: serverPacks.id, text })
    .from(serverPacks)
    .innerJoin(files, eq(files.id, serverPacks.fileId))
    .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId));
}

function selectRuns(db: Queries, text: SQL<string | null>) {
  return db.select({ id: runConfigurations.id, text }).from(runConfigurations);
}

/** The server pack with this id as text; null when there is none. */
export async function findServerPackWritten(
  { db }: { db: Queries },
  id: number,
  as: WrittenAs,
): Promise<WrittenRow | null> {
  const [row] = await keptServerPacks.rows(db, `by id, ${shapeOfWritten(as)}`, [id], (own) =>
    selectServerPacks(own, writtenObject(as, serverPackColumns)).where(eq(serverPacks.id, id)),
  );
  return row ? surelyWritten(row) : null;
}

/** A page of server packs as text, in an order by id. */
export async function listServerPacksWritten(
  { db }: { db: Queries },
  {
    filter,
    order: given,
    request,
    as,
  }: { filter: ServerPackFilter; order: Order<ServerPack>; request: PageRequest; as: WrittenAs },
): Promise<Page<WrittenRow>> {
  const { filters, order } = await firstServerPacks<WrittenRow>(
    { db },
    filter,
    { ...given, by: null },
    request,
  );
  const isKept = filters.length === 0;
  const build = (own: Queries) =>
    selectServerPacks(own, writtenInPage(writtenObject(as, serverPackColumns), order, request))
      .where(and(...filters, ...pageConditions(order, request)))
      .orderBy(...pageHead(order, request, isKept));
  const values = [request.limit, ...valuesOfPage(request)];
  const shape = `${shapeOfPage(order, request)}, ${shapeOfWritten(as)}`;
  const rows = await (isKept ? keptServerPacks.rows(db, shape, values, build) : build(db));
  return writtenPage(toPage(rows, order, request));
}

/** The run configuration with this id as text; null when there is none. */
export async function findRunConfigurationWritten(
  { db }: { db: Queries },
  id: number,
  as: WrittenAs,
): Promise<WrittenRow | null> {
  const [row] = await keptRuns.rows(db, `by id, ${shapeOfWritten(as)}`, [id], (own) =>
    selectRuns(own, writtenObject(as, runConfigurationColumns)).where(eq(runConfigurations.id, id)),
  );
  return row ? surelyWritten(row) : null;
}

/** A page of run configurations as text, by id. */
export async function listRunConfigurationsWritten(
  { db }: { db: Queries },
  filter: RunConfigurationFilter,
  { request, descending, as }: { request: PageRequest; descending: boolean; as: WrittenAs },
): Promise<Page<WrittenRow>> {
  const order = orderById<WrittenRow>(runConfigurations.id, descending);
  const filters = runConditions(filter);
  const isKept = filters.length === 0;
  const build = (own: Queries) =>
    selectRuns(own, writtenInPage(writtenObject(as, runConfigurationColumns), order, request))
      .where(and(...filters, ...pageConditions(order, request)))
      .orderBy(...pageHead(order, request, isKept));
  const values = [request.limit, ...valuesOfPage(request)];
  const shape = `${shapeOfPage(order, request)}, ${shapeOfWritten(as)}`;
  const rows = await (isKept ? keptRuns.rows(db, shape, values, build) : build(db));
  return writtenPage(toPage(rows, order, request));
}
