import { Argument, Command } from 'commander';
import type { EngineWishes } from './build.ts';
import { completionScript, type Shell, shells } from './completion.ts';
import type { CommandContext } from './context.ts';
import { addRunOptions } from './run-wishes.ts';

/** What the program speaks to, and how a command gets what it works with. */
export interface ProgramNeeds {
  out(text: string): void;
  error(text: string): void;
  open(wishes: { json: boolean; quiet: boolean }): CommandContext;
}

const exitCodesText = `
Exit codes:
  0  done                              4  the gateway refuses the request
  1  a fault of the command itself     5  the gateway cannot be reached
  2  arguments or settings are wrong   6  a file cannot be read or written, or is there
  3  the modpack is refused            130  interrupted`;

const settingsText = `
Settings (from the environment, or from .env in this folder):
  GATEWAY_URL    where the service is; http://127.0.0.1:8080 unless PORT says otherwise
  GATEWAY_TOKEN  proves who asks, where the service wants to know`;

/** The command line. Modules of commands are loaded when they are called: most need only some of them. */
export function createProgram({ out, error, open }: ProgramNeeds): Command {
  const program = new Command('server-pack')
    .description('Turns modpacks of modded Minecraft into server packs, here or on a service.')
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
      .option('--offline', 'ask nobody: refuse a pack that names files which it does not hold')
      .option('--catalogue', "ask Modrinth's catalogue about mods that leave open where they work");

  engineOptions(program.command('build'))
    .description('build a server pack from a file, without a service')
    .argument('<file>', 'a modpack: a .zip or an .mrpack')
    .option('-o, --output <file>', 'where to; <name>_server_pack.zip in this folder unless given')
    .option('-f, --force', 'replace a file that is there')
    .action(async (file: string, wishes: EngineWishes & { output?: string; force?: true }) => {
      const { build } = await import('./build.ts');
      await build(context(), file, wishes);
    });

  engineOptions(program.command('preview'))
    .description('show which mods would be dropped, and why')
    .argument('<file|id>', 'a modpack: a file, or the number of one on the service')
    .option('-a, --all', 'show the mods that are kept, too')
    .action(async (pack: string, wishes: EngineWishes & { all?: true }) => {
      const { previewFile } = await import('./preview-file.ts');
      await previewFile(context(), pack, wishes);
    });

  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(shells))
    .action((shell: Shell) => out(completionScript(shell, program)));

  return program;
}
