import { serverPackTypes } from '../core/files/file-name.ts';
import { idParameter, type RouteDescription } from './description.ts';

/** A route whose bytes only `http` reads: its path and its description. */
export interface DownloadRoute {
  method: 'GET';
  /** The path below /api/v2. */
  url: string;
  description: RouteDescription;
}

const details =
  'A download is counted once, when a GET that starts at the first byte is served. The ETag is the SHA-256 of the file; Range, If-Range and If-None-Match are understood, so that a download can be resumed.';

const ofServerPack = {
  archive: 'The archive, named after its modpack: a zip or an .mrpack.',
  types: Object.values(serverPackTypes),
};

const inQuarantine = 'Its modpack is in quarantine: a scan has found malware in it.';

/** The download routes, by name. */
export const downloads = {
  modPack: {
    method: 'GET',
    url: '/modpacks/download/:id',
    description: {
      operationId: 'downloadModPack',
      tag: 'Modpacks',
      summary: 'Downloads a modpack as it was uploaded',
      details,
      parameters: { id: idParameter('modpack') },
      success: {
        archive: 'The archive, under the name it was uploaded with.',
        types: [serverPackTypes.ZIP],
      },
      refusals: {
        400: 'The id is not a positive integer.',
        403: 'It holds account files, and is for its uploader and operators alone.',
        404: 'There is no such modpack.',
        410: 'Its check refused the archive, which is no longer stored, or it is in quarantine.',
      },
    },
  },
  serverPack: {
    method: 'GET',
    url: '/serverpacks/download/:id',
    description: {
      operationId: 'downloadServerPack',
      tag: 'Server packs',
      summary: 'Downloads a server pack',
      details,
      parameters: { id: idParameter('server pack') },
      success: ofServerPack,
      refusals: {
        400: 'The id is not a positive integer.',
        404: 'There is no such server pack.',
        410: inQuarantine,
      },
    },
  },
  serverPackOfRun: {
    method: 'GET',
    // A plain `:a&:b` would be read as one parameter; the pattern ends the first one at the ampersand.
    url: '/serverpacks/download/:modPackId(^[^&]*)&:runConfigurationId',
    description: {
      operationId: 'downloadServerPackOfRun',
      tag: 'Server packs',
      summary: 'Downloads the server pack of a modpack built for a run configuration',
      details,
      parameters: {
        modPackId: idParameter('modpack'),
        runConfigurationId: idParameter('run configuration'),
      },
      success: ofServerPack,
      refusals: {
        400: 'An id is not a positive integer.',
        404: 'There is no such server pack, or it is not generated yet.',
        410: inQuarantine,
      },
    },
  },
} satisfies Record<string, DownloadRoute>;

export const downloadRoutes: readonly DownloadRoute[] = Object.values(downloads);
