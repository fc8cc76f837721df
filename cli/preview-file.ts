import { readConfig } from '../src/config.ts';
import { javaVersionFor } from '../src/modloaders/java-version.ts';
import { newestJavaFor } from '../src/modloaders/newest-java.ts';
import type { EngineWishes } from './build.ts';
import type { CommandContext } from './context.ts';
import { openEngine } from './engine.ts';
import { showPreview } from './preview.ts';
import { readRunWishes } from './run-wishes.ts';

/** `preview FILE`: what would become of a modpack of this machine, without a server. */
export async function previewFile(
  { screen, environment, signal, connect }: CommandContext,
  file: string,
  wishes: EngineWishes & { all?: true },
): Promise<void> {
  using bar = screen.bar();
  await using engine = await openEngine({
    config: readConfig(environment),
    offline: wishes.offline ?? false,
    catalogue: wishes.catalogue ?? false,
    signal,
    bar,
    note: screen.note,
    connect,
  });
  const pack = await engine.open(file, await readRunWishes(wishes));
  const { sum, decisions } = await pack.preview();
  const warnings = [...pack.warnings, ...sum.warnings];
  const { gameVersion, modloader } = pack.run;
  const java = {
    javaVersion: javaVersionFor(gameVersion),
    newestJavaVersion: newestJavaFor(modloader, gameVersion)?.version ?? null,
  };
  showPreview(screen, { ...sum, ...java, warnings, decisions, run: pack.run }, { all: wishes.all ?? false });
}
