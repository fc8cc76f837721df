import type { Event } from '../core/events/events.ts';
import type { LineNews } from '../core/packs/line-news.ts';
import type { ModPack } from '../core/packs/mod-packs.ts';
import type { ServerPack } from '../core/packs/server-packs.ts';
import type { RunConfigurationRow } from '../core/runs/run-configurations.ts';

/** An event with what it is about, as far as that still is there. */
export interface News {
  event: Event;
  modPack: Pick<ModPack, 'id' | 'name' | 'size' | 'sha256'> | null;
  runConfiguration: Pick<RunConfigurationRow, 'id' | 'gameVersion' | 'modloader' | 'modloaderVersion'> | null;
  serverPack: Pick<ServerPack, 'id' | 'size' | 'sha256'> | null;
  /** The name of the line that hands out what the run builds; null where none does. */
  line: string | null;
  /** The server pack's download address; null when it is unknown. */
  downloadUrl: string | null;
}

/** An event's message type, named as Standard Webhooks suggests. */
export const typeOf = ({ status }: Pick<Event, 'status'>): string => `run.${status.toLowerCase()}`;
/** The kind of a message that an operator asked for, to try a receiver. */
export const testType = 'webhook.test';

/**
 * The body by Standard Webhooks: the event as REST has it, and what it is about. Errors beyond `maxBytes` of the whole are
 * left out and counted.
 */
export function standardBody(news: News, maxBytes: number): string {
  const { event, modPack, runConfiguration, serverPack, line, downloadUrl } = news;
  const bodyWith = (errors: Event['errors']) =>
    JSON.stringify({
      type: typeOf(event),
      timestamp: event.timestamp.toISOString(),
      data: {
        event: {
          id: event.id,
          modPackId: event.modPackId,
          serverPackId: event.serverPackId,
          status: event.status,
          message: event.message,
          timestamp: event.timestamp.getTime(),
          errors,
          errorsLeftOut: event.errors.length - errors.length,
        },
        modPack: modPack && {
          id: modPack.id,
          name: modPack.name,
          size: modPack.size,
          sha256: modPack.sha256,
        },
        line,
        runConfiguration: runConfiguration && {
          id: runConfiguration.id,
          gameVersion: runConfiguration.gameVersion,
          modloader: runConfiguration.modloader,
          modloaderVersion: runConfiguration.modloaderVersion,
        },
        serverPack: serverPack && {
          id: serverPack.id,
          size: serverPack.size,
          sha256: serverPack.sha256,
          downloadUrl,
        },
      },
    });
  let room = maxBytes - Buffer.byteLength(bodyWith([])) - String(event.errors.length).length;
  const fitting = event.errors.findIndex((error) => {
    room -= Buffer.byteLength(JSON.stringify(error)) + 1;
    return room < 0;
  });
  return bodyWith(fitting === -1 ? event.errors : event.errors.slice(0, fitting));
}

/** That a version of a line was withdrawn, or is offered again. */
export interface VersionNews {
  kind: LineNews['kind'];
  at: Date;
  /** The name of the line. */
  line: string;
  modPack: Pick<ModPack, 'id' | 'name' | 'versionID'>;
}

/** The message type of news of a version. */
export const typeOfNews = ({ kind }: Pick<VersionNews, 'kind'>): string =>
  kind === 'WITHDRAWN' ? 'version.withdrawn' : 'version.offered_again';

/** The body of news of a version. */
export function standardNewsBody(news: VersionNews): string {
  const { at, line, modPack } = news;
  const { id, name, versionID } = modPack;
  return JSON.stringify({
    type: typeOfNews(news),
    timestamp: at.toISOString(),
    data: { line, modPack: { id, name, versionID } },
  });
}

/** The body of a test. */
export function standardTestBody(at: Date): string {
  return JSON.stringify({ type: testType, timestamp: at.toISOString(), data: {} });
}
