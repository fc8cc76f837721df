import { FetchError } from './problem-codes.ts';

/**
 * The hosts that files may come from by default: those of the .mrpack format
 * (https://support.modrinth.com/en/articles/8802351-modrinth-modpack-format-mrpack), those to which GitHub redirects
 * downloads of releases and of source archives, Codeberg, those of CurseForge's files and of FTB's, and mclo.gs for
 * logs.
 */
export const defaultHosts: readonly string[] = [
  'cdn.modrinth.com',
  'github.com',
  'raw.githubusercontent.com',
  'gitlab.com',
  'objects.githubusercontent.com',
  'release-assets.githubusercontent.com',
  'codeload.github.com',
  'codeberg.org',
  'edge.forgecdn.net',
  'mediafilez.forgecdn.net',
  'files.feed-the-beast.com',
  'cdn.feed-the-beast.com',
  'api.mclo.gs',
];

const hostForm = /^(?=.{1,253}(?::|$))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** Reads a list of hosts, with or without ports, separated by commas; null when an entry is not a host. */
export function parseHosts(text: string): string[] | null {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
    .map((host) => host.replace(/:443$/, ''));
  return hosts.every((host) => hostForm.test(host) && URL.canParse(`https://${host}`)) ? hosts : null;
}

/**
 * The address of a permitted link: https, without credentials, on one of `hosts` and its port (443 by default). Fails
 * with FETCH_NOT_ALLOWED.
 */
export function judgeLink(link: string, hosts: readonly string[]): URL {
  if (!URL.canParse(link)) throw new FetchError('FETCH_NOT_ALLOWED', 'is not an address');
  const url = new URL(link);
  if (url.protocol !== 'https:')
    throw new FetchError(
      'FETCH_NOT_ALLOWED',
      `is asked for by ${url.protocol.slice(0, 10)}, and only https: is allowed`,
    );
  if (url.username !== '' || url.password !== '')
    throw new FetchError('FETCH_NOT_ALLOWED', 'has a user name or password in its address');
  if (!hosts.includes(url.host))
    throw new FetchError(
      'FETCH_NOT_ALLOWED',
      `leads to ${url.host.slice(0, 100)}, which is not on the list of hosts that are asked`,
    );
  return url;
}
