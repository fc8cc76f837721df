import type { Token as TokenRow } from '../access/tokens.ts';
import type { Event as EventRow } from '../core/events/events.ts';
import type { DecidedMod } from '../core/packs/decisions.ts';
import type { ModRow } from '../core/packs/inventory.ts';
import type { LineNews as LineNewsRow } from '../core/packs/line-news.ts';
import type { Line as LineRow } from '../core/packs/lines.ts';
import type { ModPack as ModPackRow } from '../core/packs/mod-packs.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import type { RunConfigurationRow } from '../core/runs/run-configurations.ts';
import type { RunRow } from '../core/runs/runs.ts';
import { builder } from './builder.ts';

/**
 * Whether an object is a row of the only table with these columns; `node` and `nodes` tell the type of an object by it.
 * Pothos marks objects once they are loaded, but two fields that share a pending load can get one that is unmarked.
 */
export const hasColumns =
  <Row extends object>(...columns: (keyof Row & string)[]) =>
  (row: unknown): boolean =>
    typeof row === 'object' && row !== null && columns.every((column) => column in row);

/** Types that refer to each other are named here; the file of each type has its fields. */
export const ModPack = builder.objectRef<ModPackRow>('ModPack');
export const ServerPack = builder.objectRef<ServerPackRow>('ServerPack');
export const RunConfiguration = builder.objectRef<RunConfigurationRow>('RunConfiguration');
export const Run = builder.objectRef<RunRow>('Run');
export const Line = builder.objectRef<LineRow>('Line');
/** A modpack that is a version of a line. */
export const LineVersion = builder.objectRef<ModPackRow>('LineVersion');
/** That a version of a line was withdrawn, or is offered again. */
export const LineNews = builder.objectRef<LineNewsRow>('LineNews');
export const Event = builder.objectRef<EventRow>('Event');
/** A token as it is listed. */
export const Token = builder.objectRef<TokenRow>('Token');
/** The fields of operators. */
export const Administration = builder.objectRef<object>('Administration');
export const ModFileType = builder.objectRef<ModRow>('ModFile');
export const ModDecisionType = builder.objectRef<DecidedMod>('ModDecision');

const edge = (name: string) => ({
  name: `${name}Edge`,
  description: 'A node of the list and its place in it.',
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
export const RunConfigurationConnection = builder.connectionObject(
  { type: RunConfiguration, ...list('RunConfiguration', 'A page of run configurations.') },
  edge('RunConfiguration'),
);
export const RunConnection = builder.connectionObject(
  { type: Run, ...list('Run', 'A page of runs.') },
  edge('Run'),
);
export const EventConnection = builder.connectionObject(
  { type: Event, ...list('Event', 'A page of events.') },
  edge('Event'),
);
export const TokenConnection = builder.connectionObject(
  { type: Token, ...list('Token', 'A page of tokens.') },
  edge('Token'),
);
export const LineConnection = builder.connectionObject(
  { type: Line, ...list('Line', 'A page of lines.') },
  edge('Line'),
);
export const LineVersionConnection = builder.connectionObject(
  { type: LineVersion, ...list('LineVersion', 'A page of the versions of a line.') },
  edge('LineVersion'),
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
