import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { serverPackName } from '../src/core/files/file-name.ts';
import type { CommandContext } from './context.ts';
import { modCounts, runLine, tellWarnings } from './decisions.ts';
import { openEngine } from './engine.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { openOutput } from './output-file.ts';
import { formatOf, type RunOptions, readRunOptions } from './run-options.ts';
import { shown, sized } from './screen.ts';

/** Options of commands that work on a file without a service. */
export interface EngineOptions extends RunOptions {
  offline?: true;
  catalogue?: true;
}

/** Options of `build` about a file that is built here. */
export interface BuildOptions extends EngineOptions {
  output?: string;
  force?: true;
}

/** `build FILE...`: server packs from modpacks of this machine, without a server. */
export async function build(
  context: CommandContext,
  files: readonly string[],
  options: BuildOptions,
): Promise<void> {
  if (options.output !== undefined && files.length > 1)
    throw new CommandFailed(exitCodes.usage, '--output names one file, and several are built: leave it out.');
  for (const file of files) await buildFile(context, file, options);
}

async function buildFile(
  { screen, environment, signal, connect }: CommandContext,
  file: string,
  options: BuildOptions,
): Promise<void> {
  const target = options.output ?? serverPackName({ name: path.basename(file) }, formatOf(options));
  const force = options.force ?? false;
  const config = readConfig(environment);
  await using output = await openOutput(target, { force });
  using bar = screen.bar();
  await using engine = await openEngine({
    config,
    offline: options.offline ?? false,
    catalogue: options.catalogue ?? false,
    signal,
    bar,
    note: screen.note,
    connect,
  });
  const pack = await engine.open(file, await readRunOptions(options));
  const { size, sha256, decisions, warnings: ofBuild } = await pack.build(output.path);
  await output.keep();
  const warnings = [...pack.warnings, ...ofBuild];
  const keptCount = decisions.filter(({ kept }) => kept).length;
  const droppedCount = decisions.length - keptCount;
  const { serverIcon: _icon, serverProperties: _properties, ...runConfiguration } = pack.run;
  screen.data({
    file: target,
    size,
    sha256,
    runConfiguration,
    keptCount,
    droppedCount,
    decisions,
    warnings,
  });
  screen.print(
    `Ready: ${shown(target)} (${sized(size)}) for ${runLine(pack.run)}, ${modCounts(keptCount, droppedCount)}.`,
  );
  tellWarnings(screen, warnings);
}
