import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type DownloadSite, openDownloadSite } from '../download-site.ts';
import { type Installation, installationOf, publish, runOf } from './installations.ts';
import { openServerFolder, type ServerFolder, type ServerFolderOptions } from './server-folder.ts';

/** What the start scripts pass to Java besides JAVA_ARGS. */
export const additional = '-Dlog4j2.formatMsgNoLookups=true';

/** The same for an installation whose log4j needs more than that. */
export function additionalOf({ gameVersion, modloader, modloaderVersion }: Installation): string[] {
  const isMended = modloader === 'Forge' && ['14.23.5.2860', '36.2.39'].includes(modloaderVersion);
  const needsConfiguration = /^1\.(?:[7-9]|1[0-6])\./.test(gameVersion) && !isMended;
  return needsConfiguration ? [additional, '-Dlog4j.configurationFile=log4j2-server.xml'] : [additional];
}

export const fabric = installationOf('Fabric');
export const quilt = installationOf('Quilt, with the version of its loader');
export const neoForge = installationOf('NeoForge 1.20.4 beta');
export const oldForge = installationOf('Forge 1.12.2');

/** A shell that `start.sh` must work in, as the words that call it: `['busybox', 'ash']` is the shell of Alpine. */
export type Shell = string[];

/** A site with all that an installation downloads. */
export async function siteOf(installation: Installation): Promise<DownloadSite> {
  const site = await openDownloadSite();
  publish(site, installation);
  return site;
}

/**
 * The folder of a Fabric server that has been installed: for what is not about installing, which takes a third of a first start. The
 * mirror gives nothing, so that whatever would be downloaded all the same ends the start.
 */
export function openInstalled(shell: Shell, options: Partial<ServerFolderOptions> = {}): ServerFolder {
  const server = open(shell, fabric, { mirror: 'http://127.0.0.1:1', ...options });
  const { gameVersion, modloader, modloaderVersion } = fabric;
  const jar = 'PK';
  server.write('fabric-server-launcher.jar', jar);
  const checksum = createHash('sha256').update(jar).digest('hex');
  server.write(
    '.previousrun',
    `MINECRAFT_VERSION=${gameVersion}\nMODLOADER=${modloader}\nMODLOADER_VERSION=${modloaderVersion}\nSERVER_SHA256=${checksum}\n`,
  );
  return server;
}

/** A server folder for an installation, with the Java it needs. */
export function open(
  shell: Shell,
  installation: Installation,
  options: Partial<ServerFolderOptions> = {},
): ServerFolder {
  return openServerFolder({
    run: runOf(installation),
    shell,
    javaVersion: installation.javaVersion,
    ...options,
  });
}

/** A start that was refused, or that ended well, and said this. */
export const refused = (text: string) => ({ status: 1, output: expect.stringContaining(text) });
export const started = (text: string) => ({ status: 0, output: expect.stringContaining(text) });
