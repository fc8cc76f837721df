import DataLoader from 'dataloader';
import type { ModPackReport } from '../../drizzle/schema.ts';
import type { AccessControl } from '../access/access-control.ts';
import type { Viewer } from '../access/permissions.ts';
import { findStoredBytes } from '../access/token-use.ts';
import { findTokens, type Token } from '../access/tokens.ts';
import { findUploadTickets, type UploadTicket } from '../access/upload-tickets.ts';
import type { Facts } from '../archive/known-mods/facts-file.ts';
import type { Problem } from '../archive/report.ts';
import type { LineWishes } from '../archive/run-configuration.ts';
import type { Config } from '../config.ts';
import type { BootWork } from '../core/boots/boot-work.ts';
import { type Boot, findBoots } from '../core/boots/boots.ts';
import type { EventFeed } from '../core/events/event-feed.ts';
import {
  countEventsOf,
  countEventsOfRuns,
  type Event,
  findEvents,
  listEventsOf,
  listEventsOfRuns,
} from '../core/events/events.ts';
import type { OutsidePlace } from '../core/files/outside-places.ts';
import type { Page, PageRequest } from '../core/lists/pages.ts';
import type { LogWork } from '../core/logs/read-log.ts';
import type { Comparisons } from '../core/packs/comparisons.ts';
import {
  countDecisionsOf,
  type DecisionFilter,
  type DecisionRow,
  listDecisionsOf,
} from '../core/packs/decisions.ts';
import type { FollowWork } from '../core/packs/follow-work.ts';
import { type FollowedLine, findFollowed } from '../core/packs/following.ts';
import type { UnpackInner } from '../core/packs/inner-archives.ts';
import {
  findMods,
  listModsOf,
  listWarningsOf,
  type ModPlace,
  type ModRow,
  placeOf,
  type WarningRow,
} from '../core/packs/inventory.ts';
import { findLineNews, type LineNews, type LineNewsBoard } from '../core/packs/line-news.ts';
import {
  findLatest,
  findLines,
  findLinesOfProjects,
  findLineTotals,
  findLineWishes,
  type Line,
  type LineTotals,
} from '../core/packs/lines.ts';
import {
  countVersionsOf,
  findModPacks,
  findReports,
  listVersionsOf,
  type ModPack,
} from '../core/packs/mod-packs.ts';
import type { ReadPackVersions } from '../core/packs/pack-versions.ts';
import type { Preview, Previews, PreviewWanted } from '../core/packs/previews.ts';
import { findScans, type Scan } from '../core/packs/scans.ts';
import {
  countServerPacksOf,
  findServerPacks,
  findServerPacksOfRuns,
  findStartWarnings,
  findVotes,
  listOrderedServerPacksOf,
  listServerPacksOf,
  nameOfVote,
  type ServerPack,
  type ServerPackOrder,
  type VoteKey,
} from '../core/packs/server-packs.ts';
import type { ModloaderVersions } from '../core/runs/modloader-versions.ts';
import type { ProgressBoard } from '../core/runs/progress.ts';
import { findQueuePlaces, type QueueBoard, type QueuePlace } from '../core/runs/queue-places.ts';
import {
  countRunConfigurationsOf,
  findRunConfigurations,
  findRunVersionsOf,
  listRunConfigurationsOf,
  type RunConfigurationRow,
  type RunVersionsRow,
} from '../core/runs/run-configurations.ts';
import { findRunFiles } from '../core/runs/run-files.ts';
import { findRunStates, type RunState } from '../core/runs/runs.ts';
import { findWaiting, type Waiting } from '../core/runs/setbacks.ts';
import type { Aside, Database } from '../database/database.ts';
import type { Fetching } from '../fetching/open-fetching.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import type { SettingInForce } from '../settings-in-force.ts';
import type { Storage } from '../storage/storage.ts';
import { type Delivery, findDeliveries } from '../webhooks/deliveries.ts';
import { findWebhookHealths, type WebhookHealth } from '../webhooks/webhook-health.ts';
import { findWebhooks, type Webhook } from '../webhooks/webhooks.ts';
import { descriptorLoader } from './descriptor-loader.ts';
import type { Turns } from './execution/turns.ts';
import type { AnswerBudget, Work } from './execution/work.ts';

/** The core's parts and this request's own loaders, as resolvers reach them. */
export interface Context {
  database: Database;
  storage: Storage;
  feed: EventFeed;
  progress: ProgressBoard;
  queueBoard: QueueBoard;
  lineNews: LineNewsBoard;
  versions: ModloaderVersions;
  readVersions: ReadPackVersions;
  /** Unpacks archives in archives. */
  unpackInner: UnpackInner;
  config: Config;
  previews: Previews;
  comparisons: Comparisons;
  /** The facts about mods in use. */
  facts: () => Pick<Facts, 'number'>;
  /** The threads that read logs of servers. */
  logs: LogWork;
  /** The work on boots; null where this node does none. */
  boots: BootWork | null;
  /** The work on followed lines; null where this node does none. */
  following: FollowWork | null;
  /** Outgoing requests; null when the operator has switched them off. */
  fetching: Fetching | null;
  /** The settings in force, for operators. */
  settings: readonly SettingInForce[];
  /** How the platforms answer this node. */
  outsidePlaces(): OutsidePlace[];
  /** Aborted when the caller has disconnected. */
  gone: AbortSignal;
  viewer: Viewer;
  access: AccessControl;
  /** Public address of this service, for links; without a trailing slash. */
  baseUrl: string;
  /** Most nodes one page of a connection may hold. */
  maxPageSize: number;
  /** Bytes left for the answers of this request, or of one event of a subscription. */
  answerBudget: AnswerBudget;
  /** The operation being executed; null before it begins. */
  work: Work | null;
  turns: Turns;
  /** For what waits for something else than its own reading of the database (see `Snapshot`). */
  aside: Aside;
  /** This request's own, or those of one event of a subscription. */
  loaders: Loaders;
}

export interface Loaders {
  modPack: DataLoader<number, ModPack | null>;
  report: DataLoader<number, ModPackReport | null>;
  /** The newest scan for malware, by the modpack. */
  scan: DataLoader<number, Scan | null>;
  line: DataLoader<number, Line | null>;
  lineWishes: DataLoader<number, LineWishes | null>;
  followed: DataLoader<number, FollowedLine | null>;
  lineNews: DataLoader<number, LineNews | null>;
  lineTotals: DataLoader<number, LineTotals | null>;
  /** The newest server pack that a line hands out, by its number. */
  latestOfLine: DataLoader<number, ServerPack | null>;
  /** The same of a version, by the number of its modpack. */
  latestOfVersion: DataLoader<number, ServerPack | null>;
  /** The name of the line of a project, by the id that its platform gives it. */
  lineOfProject: DataLoader<string, string | null>;
  /** The versions of a line, by its number. */
  versionsOf: PageLoader<ModPack, PageOptions> & { count(lineId: number): Promise<number> };
  /** Warnings of the check, by the modpack's number. */
  warningsOf: PageLoader<WarningRow, PageOptions>;
  /** Versions named by the newest run configurations, by the modpack's number. */
  runVersions: DataLoader<number, RunVersionsRow[]>;
  modsOf: PageLoader<ModRow, PageOptions>;
  /** A jar by its place in the inventory. */
  mod: DataLoader<ModPlace, ModRow | null, string>;
  descriptors: DataLoader<ModRow, ModDescriptor[], string>;
  serverPack: DataLoader<number, ServerPack | null>;
  serverPackOfRun: DataLoader<number, ServerPack | null>;
  vote: DataLoader<VoteKey, 1 | -1 | null, string>;
  /** Why a server pack may not start, by its number. */
  startWarnings: DataLoader<number, { warnings: Problem[] } | null>;
  /** The newest boot, by the server pack's number. */
  boot: DataLoader<number, Boot | null>;
  /** By the server pack's number. */
  decisionsOf: PageLoader<DecisionRow, PageOptions & { filter: DecisionFilter }> & {
    count(serverPackId: number, filter: DecisionFilter): Promise<number>;
  };
  runConfiguration: DataLoader<number, RunConfigurationRow | null>;
  /** How a run stands, by its run configuration. */
  runState: DataLoader<number, RunState | null>;
  /** Content of a run configuration's file, by its SHA-256. */
  runFile: DataLoader<string, string | null>;
  /** By the run configuration. */
  waitingRun: DataLoader<number, Waiting | null>;
  /** By the modpack. */
  waitingRunOf: DataLoader<number, Waiting | null>;
  /** By the run configuration. */
  queuePlace: DataLoader<number, QueuePlace | null>;
  /** By the modpack. */
  queuePlaceOf: DataLoader<number, QueuePlace | null>;
  /** The same preview, however often it is asked for. */
  preview(wanted: PreviewWanted): Preview;
  event: DataLoader<number, Event | null>;
  uploadTicket: DataLoader<number, UploadTicket | null>;
  token: DataLoader<number, Token | null>;
  /** Bytes that are stored because of a token, by its id; null without any. */
  storedOfToken: DataLoader<number, number | null>;
  webhook: DataLoader<number, Webhook | null>;
  webhookHealth: DataLoader<number, WebhookHealth | null>;
  webhookDelivery: DataLoader<number, Delivery | null>;
  /** Lists of modpacks, by the modpack's number. */
  serverPacksOf: ListLoader<ServerPack>;
  orderedServerPacksOf: PageLoader<ServerPack, ListOptions & { field: ServerPackOrder }>;
  runConfigurationsOf: ListLoader<RunConfigurationRow>;
  eventsOf: ListLoader<Event>;
  eventsOfRun: ListLoader<Event>;
}

/** Which part of a list is asked for. */
export interface PageOptions {
  request: PageRequest;
}

/** Which part of a list by date is asked for. */
export interface ListOptions extends PageOptions {
  descending: boolean;
}

/** Loads the same page of the lists of many parents at once. */
export interface PageLoader<Row, Options extends PageOptions> {
  page(parentId: number, options: Options): Promise<Page<Row>>;
}

/** The same with the totals of these lists. */
export interface ListLoader<Row> extends PageLoader<Row, ListOptions> {
  count(parentId: number): Promise<number>;
}

/** Most rows that one statement for nested lists answers, so that none holds the event loop up. */
const rowsOfStatement = 2_000;
/** Most modpacks whose runs are compared with their manifests by one statement. */
const runsOfStatement = 5;
/** Most files of run configurations that one statement answers; each may have some tens of kilobytes. */
const runFilesOfStatement = 10;
/** Characters of descriptors that are read for each byte that an answer may have: most of them may not be asked for. */
const descriptorsForAnswer = 4;

type LoaderNeeds = Pick<Context, 'database' | 'storage' | 'previews' | 'turns' | 'answerBudget'>;

/** Loaders gather the ids that one request asks for, so that no list makes a query per row. */
export function createLoaders(needs: LoaderNeeds): Loaders {
  return new LazyLoaders(needs);
}

/** Makes each loader when it is first asked for: a request needs few of them. */
class LazyLoaders implements Loaders {
  readonly #needs: LoaderNeeds;
  readonly #options: BatchOptions;
  readonly #previews = new Map<string, Preview>();
  #modPack: Loaders['modPack'] | undefined;
  #report: Loaders['report'] | undefined;
  #scan: Loaders['scan'] | undefined;
  #line: Loaders['line'] | undefined;
  #lineWishes: Loaders['lineWishes'] | undefined;
  #followed: Loaders['followed'] | undefined;
  #lineNews: Loaders['lineNews'] | undefined;
  #lineTotals: Loaders['lineTotals'] | undefined;
  #latestOfLine: Loaders['latestOfLine'] | undefined;
  #latestOfVersion: Loaders['latestOfVersion'] | undefined;
  #lineOfProject: Loaders['lineOfProject'] | undefined;
  #versionsOf: Loaders['versionsOf'] | undefined;
  #warningsOf: Loaders['warningsOf'] | undefined;
  #runVersions: Loaders['runVersions'] | undefined;
  #modsOf: Loaders['modsOf'] | undefined;
  #mod: Loaders['mod'] | undefined;
  #descriptors: Loaders['descriptors'] | undefined;
  #serverPack: Loaders['serverPack'] | undefined;
  #serverPackOfRun: Loaders['serverPackOfRun'] | undefined;
  #vote: Loaders['vote'] | undefined;
  #startWarnings: Loaders['startWarnings'] | undefined;
  #boot: Loaders['boot'] | undefined;
  #decisionsOf: Loaders['decisionsOf'] | undefined;
  #runConfiguration: Loaders['runConfiguration'] | undefined;
  #runState: Loaders['runState'] | undefined;
  #runFile: Loaders['runFile'] | undefined;
  #waitingRun: Loaders['waitingRun'] | undefined;
  #waitingRunOf: Loaders['waitingRunOf'] | undefined;
  #event: Loaders['event'] | undefined;
  #uploadTicket: Loaders['uploadTicket'] | undefined;
  #queuePlace: Loaders['queuePlace'] | undefined;
  #queuePlaceOf: Loaders['queuePlaceOf'] | undefined;
  #token: Loaders['token'] | undefined;
  #storedOfToken: Loaders['storedOfToken'] | undefined;
  #webhook: Loaders['webhook'] | undefined;
  #webhookHealth: Loaders['webhookHealth'] | undefined;
  #webhookDelivery: Loaders['webhookDelivery'] | undefined;
  #orderedServerPacksOf: Loaders['orderedServerPacksOf'] | undefined;
  #serverPacksOf: Loaders['serverPacksOf'] | undefined;
  #runConfigurationsOf: Loaders['runConfigurationsOf'] | undefined;
  #eventsOf: Loaders['eventsOf'] | undefined;
  #eventsOfRun: Loaders['eventsOfRun'] | undefined;

  constructor(needs: LoaderNeeds) {
    this.#needs = needs;
    this.#options = { batchScheduleFn: needs.turns.afterResolvers };
  }

  get modPack() {
    this.#modPack ??= this.#byId(findModPacks);
    return this.#modPack;
  }

  get report() {
    this.#report ??= this.#byKey(
      findReports,
      ({ id }) => id,
      ({ report }) => report,
    );
    return this.#report;
  }

  get scan() {
    this.#scan ??= this.#byKey(
      findScans,
      ({ modPackId }) => modPackId,
      (scan) => scan,
    );
    return this.#scan;
  }

  get line() {
    this.#line ??= this.#byId(findLines);
    return this.#line;
  }

  get lineWishes() {
    this.#lineWishes ??= this.#byKey(
      findLineWishes,
      ({ id }) => id,
      ({ wishes }) => wishes,
    );
    return this.#lineWishes;
  }

  get followed() {
    this.#followed ??= this.#byId(findFollowed);
    return this.#followed;
  }

  get lineNews() {
    this.#lineNews ??= this.#byId(findLineNews);
    return this.#lineNews;
  }

  get lineTotals() {
    this.#lineTotals ??= this.#byId(findLineTotals);
    return this.#lineTotals;
  }

  get latestOfLine() {
    this.#latestOfLine ??= this.#latestOf('line');
    return this.#latestOfLine;
  }

  get latestOfVersion() {
    this.#latestOfVersion ??= this.#latestOf('version');
    return this.#latestOfVersion;
  }

  get lineOfProject() {
    this.#lineOfProject ??= new DataLoader(async (projectIDs: readonly string[]) => {
      const found = await findLinesOfProjects(this.#needs.database, projectIDs);
      const names = new Map(found.map(({ projectID, name }) => [projectID, name]));
      return projectIDs.map((projectID) => names.get(projectID) ?? null);
    }, this.#options);
    return this.#lineOfProject;
  }

  get versionsOf() {
    const { database } = this.#needs;
    this.#versionsOf ??= listLoader<ModPack, PageOptions>(
      (ids, which) => listVersionsOf(database, ids, which),
      (ids) => countVersionsOf(database, ids),
      this.#options,
    );
    return this.#versionsOf;
  }

  get warningsOf() {
    this.#warningsOf ??= pageLoader(
      (ids, { request }) => listWarningsOf(this.#needs.database, ids, request),
      this.#options,
    );
    return this.#warningsOf;
  }

  get runVersions() {
    this.#runVersions ??= new DataLoader((ids) => findRunVersionsOf(this.#needs.database, ids), {
      ...this.#options,
      maxBatchSize: runsOfStatement,
    });
    return this.#runVersions;
  }

  get modsOf() {
    this.#modsOf ??= pageLoader(
      (ids, { request }) => listModsOf(this.#needs.database, ids, request),
      this.#options,
    );
    return this.#modsOf;
  }

  get mod() {
    this.#mod ??= new DataLoader((places) => findMods(this.#needs.database, places), {
      ...this.#options,
      cacheKeyFn: placeOf,
      maxBatchSize: rowsOfStatement,
    });
    return this.#mod;
  }

  get descriptors() {
    const { database, answerBudget } = this.#needs;
    this.#descriptors ??= descriptorLoader(
      database,
      answerBudget.maxBytes * descriptorsForAnswer,
      this.#options,
    );
    return this.#descriptors;
  }

  get serverPack() {
    this.#serverPack ??= this.#byId(findServerPacks);
    return this.#serverPack;
  }

  get serverPackOfRun() {
    this.#serverPackOfRun ??= this.#byKey(findServerPacksOfRuns, (pack) => pack.runConfigurationId, itself);
    return this.#serverPackOfRun;
  }

  get vote() {
    this.#vote ??= new DataLoader((keys) => findVotes(this.#needs.database, keys), {
      ...this.#options,
      cacheKeyFn: nameOfVote,
      maxBatchSize: rowsOfStatement,
    });
    return this.#vote;
  }

  get startWarnings() {
    this.#startWarnings ??= this.#byId(findStartWarnings);
    return this.#startWarnings;
  }

  get boot() {
    this.#boot ??= this.#byId(findBoots);
    return this.#boot;
  }

  get decisionsOf() {
    const { database } = this.#needs;
    this.#decisionsOf ??= {
      ...pageLoader((ids, which) => listDecisionsOf(database, ids, which), this.#options),
      count: countLoader((ids, filter) => countDecisionsOf(database, ids, filter), this.#options),
    };
    return this.#decisionsOf;
  }

  get runConfiguration() {
    this.#runConfiguration ??= this.#byId(findRunConfigurations);
    return this.#runConfiguration;
  }

  get runState() {
    this.#runState ??= this.#byKey(findRunStates, (state) => state.runConfigurationId, itself);
    return this.#runState;
  }

  get runFile() {
    this.#runFile ??= new DataLoader(
      async (hashes) => {
        const found = await findRunFiles(this.#needs.database.db, hashes);
        return hashes.map((hash) => found.get(hash) ?? null);
      },
      { batchScheduleFn: this.#needs.turns.afterResolvers, maxBatchSize: runFilesOfStatement },
    );
    return this.#runFile;
  }

  get waitingRun() {
    this.#waitingRun ??= this.#byKey(
      (database, ids) => findWaiting(database, { of: 'runConfiguration', ids }),
      (one) => one.runConfigurationId,
      itself,
    );
    return this.#waitingRun;
  }

  get waitingRunOf() {
    this.#waitingRunOf ??= this.#byKey(
      (database, ids) => findWaiting(database, { of: 'modPack', ids }),
      (one) => one.modPackId,
      itself,
    );
    return this.#waitingRunOf;
  }

  get queuePlace() {
    this.#queuePlace ??= this.#placeIn('runConfiguration');
    return this.#queuePlace;
  }

  get queuePlaceOf() {
    this.#queuePlaceOf ??= this.#placeIn('modPack');
    return this.#queuePlaceOf;
  }

  preview(wanted: PreviewWanted): Preview {
    const key = JSON.stringify([wanted.modPack.id, wanted.run]);
    const preview = this.#previews.get(key) ?? this.#needs.previews.open(wanted);
    this.#previews.set(key, preview);
    return preview;
  }

  get event() {
    this.#event ??= this.#byId(findEvents);
    return this.#event;
  }

  get uploadTicket() {
    this.#uploadTicket ??= this.#byId(findUploadTickets);
    return this.#uploadTicket;
  }

  get token() {
    this.#token ??= this.#byId(findTokens);
    return this.#token;
  }

  get storedOfToken() {
    this.#storedOfToken ??= this.#byKey(
      findStoredBytes,
      ({ id }) => id,
      ({ bytes }) => bytes,
    );
    return this.#storedOfToken;
  }

  get webhook() {
    this.#webhook ??= this.#byId(findWebhooks);
    return this.#webhook;
  }

  get webhookHealth() {
    this.#webhookHealth ??= this.#byKey(
      findWebhookHealths,
      ({ webhookId }) => webhookId,
      (health) => health,
    );
    return this.#webhookHealth;
  }

  get webhookDelivery() {
    this.#webhookDelivery ??= this.#byId(findDeliveries);
    return this.#webhookDelivery;
  }

  get serverPacksOf() {
    this.#serverPacksOf ??= this.#listOf(listServerPacksOf, countServerPacksOf);
    return this.#serverPacksOf;
  }

  get orderedServerPacksOf() {
    this.#orderedServerPacksOf ??= pageLoader(
      (ids, which) => listOrderedServerPacksOf(this.#needs.database, ids, which),
      this.#options,
    );
    return this.#orderedServerPacksOf;
  }

  get runConfigurationsOf() {
    this.#runConfigurationsOf ??= this.#listOf(listRunConfigurationsOf, countRunConfigurationsOf);
    return this.#runConfigurationsOf;
  }

  get eventsOf() {
    this.#eventsOf ??= this.#listOf(listEventsOf, countEventsOf);
    return this.#eventsOf;
  }

  get eventsOfRun() {
    this.#eventsOfRun ??= this.#listOf(listEventsOfRuns, countEventsOfRuns);
    return this.#eventsOfRun;
  }

  #latestOf(of: 'line' | 'version'): DataLoader<number, ServerPack | null> {
    return this.#byKey(
      (database, ids) => findLatest(database, { of, ids }),
      (one) => one.of,
      ({ serverPack }) => serverPack,
    );
  }

  #placeIn(of: 'runConfiguration' | 'modPack'): DataLoader<number, QueuePlace | null> {
    return new DataLoader(async (ids: readonly number[]) => {
      const places = await findQueuePlaces(this.#needs.database, { of, ids });
      return ids.map((id) => places.get(id) ?? null);
    }, this.#options);
  }

  #byId<Row extends { id: number }>(
    find: (database: Database, ids: readonly number[]) => Promise<Row[]>,
  ): DataLoader<number, Row | null> {
    return this.#byKey(find, ({ id }) => id, itself);
  }

  #byKey<Row, Value>(
    find: (database: Database, ids: readonly number[]) => Promise<Row[]>,
    keyOf: (row: Row) => number,
    shown: (row: Row) => Value,
  ): DataLoader<number, Value | null> {
    return new DataLoader(async (ids: readonly number[]) => {
      const found = new Map<number, Value>();
      for (const row of await find(this.#needs.database, ids)) found.set(keyOf(row), shown(row));
      return ids.map((id) => found.get(id) ?? null);
    }, this.#options);
  }

  #listOf<Row>(
    list: (database: Database, parentIds: readonly number[], which: ListOptions) => Promise<Page<Row>[]>,
    count: (database: Database, parentIds: readonly number[]) => Promise<number[]>,
  ): ListLoader<Row> {
    const { database } = this.#needs;
    return listLoader(
      (ids, which) => list(database, ids, which),
      (ids) => count(database, ids),
      this.#options,
    );
  }
}

function itself<Row>(row: Row): Row {
  return row;
}

type BatchOptions = Pick<DataLoader.Options<number, unknown>, 'batchScheduleFn'>;

function listLoader<Row, Which extends PageOptions = ListOptions>(
  list: (parentIds: readonly number[], which: Which) => Promise<Page<Row>[]>,
  count: (parentIds: readonly number[]) => Promise<number[]>,
  options: BatchOptions,
): PageLoader<Row, Which> & { count(parentId: number): Promise<number> } {
  const counts = new DataLoader(count, options);
  return { ...pageLoader(list, options), count: (parentId) => counts.load(parentId) };
}

/** Counts the lists of many parents at once, those with the same filter together. */
function countLoader<Filter>(
  count: (parentIds: readonly number[], filter: Filter) => Promise<number[]>,
  options: BatchOptions,
): (parentId: number, filter: Filter) => Promise<number> {
  const counts = new Map<string, DataLoader<number, number>>();
  return (parentId, filter) => {
    const key = JSON.stringify(filter);
    const loader = counts.get(key) ?? new DataLoader((ids: readonly number[]) => count(ids, filter), options);
    counts.set(key, loader);
    return loader.load(parentId);
  };
}

function pageLoader<Row, Which extends PageOptions>(
  list: (parentIds: readonly number[], which: Which) => Promise<Page<Row>[]>,
  options: BatchOptions,
): PageLoader<Row, Which> {
  // Lists that are asked for with the same arguments are loaded together.
  const pages = new Map<string, DataLoader<number, Page<Row>>>();
  const loaderOf = (which: Which) => {
    const key = JSON.stringify(which);
    const known = pages.get(key);
    if (known) return known;
    const maxBatchSize = Math.max(1, Math.floor(rowsOfStatement / (which.request.limit + 1)));
    const loader = new DataLoader((ids: readonly number[]) => list(ids, which), { ...options, maxBatchSize });
    pages.set(key, loader);
    return loader;
  };
  return { page: (parentId, which) => loaderOf(which).load(parentId) };
}
