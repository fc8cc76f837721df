import type { ModloaderServer } from '../../modloaders/servers/server.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** The file that tells the container image itzg/minecraft-server what to install. */
export const containerSettingsName = '.env';

const plainVersion = /^[A-Za-z0-9.+_-]+$/;

/**
 * The text of `.env`, or null when the image does not support the modloader. The image runs the file as a shell script,
 * so every value must be a word without special characters. Throws for an invalid version, which requests are refused
 * for earlier.
 */
export function containerSettings(run: RunConfiguration, { container }: ModloaderServer): string | null {
  if (container === null) return null;
  const { gameVersion, modloaderVersion } = run;
  for (const version of [gameVersion, modloaderVersion])
    if (!plainVersion.test(version))
      throw new Error(`"${version}" cannot be written to .env: it is no version.`);
  return [
    '# For the container image itzg/minecraft-server alone, with LOAD_ENV_FROM_GENERIC_PACK=true; nothing else here reads it.',
    `TYPE=${container.type}`,
    `VERSION=${gameVersion}`,
    `${container.version}=${modloaderVersion}`,
    '',
  ].join('\n');
}
