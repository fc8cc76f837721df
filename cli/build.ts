import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { serverPackName } from '../src/core/files/file-name.ts';
import type { CommandContext } from './context.ts';
import { runLine, warningLines } from './decisions.ts';
import { openEngine } from './engine.ts';
import { openOutput } from './output-file.ts';
import { formatOf, type RunOptions, readRunOptions } from './run-options.ts';
import { shown, sized } from './screen.ts';

/** Options of commands that work on a file without a service. */
export interface EngineOptions extends RunOptions {
  offline?: true;
  catalogue?: true;
}

/** `build FILE`: a server pack from a modpack of this machine, without a server. */
export async function build(
  { screen, environment, signal, connect }: CommandContext,
  file: string,
  options: EngineOptions & { output?: string; force?: true },
): Promise<void> {
  const target = options.output ?? serverPackName(path.basename(file), formatOf(options));
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
    `Built ${shown(target)} (${sized(size)}) for ${runLine(pack.run)}.`,
    `Mods: ${keptCount} kept, ${droppedCount} dropped.`,
    ...warningLines(warnings),
  );
}
