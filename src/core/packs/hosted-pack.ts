import type { HostedPack } from '../../hosting/hosted-pack.ts';
import type { ModPack } from './mod-packs.ts';
import type { ServerPack } from './server-packs.ts';

/** What files for hosts say of a server pack, which they fetch from `downloadUrl`. */
export function hostedPack(
  { id, sha256, runConfiguration }: Pick<ServerPack, 'id' | 'sha256' | 'runConfiguration'>,
  { name }: Pick<ModPack, 'name'>,
  downloadUrl: string,
): HostedPack {
  const { gameVersion, modloader, modloaderVersion, startArgs } = runConfiguration;
  const title = name.replace(/\.(?:zip|mrpack)$/i, '');
  return { id, name: title, gameVersion, modloader, modloaderVersion, startArgs, downloadUrl, sha256 };
}
