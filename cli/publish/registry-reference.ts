import net from 'node:net';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';

/** The place of an artifact in a registry. */
export interface RegistryReference {
  /** Name and port of the registry, as people write it. */
  registry: string;
  /** Where its API is. */
  origin: string;
  repository: string;
  tag: string;
}

// As the OCI distribution specification 1.1 has names and tags.
const part = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const reference = new RegExp(
  `^(?<registry>[a-z0-9.-]+(?::\\d{1,5})?|\\[[0-9a-f:]+\\](?::\\d{1,5})?)/(?<repository>${part}(?:/${part})*)(?::(?<tag>\\w[\\w.-]{0,127}))?$`,
  'i',
);

/**
 * Reads `ghcr.io/owner/pack:1.2`. Without a tag it is `latest`. Plain http is spoken with this machine alone, unless it
 * is asked for.
 */
export function readReference(text: string, { plainHttp }: { plainHttp: boolean }): RegistryReference {
  const { registry, repository, tag = 'latest' } = reference.exec(text)?.groups ?? {};
  if (
    registry === undefined ||
    repository === undefined ||
    repository !== repository.toLowerCase() ||
    !isHost(registry)
  ) {
    const message = `"${shown(text, 200)}" is no address like ghcr.io/owner/pack:1.2: registry, name in lower case and tag.`;
    throw new CommandFailed(exitCodes.usage, message);
  }
  const host = registry === 'docker.io' ? 'registry-1.docker.io' : registry;
  const origin = URL.parse(`${plainHttp || isThisMachine(host) ? 'http' : 'https'}://${host}`)?.origin;
  if (origin === undefined)
    throw new CommandFailed(exitCodes.usage, `"${shown(registry, 200)}" is no registry.`);
  return { registry, origin, repository, tag };
}

/** The first part of a name is that of a registry only with a dot or a port. */
function isHost(registry: string): boolean {
  return /[.:]/.test(registry) || registry === 'localhost';
}

/** Whether a name with or without a port leads to this machine, whatever a name server says. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (net.isIPv4(name) && name.startsWith('127.'));
}
