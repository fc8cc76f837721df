import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PreviewAnswer } from '../src/archive/build/preview.ts';
import { shippedFacts } from '../src/archive/known-mods/facts-file.ts';
import { holdHashes } from '../src/archive/known-mods/known-mods.ts';
import { findZipEnd } from '../src/archive/pack/is-zip.ts';
import type { ArchiveProgress, ModDecision, ModFile, Problem } from '../src/archive/report.ts';
import type { RunConfiguration } from '../src/archive/run-configuration.ts';
import { readPieces } from '../src/archive/zip/pieces.ts';
import type { StoredFile as StoredEntry } from '../src/archive/zip/stored-files.ts';
import type { Config } from '../src/config.ts';
import { type Catalogue, linksFrom } from '../src/core/files/catalogue.ts';
import { fetchableKinds, openOutside } from '../src/core/files/outside-files.ts';
import { addMods } from '../src/core/runs/adding-mods.ts';
import { keepModFile } from '../src/core/runs/keep-mod-file.ts';
import { completeRun, parseRunRequest } from '../src/core/runs/run-request.ts';
import type { ConnectOverrides } from '../src/fetching/connect.ts';
import type { Modrinth } from '../src/fetching/modrinth.ts';
import { openFetching } from '../src/fetching/open-fetching.ts';
import { openOptionalHost } from '../src/fetching/optional-host.ts';
import { createStorage } from '../src/storage/create-storage.ts';
import { createWorkerPool } from '../workers/pool.ts';
import { CommandFailed, exitCodes, ModPackRefused } from './exit-codes.ts';
import { fetchedHere } from './fetched-here.ts';
import { isJarPath, type RunInput } from './run-options.ts';
import { type Bar, shown } from './screen.ts';

/** The service's check and generation, in this process and a work process. To be disposed of. */
export interface Engine extends AsyncDisposable {
  /**
   * Checks a modpack, and fetches what it only names. Fails with exit code 3 and all problems for a refused modpack,
   * with INVALID_INPUT when versions are missing.
   */
  open(file: string, options: RunInput): Promise<OpenPack>;
}

/** A modpack of this machine that has passed its check. */
export interface OpenPack {
  run: RunConfiguration;
  /** Warnings of the check. */
  warnings: Problem[];
  /** The arguments with which the author starts it. */
  startArgs: string[];
  /** MiB of memory that a launcher gives it; null where it does not say. */
  recommendedMemory: number | null;
  /** Everything that would become of it, with all decisions. */
  preview(): Promise<PreviewAnswer>;
  /** Builds the server pack into the file, which its caller owns. */
  build(outputPath: string): Promise<BuiltPack>;
}

export interface BuiltPack {
  /** Bytes. */
  size: number;
  sha256: string;
  decisions: ModDecision[];
  /** Why it may not start and what is missed in it. */
  warnings: Problem[];
}

export interface EngineOptions {
  config: Pick<
    Config,
    | 'archiveLimits'
    | 'fetching'
    | 'overrideLimits'
    | 'platforms'
    | 'taskTimeoutMs'
    | 'workerMemoryMb'
    | 'workerThreads'
  >;
  /** No host is asked, so a pack that only names its files is refused. */
  offline: boolean;
  /** Modrinth's catalogue is asked about jars that leave their side open. */
  catalogue: boolean;
  signal: AbortSignal;
  bar: Bar;
  note(line: string): void;
  connect?: ConnectOverrides | undefined;
}

const labels = { CHECKING: 'Checking', FETCHING: 'Fetching', GENERATING: 'Building' };

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { config, signal } = options;
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const storage = await createStorage({ kind: 'disk', directory: path.join(folder, 'store') });
  const pool = createWorkerPool({
    threads: config.workerThreads,
    memoryMb: config.workerMemoryMb,
    timeoutMs: config.taskTimeoutMs,
    // No other caller waits for this thread.
    quickTimeoutMs: config.taskTimeoutMs,
  });
  opened.defer(() => pool.close());
  const fetched = fetchedHere(storage);
  const fetching =
    options.offline || config.fetching === null
      ? null
      : opened.use(openFetching({ storage, fetched }, config.fetching, config.platforms, options.connect));
  const catalogue =
    fetching === null || !options.catalogue
      ? null
      : askedCatalogue(fetching.catalogue, config.platforms.catalogueWaitMs, options.note);
  // For an .mrpack, where files are is asked even when the catalogue has no say about sides.
  const links =
    fetching === null
      ? null
      : askedCatalogue(fetching.catalogue, config.platforms.catalogueWaitMs, options.note);
  const tell = (phase: keyof typeof labels) => (progress: ArchiveProgress) =>
    options.bar.show({ label: labels[phase], done: progress.bytesDone, total: progress.bytesTotal });
  const limits = config.archiveLimits;

  /** The mods that a run adds to those of the pack, whose inventory is given in pieces. */
  const addHere = async (run: RunConfiguration, pieces: readonly string[]) => {
    const found = await addMods({ fetching, storage, adding: pool }, run, {
      limits,
      fetch: { signal, mostProblems: limits.problems },
      alone: false,
      // The pieces come from our own thread, so their form is trusted.
      namesTaken: async () =>
        pieces.flatMap((piece) => JSON.parse(piece).map(({ file }: ModFile) => file.toLowerCase())),
      findUploaded: async () => fetched.bySha256,
    });
    if ('problems' in found) throw new ModPackRefused(found.problems);
    return found.added;
  };

  /** The entry of `addedMods` for what `--add-mod` names: jars of this machine are taken into the store. */
  const entryFor = async (named: string) => {
    if (!isJarPath(named)) return named;
    await access(named);
    const { jarBytes: maxBytes } = limits;
    const incoming = await storage.receive(createReadStream(named), { maxBytes });
    const file = { ...incoming, filename: path.basename(named) };
    return (await keepModFile({ fetched, config }, file, signal)).entry;
  };

  const parts = opened.move();
  return {
    async open(file, options) {
      if (options.dropLists !== null) {
        const message = '--list names a drop list of a service, and a file is worked on here without one.';
        throw new CommandFailed(exitCodes.usage, message);
      }
      const found = await stat(file);
      if (!found.isFile()) throw new CommandFailed(exitCodes.file, `"${shown(file)}" is no file.`);
      const addedMods: string[] = [];
      for (const named of options.addedMods) addedMods.push(await entryFor(named));
      const request = parseRunRequest({ ...options, addedMods }, config);
      const notZip = await findZipEnd(file);
      if (notZip !== null) throw new ModPackRefused([notZip]);
      const task = { path: file, limits };
      const complete = await completeRun(request, () => pool.readVersions(task, { signal, caller: 'cli' }));
      // Drop lists are kept by a service.
      const run = { ...complete, dropLists: [] };
      const outside = parts.use(
        openOutside(
          { fetching, storage, catalogue },
          { signal, mostProblems: limits.problems, keepFree: 0, onProgress: tell('FETCHING') },
        ),
      );
      const mods: string[] = [];
      const checked = await pool.check(
        {
          ...task,
          fetchable: fetchableKinds({ fetching }),
          catalogue: catalogue !== null,
          hashes: holdHashes(shippedFacts()),
          nameEncoding: run.nameEncoding,
        },
        {
          signal,
          onProgress: tell('CHECKING'),
          takeMods: async (piece) => void mods.push(piece),
          outside,
        },
      );
      const { summary } = checked;
      if (summary === null) throw new ModPackRefused(checked.problems);
      const { baseFolder, names, unasked, manifest, startArgs = [], recommendedMemory = null } = summary;
      const added = run.addedMods.length === 0 ? [] : await addHere(run, mods);
      if (added.length > 0) mods.push(JSON.stringify(added.map(({ mod }) => mod)));
      const stored = added.map(({ mod, stored }) => ({ path: `mods/${mod.file}`, ...stored }));
      const fetched: StoredEntry[] = [];
      for (const { path: name, storageKey, size, crc32 } of [...outside.fetched, ...stored]) {
        const local = parts.use(await storage.local(storageKey));
        fetched.push({ name, source: local.path, size, crc32 });
      }
      // The requested position is that of a piece.
      const readMods = async (from: number) => ({
        piece: mods[from] ?? '[]',
        next: from + 1 < mods.length ? from + 1 : null,
      });
      return {
        run,
        warnings: checked.warnings,
        startArgs,
        recommendedMemory,
        async preview() {
          const decisions: ModDecision[] = [];
          const sum = await pool.preview(
            { archivePath: file, baseFolder, names, unasked, startArgs, fetched, run },
            {
              readMods,
              signal,
              caller: 'cli',
              takeDecisions(piece) {
                // Our own thread has just written this JSON, so it is not parsed by a schema.
                const some: ModDecision[] = JSON.parse(piece);
                for (const decision of some) decisions.push(decision);
              },
            },
          );
          return { sum, decisions };
        },
        async build(outputPath) {
          const decisionsPath = path.join(folder, 'decisions');
          await writeFile(decisionsPath, '');
          const modPack = { name: path.basename(file), sha256: await sha256Of(file, signal) };
          const { size, sha256, warnings, pieces } = await pool.generate(
            {
              archivePath: file,
              outputPath,
              decisionsPath,
              fetched,
              baseFolder,
              names,
              unasked,
              manifest,
              startArgs,
              recommendedMemory: recommendedMemory ?? undefined,
              run,
              modPack,
            },
            { signal, onProgress: tell('GENERATING'), readMods, findLinks: linksFrom(links, signal) },
          );
          const decisions: ModDecision[] = [];
          for await (const piece of readPieces(decisionsPath, pieces)) {
            // Our own thread has just written this JSON, so it is not parsed by a schema.
            const some: (ModDecision & { position: number })[] = JSON.parse(piece);
            for (const { position: _position, ...decision } of some) decisions.push(decision);
          }
          return { size, sha256, decisions, warnings };
        },
      };
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function sha256Of(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 ** 2, signal })) hash.update(chunk);
  return hash.digest('hex');
}

/** The catalogue is asked once; mods without an answer in time stay unknown. */
function askedCatalogue(
  modrinth: Pick<Modrinth, 'projectsOf'>,
  waitMs: number,
  note: (line: string) => void,
): Catalogue {
  const host = openOptionalHost({
    waitMs,
    failed(cause) {
      const why = cause instanceof Error ? shown(cause.message) : 'it failed';
      note(
        `Modrinth's catalogue could not be asked, so nothing is known from it: ${why.replace(/\.$/, '')}.`,
      );
    },
  });
  return {
    async projectsOf(sha512, signal) {
      const known = await host.query(() => modrinth.projectsOf(sha512, signal), signal);
      return new Map(known === null ? [] : sha512.map((hash) => [hash, known.answer.get(hash) ?? null]));
    },
  };
}
