import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';
import { openPlatform, parseJson } from './platform-requests.ts';
import { openPublishFile } from './publish-file.ts';

export interface GitHubOptions {
  /** Owner and name. */
  repo: string;
  /** The tag of the release, which has to be there. */
  tag: string;
  /** Whether an asset of the same name is replaced. */
  replace?: true;
}

/** Each file of a release has to be under 2 GiB (docs.github.com, "About releases"). */
const mostBytes = 2 * 1024 ** 3 - 1;

const release = z.object({
  upload_url: z.string(),
  assets: z.array(z.object({ id: z.int(), name: z.string(), state: z.string() })),
});
const asset = z.object({ browser_download_url: z.string() });
const problem = z.object({ message: z.string() });

/** `publish github FILE`: adds the server pack to a release as an asset, on GitHub or a GitHub Enterprise Server. */
export async function publishToGitHub(
  context: CommandContext,
  file: string,
  { repo, tag, replace }: GitHubOptions,
): Promise<void> {
  const { environment, screen } = context;
  const token = environment.GITHUB_TOKEN;
  if (!token) {
    const message = 'Set GITHUB_TOKEN to a token that may write the contents of the repository.';
    throw new CommandFailed(exitCodes.usage, message);
  }
  const api = apiOf(environment.GITHUB_API_URL);
  const pack = await openPublishFile(file, { mostBytes, platform: 'GitHub' });
  await using platform = openPlatform('GitHub', context);
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
  const refusal = (_status: number, text: string) => problem.safeParse(parseJson(text)).data?.message ?? null;
  const repository = `${api.href.replace(/\/$/, '')}/repos/${repo}`;
  const found = await platform.ask({
    method: 'GET',
    url: `${repository}/releases/tags/${encodeURIComponent(tag)}`,
    headers,
    answer: release,
    refusal,
  });
  if (found === null) {
    const message = `There is no release "${shown(tag)}" of ${shown(repo)}, or GITHUB_TOKEN may not see it.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  // A "starter" is GitHub's name for the rest of a broken upload, which occupies the name.
  const there = found.assets.find(({ name }) => name === pack.name);
  if (there !== undefined && there.state !== 'starter' && !replace) {
    const message = `The release has a file "${shown(pack.name)}" already; --replace replaces it.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  if (there !== undefined)
    await platform.ask({
      method: 'DELETE',
      url: `${repository}/releases/assets/${there.id}`,
      headers,
      answer: null,
      refusal,
    });
  const uploads = uploadAddress(found.upload_url, api, pack.name);
  const answer = await platform.ask({
    method: 'POST',
    url: uploads,
    headers: { ...headers, 'content-type': 'application/zip', 'content-length': String(pack.size) },
    body: createReadStream(pack.path),
    answer: asset,
    refusal,
  });
  if (answer === null)
    throw new CommandFailed(exitCodes.refusedRequest, 'The release went while the file was sent.');
  const { browser_download_url: url } = answer;
  screen.data({ platform: 'github', url });
  screen.print(`The release has it at ${shown(url)}`);
}

function apiOf(given: string | undefined): URL {
  const api = URL.parse(given || 'https://api.github.com');
  if (api?.protocol === 'https:') return api;
  throw new CommandFailed(exitCodes.usage, 'GITHUB_API_URL has to be an https address.');
}

/**
 * The release's upload address, if its host is the API's or the upload host beside it, since the token is sent there.
 */
function uploadAddress(template: string, api: URL, name: string): string {
  const address = URL.parse(template.replace(/\{.*\}$/, ''));
  const hosts = [api.host, api.host.replace(/^api\./, 'uploads.')];
  if (address?.protocol !== 'https:' || !hosts.includes(address.host)) {
    const message = `GitHub names "${shown(template)}" for the upload, which is no host of its own; the token is not sent there.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  address.searchParams.set('name', name);
  return address.href;
}
