import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FormData } from 'undici';
import { z } from 'zod';
import type { CommandContext } from '../context.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { openPlatform, parseJson } from './platform-requests.ts';
import { openPublishFile } from './publish-file.ts';

/** The relation of the server pack to its modpack. */
export interface CurseForgeOptions {
  /** The number of the project. */
  project: number;
  /** The number of the modpack's file, below which it stands. */
  parent: number;
  name?: string;
  /** A file of Markdown. */
  changelog?: string;
  release: 'alpha' | 'beta' | 'release';
}

const uploaded = z.object({ id: z.int() });
const problem = z.object({ errorMessage: z.string() });

/**
 * `publish curseforge FILE`: adds the server pack to a file of a project, by CurseForge's upload API
 * (https://support.curseforge.com/support/solutions/articles/9000197321-curseforge-upload-api), which takes no game
 * versions for additional files, and cannot mark one as a server pack.
 */
export async function publishToCurseForge(
  context: CommandContext,
  file: string,
  { project, parent, name, changelog, release }: CurseForgeOptions,
): Promise<void> {
  const token = context.environment.CURSEFORGE_UPLOAD_TOKEN;
  if (!token) {
    const message =
      'Set CURSEFORGE_UPLOAD_TOKEN to a token of an author of the project, from legacy.curseforge.com/account/api-tokens.';
    throw new CommandFailed(exitCodes.usage, message);
  }
  // CurseForge tells no limit, so its own answer has to.
  const pack = await openPublishFile(file, { mostBytes: Number.POSITIVE_INFINITY, platform: 'CurseForge' });
  const metadata = {
    changelog: changelog === undefined ? '' : await readFile(changelog, 'utf8'),
    changelogType: 'markdown',
    displayName: name ?? pack.name,
    parentFileID: parent,
    releaseType: release,
  };
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadata));
  // Read from the disk as it is sent.
  form.set('file', await openAsBlob(pack.path, { type: 'application/zip' }), pack.name);
  await using platform = openPlatform('CurseForge', context);
  const answer = await platform.ask({
    method: 'POST',
    url: `https://minecraft.curseforge.com/api/projects/${project}/upload-file`,
    headers: { 'x-api-token': token },
    body: form,
    answer: uploaded,
    refusal: (status, text) =>
      problem.safeParse(parseJson(text)).data?.errorMessage ??
      (status === 401 || status === 403 ? 'CURSEFORGE_UPLOAD_TOKEN is no token of an author' : null),
  });
  if (answer === null)
    throw new CommandFailed(exitCodes.refusedRequest, `CurseForge has no project ${project}.`);
  const { screen } = context;
  screen.data({ platform: 'curseforge', id: answer.id });
  screen.print(`CurseForge has it as file ${answer.id}, below file ${parent}.`);
  screen.note(
    'Mark it there as a server pack: Authors Console, Files, the modpack\'s file, the additional file, "Additional File Info". The upload API cannot.',
  );
}
