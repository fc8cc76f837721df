import type { HostedPack } from '../../hosting/hosted-pack.ts';
import { titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';
import type { ServerPack } from './server-packs.ts';

/** The facts of a server pack in files for hosts, with where they find it. */
export function hostedPack(
  { id, sha256, runConfiguration }: Pick<ServerPack, 'id' | 'sha256' | 'runConfiguration'>,
  { name }: Pick<ModPack, 'name'>,
  { downloadUrl, packwizUrl }: Pick<HostedPack, 'downloadUrl' | 'packwizUrl'>,
): HostedPack {
  const { gameVersion, modloader, modloaderVersion, startArgs, format } = runConfiguration;
  return {
    id,
    name: titleOf(name),
    gameVersion,
    modloader,
    modloaderVersion,
    startArgs,
    format,
    downloadUrl,
    packwizUrl,
    sha256,
  };
}
