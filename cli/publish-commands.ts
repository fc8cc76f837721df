import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from './context.ts';
import type { CurseForgeOptions } from './publish/to-curseforge.ts';
import type { GitHubOptions } from './publish/to-github.ts';

interface Needs {
  context(): CommandContext;
  /** Reads a number as platforms give them. */
  number(text: string): number;
}

const releases = ['release', 'beta', 'alpha'] satisfies CurseForgeOptions['release'][];

/** Adds `publish ...` and `push`, which take a server pack to where its players look for it. Tokens come from the environment alone. */
export function addPublishCommands(program: Command, { context, number }: Needs): void {
  const publish = program
    .command('publish')
    .description('put a server pack of this machine where players look for it');
  const withFile = (command: Command) => command.argument('<file>', 'the server pack');

  withFile(publish.command('curseforge'))
    .description("add it to a modpack's file on CurseForge (token: CURSEFORGE_UPLOAD_TOKEN)")
    .requiredOption('--project <number>', 'the number of the project', number)
    .requiredOption('--parent <number>', "the number of the modpack's file", number)
    .option('--name <text>', 'what it is called there; its file name unless given')
    .option('--changelog <file>', 'what has changed, as Markdown')
    .addOption(new Option('--release <kind>', 'what it is offered as').choices(releases).default('release'))
    .action(async (file: string, options: CurseForgeOptions) => {
      const { publishToCurseForge } = await import('./publish/to-curseforge.ts');
      await publishToCurseForge(context(), file, options);
    });

  withFile(publish.command('github'))
    .description('add it to a release on GitHub (token: GITHUB_TOKEN)')
    .requiredOption('--repo <owner/name>', 'the repository', repository)
    .requiredOption('--tag <tag>', 'the tag of the release')
    .option('--replace', 'replace a file of this name')
    .action(async (file: string, options: GitHubOptions) => {
      const { publishToGitHub } = await import('./publish/to-github.ts');
      await publishToGitHub(context(), file, options);
    });

  withFile(publish.command('s3'))
    .description("put it into a bucket (settings of Amazon's tools, such as AWS_ACCESS_KEY_ID)")
    .argument('<address>', 's3://bucket/key')
    .action(async (file: string, address: string) => {
      const { publishToS3 } = await import('./publish/to-s3.ts');
      await publishToS3(context(), file, address);
    });

  withFile(program.command('push'))
    .description(
      'put it into a registry as an OCI artifact (REGISTRY_USERNAME and REGISTRY_PASSWORD, or docker login)',
    )
    .argument('<reference>', 'where to, such as ghcr.io/owner/pack:1.2')
    .option(
      '--plain-http',
      'speak http, which anybody in between can read and change, with a registry elsewhere',
    )
    .action(async (file: string, reference: string, options: { plainHttp?: true }) => {
      const { push } = await import('./publish/push.ts');
      await push(context(), file, reference, options);
    });
}

function repository(text: string): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(text)) return text;
  throw new InvalidArgumentError('It has to be like owner/name.');
}
