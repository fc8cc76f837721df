import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { parseJson } from './platform-requests.ts';

const config = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string().optional() })).optional(),
});

/**
 * Name and password for a registry, as Basic has them: those of the environment, else of docker's own configuration.
 * Null without either. Programs that docker asks for passwords are not run.
 */
export async function loginFor(
  registry: string,
  environment: CommandContext['environment'],
): Promise<string | null> {
  const { REGISTRY_USERNAME: name, REGISTRY_PASSWORD: password } = environment;
  if (name && password) return Buffer.from(`${name}:${password}`).toString('base64');
  if (name || password) {
    const message = 'Set both of REGISTRY_USERNAME and REGISTRY_PASSWORD, or neither.';
    throw new CommandFailed(exitCodes.usage, message);
  }
  const folder = environment.DOCKER_CONFIG || path.join(environment.HOME || os.homedir(), '.docker');
  const text = await readFile(path.join(folder, 'config.json'), 'utf8').catch(() => '');
  const { auths = {} } = config.safeParse(parseJson(text)).data ?? {};
  const names =
    registry === 'docker.io' ? ['https://index.docker.io/v1/', registry] : [registry, `https://${registry}`];
  return names.map((one) => auths[one]?.auth).find((auth) => auth) ?? null;
}
