import { type GeneratedServerPack, generateServerPack } from '../../src/archive/build/generate.ts';
import type { GenerateTask } from '../../src/archive/build/planned-build.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { temporaryFile, type ZipOptions, zipWith } from './zip.ts';

/** A run configuration that drops nothing by name. */
export const forgeRun: RunConfiguration = {
  gameVersion: '1.20.1',
  modloader: 'Forge',
  modloaderVersion: '47.2.0',
  startArgs: ['-Xmx4G'],
  clientMods: [],
  whitelistedMods: [],
  ...runDefaults,
};

/** A server pack beside its modpack, in a folder that goes away when the scope ends. */
export interface BuiltServerPack extends AsyncDisposable {
  task: GenerateTask;
  result: GeneratedServerPack;
}

/** Builds a modpack of the entries, checks it and generates its server pack; rejects when the check fails. */
export async function buildServerPack(
  entries: Parameters<typeof zipWith>[0],
  { run = {}, ...options }: ZipOptions & { run?: Partial<RunConfiguration> } = {},
): Promise<BuiltServerPack> {
  const file = await temporaryFile(zipWith(entries, options));
  const { problems, report } = await checkArchive({ path: file.path, limits });
  if (report === null) throw new Error(`The check failed: ${problems[0]?.error}`);
  const task: GenerateTask = {
    archivePath: file.path,
    outputPath: `${file.path}.server`,
    report,
    run: { ...forgeRun, ...run },
    modPack: { name: 'pack.zip', sha256: 'a'.repeat(64) },
  };
  const result = await generateServerPack(task);
  return { task, result, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() };
}
