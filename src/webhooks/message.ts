import type { Event } from '../core/events/events.ts';
import type { LineNews } from '../core/lines/line-news.ts';
import type { ModPack } from '../core/packs/mod-packs.ts';
import type { ServerPack } from '../core/packs/server-packs.ts';
import type { RunConfigurationRow } from '../core/runs/run-configurations.ts';

/** An event with its modpack, run and server pack, as far as they still exist. */
export interface News {
  event: Event;
  modPack: Pick<ModPack, 'id' | 'name' | 'size' | 'sha256'> | null;
  runConfiguration: Pick<RunConfigurationRow, 'id' | 'gameVersion' | 'modloader' | 'modloaderVersion'> | null;
  serverPack: Pick<ServerPack, 'id' | 'size' | 'sha256'> | null;
  /** The name of the line that offers the run's server pack; null where no line does. */
  line: string | null;
  /** The server pack's download address; null when it is unknown. */
  downloadUrl: string | null;
}

/** An event's message type, named as Standard Webhooks suggests. */
export const typeOf = ({ status }: Pick<Event, 'status'>): string => `run.${status.toLowerCase()}`;
/** The message type of a test that an operator requested. */
export const testType = 'webhook.test';

/**
 * The body as Standard Webhooks define it: the event in its REST form, with its modpack, run and server pack. Errors
 * beyond `maxBytes` of the whole body are left out and counted.
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

/** The news that a version of a line was withdrawn, or is offered again. */
export interface VersionNews {
  kind: LineNews['kind'];
  at: Date;
  line: string;
  modPack: Pick<ModPack, 'id' | 'name' | 'versionID'>;
}

/** The message type of news of a version. */
export const typeOfNews = ({ kind }: Pick<VersionNews, 'kind'>): string =>
  kind === 'WITHDRAWN' ? 'version.withdrawn' : 'version.offered_again';

/** The body of a message about news of a version. */
export function standardNewsBody(news: VersionNews): string {
  const { at, line, modPack } = news;
  const { id, name, versionID } = modPack;
  return JSON.stringify({
    type: typeOfNews(news),
    timestamp: at.toISOString(),
    data: { line, modPack: { id, name, versionID } },
  });
}

/** The body of a test message. */
export function standardTestBody(at: Date): string {
  return JSON.stringify({ type: testType, timestamp: at.toISOString(), data: {} });
}
