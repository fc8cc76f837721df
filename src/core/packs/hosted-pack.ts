import type { HostedPack } from '../../hosting/hosted-pack.ts';
import { titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';
import { javaOf, type ServerPack } from './server-packs.ts';

/** The facts and links of a server pack that files for hosts contain. */
export function hostedPack(
  serverPack: Pick<ServerPack, 'id' | 'sha256' | 'javaVersion' | 'runConfiguration'>,
  { name }: Pick<ModPack, 'name'>,
  { downloadUrl, packwizUrl }: Pick<HostedPack, 'downloadUrl' | 'packwizUrl'>,
): HostedPack {
  const { id, sha256, runConfiguration } = serverPack;
  const { gameVersion, modloader, modloaderVersion, startArgs, format } = runConfiguration;
  return {
    id,
    name: titleOf(name),
    gameVersion,
    modloader,
    modloaderVersion,
    javaVersion: javaOf(serverPack),
    startArgs,
    format,
    downloadUrl,
    packwizUrl,
    sha256,
  };
}
