import { readConfig } from '../src/config.ts';
import { newestJavaFor } from '../src/modloaders/java-facts.ts';
import type { EngineOptions } from './build.ts';
import type { CommandContext } from './context.ts';
import { openEngine } from './engine.ts';
import { showPreview } from './preview.ts';
import { readRunOptions } from './run-options.ts';

/** `preview FILE`: what would become of a modpack of this machine, without a server. */
export async function previewFile(
  { screen, environment, signal, connect }: CommandContext,
  file: string,
  options: EngineOptions & { all?: true },
): Promise<void> {
  using bar = screen.bar();
  await using engine = await openEngine({
    config: readConfig(environment),
    offline: options.offline ?? false,
    catalogue: options.catalogue ?? false,
    signal,
    bar,
    note: screen.note,
    connect,
  });
  const pack = await engine.open(file, await readRunOptions(options));
  const { sum, decisions } = await pack.preview();
  const warnings = [...pack.warnings, ...sum.warnings];
  const { gameVersion, modloader } = pack.run;
  const java = {
    newestJavaVersion: newestJavaFor(modloader, gameVersion)?.version ?? null,
  };
  const { startArgs, recommendedMemory, run } = pack;
  showPreview(
    screen,
    { ...sum, ...java, startArgs, recommendedMemory, warnings, decisions, run },
    { all: options.all ?? false },
  );
}
