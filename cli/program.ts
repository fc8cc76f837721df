import { readFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { usage as tokenUsage } from '../src/access/token-usage.ts';
import type { BootOptions } from './boot.ts';
import type { BuildOptions, EngineOptions } from './build.ts';
import { completionScript, type Shell, shells } from './completion.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { hosts } from './hosts.ts';
import { addLineCommands } from './line-commands.ts';
import type { ListOptions } from './list.ts';
import { kindOfPack } from './pack-kind.ts';
import { addPublishCommands } from './publish-commands.ts';
import { addFormatOption, addRunOptions } from './run-options.ts';
import { shown } from './screen.ts';
import type { StartOptions } from './start-run.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { statusWords } from './words.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** The program's output, and the way in which a command gets its context. */
export interface ProgramNeeds {
  out(text: string): void;
  error(text: string): void;
  open(options: { json: boolean; quiet: boolean }): CommandContext;
}

const exitCodesText = `
Exit codes:
  0  done                              4  the gateway refuses the request
  1  a fault of the command itself     5  the gateway cannot be reached
  2  arguments or settings are wrong   6  a file cannot be read or written, or is there
  3  the modpack is refused              7  the server did not start
                                       130  interrupted`;

const settingsText = `
Settings (from the environment, or from .env in this folder):
  GATEWAY_URL    where the service is; http://127.0.0.1:8080 unless PORT says otherwise
  GATEWAY_TOKEN  proves who asks, where the service wants to know
  OWNER_SECRET   lets change and delete what was uploaded without a token`;

/** The command line. Modules of commands are loaded when they are called: most need only some of them. */
export function createProgram({ out, error, open }: ProgramNeeds): Command {
  const program = new Command('server-pack')
    .description('Turns modpacks of modded Minecraft into server packs, here or on a service.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: error })
    .option('--json', 'results as JSON, for programs')
    .option('-q, --quiet', 'nothing on standard error but what is wrong')
    .showHelpAfterError('(server-pack --help tells more)')
    .addHelpText('after', `${settingsText}\n${exitCodesText}\n\nMore: docs/command-line.md`);
  const context = () => {
    const { json = false, quiet = false }: { json?: boolean; quiet?: boolean } = program.opts();
    return open({ json, quiet });
  };
  const engineOptions = (command: Command) =>
    addRunOptions(command)
      .option('--offline', 'ask no host: refuse a pack that only names its files')
      .option('--catalogue', "ask Modrinth's catalogue about mods that leave open where they work");

  const onlyHere = ['output', 'force', 'offline', 'catalogue'] as const;
  addFormatOption(engineOptions(program.command('build')))
    .description('build server packs: of files here, of links and stored modpacks on the service')
    .argument('<pack...>', 'a .zip or .mrpack, a link to a published modpack, or the number of a stored one')
    .option('-o, --output <file>', 'where to; <name>_server_pack.zip or .mrpack in this folder unless given')
    .option('-f, --force', 'replace a file that is there')
    .addOption(new Option('--upload', 'have the service build the files, too').conflicts([...onlyHere]))
    .option('--no-wait', 'do not wait for the service')
    .action(async (packs: string[], options: BuildOptions & StartOptions & { upload?: true }) => {
      const onService = packs.filter((pack) => options.upload || kindOfPack(pack) !== 'file');
      const here = packs.filter((pack) => !onService.includes(pack));
      const unfit = onService.length > 0 ? onlyHere.find((name) => options[name]) : undefined;
      if (unfit) {
        const message = `--${unfit} is for files that are built here, and the service builds ${onService.join(', ')}.`;
        throw new CommandFailed(exitCodes.usage, shown(message));
      }
      const { build } = await import('./build.ts');
      await build(context(), here, options);
      if (onService.length === 0) return;
      const { buildOnService } = await import('./start-run.ts');
      await buildOnService(context(), onService, options);
    });

  engineOptions(program.command('preview'))
    .description('show which mods would be dropped, and why')
    .argument('<file|id>', 'a modpack: a file, or the number of one on the service')
    .option('-a, --all', 'show the mods that are kept, too')
    .action(async (pack: string, options: EngineOptions & { all?: true }) => {
      if (kindOfPack(pack) === 'number') {
        const { previewStored } = await import('./preview-stored.ts');
        return previewStored(context(), number(pack), options);
      }
      const { previewFile } = await import('./preview-file.ts');
      await previewFile(context(), pack, options);
    });

  program
    .command('log')
    .description('tell by its log why a server did not start')
    .argument('<file|link>', 'the log, such as logs/latest.log, or its address on mclo.gs')
    .option('-p, --pack <file>', 'the server pack that it runs, whose jars are looked through')
    .action(async (file: string, options: { pack?: string }) => {
      const { readLog } = await import('./read-log.ts');
      await readLog(context(), file, options);
    });

  program
    .command('boot')
    .description('try whether the server of a server pack starts, in a sandbox of this machine')
    .argument('<file>', 'a server pack')
    .option('--accept-eula', 'you agree to the Minecraft EULA, https://aka.ms/MinecraftEULA')
    .option('--log <file>', 'keep all that the server prints in this file')
    .option('--repair', 'if it fails, try again without the jars that its log blames')
    .action(async (file: string, options: BootOptions) => {
      const { boot } = await import('./boot.ts');
      await boot(context(), file, options);
    });

  program
    .command('add-files')
    .description('hand over files that a run waits for, since their authors let only people download them')
    .argument('<id>', 'the number of the modpack', number)
    .argument('<file...>', 'the files, as downloaded')
    .action(async (id: number, files: string[]) => {
      const { addFiles } = await import('./missing-files.ts');
      await addFiles(context(), id, files);
    });

  program
    .command('watch')
    .description('follow the newest run of a modpack, or everything that happens')
    .argument('[id]', 'the number of the modpack', number)
    .action(async (id: number | undefined) => {
      const { watch } = await import('./watch.ts');
      await watch(context(), id ?? null);
    });

  program
    .command('download')
    .description('fetch a server pack from the service')
    .argument('<id>', 'the number of the server pack', number)
    .option('--modpack', 'the number is that of a modpack, which is fetched as it was uploaded')
    .option('-o, --output <file>', 'where to; a file of its name in this folder unless given')
    .option('-f, --force', 'replace a file that is there')
    .action(async (id: number, options: { modpack?: true; output?: string; force?: true }) => {
      const { download } = await import('./download.ts');
      await download(context(), id, options);
    });

  program
    .command('host')
    .description('print what puts a server pack to work: commands, a compose file, an egg or a unit')
    .addArgument(new Argument('<where>', 'where it is to run').choices(Object.keys(hosts)))
    .argument('<id>', 'the number of the server pack', number)
    .action(async (where: keyof typeof hosts, id: number) => {
      const { printHostFile } = await import('./host-file.ts');
      await printHostFile(context(), where, id);
    });

  program
    .command('list')
    .description('list the modpacks of the service and their server packs, newest first')
    .option('-n, --first <number>', 'how many at most', number, 20)
    .addOption(new Option('--status <status>', 'only those in this state').choices(Object.keys(statusWords)))
    .option('--name <text>', 'only those with this in their name')
    .option('--quarantined', 'only those in which malware was found, and what it was')
    .action(async (options: ListOptions) => {
      const { list } = await import('./list.ts');
      await list(context(), options);
    });

  program
    .command('change')
    .description('rename a modpack of yours, hide it from lists or show it there again')
    .argument('<id>', 'the number of the modpack', number)
    .option('--name <name>', 'its new name')
    .addOption(new Option('--hide', 'leave it out of lists').conflicts('show'))
    .option('--show', 'have it in lists again')
    .action(async (id: number, { name, hide, show }: { name?: string; hide?: true; show?: true }) => {
      const { changePack } = await import('./own-packs.ts');
      const hidden = hide ? { hidden: true } : show ? { hidden: false } : {};
      await changePack(context(), id, { ...(name === undefined ? {} : { name }), ...hidden });
    });

  program
    .command('delete')
    .description('delete a modpack of yours with its server packs')
    .argument('<id>', 'the number of the modpack', number)
    .action(async (id: number) => {
      const { deletePack } = await import('./own-packs.ts');
      await deletePack(context(), id);
    });

  program
    .command('compare')
    .description('show what changed from one server pack of the service to another, as Markdown')
    .argument('<a>', 'the number of the one before; of the one after, without another', number)
    .argument('[b]', 'the number of the one after', number)
    .action(async (a: number, b?: number) => {
      const { compare } = await import('./compare.ts');
      await compare(context(), a, b ?? null);
    });

  program
    .command('drop-list')
    .description('keep a list of mods that many packs drop, for the service')
    .command('save')
    .description('save a new version of a list of yours; its files have one start of a file name a line')
    .argument('<name>', 'the name of the list')
    .option('--client-only <file>', 'mods to drop')
    .option('--keep <file>', 'mods to keep whatever speaks against them')
    .action(async (name: string, options: { clientOnly?: string; keep?: string }) => {
      const { saveDropList } = await import('./drop-lists.ts');
      await saveDropList(context(), name, options);
    });

  addLineCommands(program, { context, number });
  addPublishCommands(program, { context, number });

  const admin = program.command('admin').description('for operators of a service');
  addWebhookCommands(admin, { context, number });

  admin
    .command('release')
    .description('let a modpack out of quarantine')
    .argument('<id>', 'the number of the modpack', number)
    .requiredOption('--reason <text>', 'why it is no malware, which is kept')
    .action(async (id: number, options: { reason: string }) => {
      const { release } = await import('./release.ts');
      await release(context(), id, options);
    });

  admin
    .command('token')
    .description('make, list and revoke tokens, on the machine of the service')
    .argument('[arguments...]', 'create, list or revoke, and what belongs to it')
    .allowUnknownOption()
    .addHelpText('after', `\n${tokenUsage.replaceAll('npm run token --', 'server-pack admin token')}`)
    .action(async (args: string[]) => {
      const { token } = await import('./token.ts');
      await token(context(), args);
    });

  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action((shell: Shell) => out(completionScript(shell, program)));

  return program;
}

/** A number as the service gives them, or a count. */
function number(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new InvalidArgumentError('It has to be a whole number from 1 on.');
}
