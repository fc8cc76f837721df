import type { Token as TokenRow } from '../access/tokens.ts';
import { type Event as EventRow, findEvents } from '../core/events/events.ts';
import type { LineNews as LineNewsRow } from '../core/lines/line-news.ts';
import { findLines, type Line as LineRow } from '../core/lines/lines.ts';
import type { ModRow } from '../core/packs/inventory.ts';
import { findModPacks, findReports, type ModPack as ModPackRow } from '../core/packs/mod-packs.ts';
import {
  findServerPacks,
  findServerPacksOfRuns,
  type ServerPack as ServerPackRow,
} from '../core/packs/server-packs.ts';
import type { DecidedMod } from '../core/previews/decisions.ts';
import { findRunConfigurations, type RunConfigurationRow } from '../core/runs/run-configurations.ts';
import type { RunRow } from '../core/runs/runs.ts';
import { builder } from './builder.ts';
import { loaderById, loaderByKey, valueLoader } from './loaders.ts';

/**
 * Whether an object is a row of the only table with these columns; `node` and `nodes` find an object's type by it.
 * Pothos marks the objects that it loads, but two fields that share a pending load can get an unmarked one.
 */
export const hasColumns =
  <Row extends object>(...columns: (keyof Row & string)[]) =>
  (row: unknown): boolean =>
    typeof row === 'object' && row !== null && columns.every((column) => column in row);

/** Types that refer to each other are declared here; each type's own file adds its fields. */
export const ModPack = builder.objectRef<ModPackRow>('ModPack');
export const ServerPack = builder.objectRef<ServerPackRow>('ServerPack');
export const RunConfiguration = builder.objectRef<RunConfigurationRow>('RunConfiguration');
export const Run = builder.objectRef<RunRow>('Run');
export const Line = builder.objectRef<LineRow>('Line');
/** A version of a line was withdrawn, or is offered again. */
export const LineNews = builder.objectRef<LineNewsRow>('LineNews');
export const Event = builder.objectRef<EventRow>('PackEvent');
/** A token in a list of tokens. */
export const Token = builder.objectRef<TokenRow>('Token');
/** Most objects in an operators' list that has no pages. */
export const mostListed = 1_000;
/** The fields for operators. */
export const Administration = builder.objectRef<object>('Administration');
export const ModFileType = builder.objectRef<ModRow>('ModFile');
export const ModDecisionType = builder.objectRef<DecidedMod>('ModDecision');

/** The loaders, by number, of objects that fields of several types return. */
export const modPackLoader = loaderById(findModPacks);
/** The check's report of a modpack. */
export const reportLoader = valueLoader(
  findReports,
  ({ id }) => id,
  ({ report }) => report,
);
export const serverPackLoader = loaderById(findServerPacks);
export const serverPackOfRunLoader = loaderByKey(findServerPacksOfRuns, (pack) => pack.runConfigurationId);
export const runConfigurationLoader = loaderById(findRunConfigurations);
export const lineLoader = loaderById(findLines);
export const eventLoader = loaderById(findEvents);

const edge = (name: string) => ({
  name: `${name}Edge`,
  description: 'A node and its cursor.',
});
const list = (name: string, description: string) => ({ name: `${name}Connection`, description });

export const ModPackConnection = builder.connectionObject(
  { type: ModPack, ...list('ModPack', 'A page of modpacks.') },
  edge('ModPack'),
);
export const ServerPackConnection = builder.connectionObject(
  { type: ServerPack, ...list('ServerPack', 'A page of server packs.') },
  edge('ServerPack'),
);
export const RunConnection = builder.connectionObject(
  { type: Run, ...list('Run', 'A page of runs.') },
  edge('Run'),
);
export const EventConnection = builder.connectionObject(
  { type: Event, ...list('PackEvent', 'A page of events.') },
  edge('PackEvent'),
);
export const LineConnection = builder.connectionObject(
  { type: Line, ...list('Line', 'A page of lines.') },
  edge('Line'),
);
export const LineNewsConnection = builder.connectionObject(
  { type: LineNews, ...list('LineNews', 'A page of news of lines.') },
  edge('LineNews'),
);
export const ModFileConnection = builder.connectionObject(
  { type: ModFileType, ...list('ModFile', 'A page of the mods of a modpack.') },
  edge('ModFile'),
);
export const ModDecisionConnection = builder.connectionObject(
  { type: ModDecisionType, ...list('ModDecision', 'A page of the decisions on mods.') },
  edge('ModDecision'),
);
