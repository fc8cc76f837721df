import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type AddedFilesInput, addedFiles } from '../../../src/archive/build/added-files.ts';
import type { ModDecision } from '../../../src/archive/report.ts';
import type { RunConfiguration } from '../../../src/archive/run-configuration.ts';

/**
 * A `java` that records its arguments, runs `installer.jar` as a shell script and plays the server. It does so by what a shell does
 * itself: starting a program takes longer than the rest of a call, and there are hundreds of calls. What start.jar does is left to the
 * real one.
 */
const stubJava = `#!/bin/sh
case "$*" in *UpdateServer* | *StrayJars*) exec ${programOf('java')} "$@" ;; esac
count() { if [ -e "$1" ]; then number=$#; else number=0; fi; }
count "$STUB_CALLS"/*
printf '%s\\n' "$$" "$@" >"$STUB_CALLS/$number"
case "$*" in
  -version) printf 'Picked up JAVA_TOOL_OPTIONS: -Dx=1\\nopenjdk version "%s" 2024-01-16\\nOpenJDK 64-Bit Server VM\\n' "$STUB_JAVA_VERSION" >&2 ;;
  *'-jar installer.jar '*) exec sh installer.jar ;;
  *)
    case \${STUB_SERVER-} in
      until-stopped)
        trap 'echo stopped; exit 7' TERM
        echo running
        while :; do sleep 0.1; done
        ;;
      fails-beside-*)
        [ ! -e "\${STUB_SERVER#fails-beside-}" ] || exit 3
        ;;
      read-console)
        IFS= read -r line
        echo "console: $line"
        ;;
    esac
    ;;
esac
`;

export interface Ended {
  status: number | null;
  output: string;
}

/** A server pack as someone unpacked it, with a stub `java` first on the PATH. */
export interface ServerFolder extends Disposable {
  path: string;
  /** Runs `start.sh` to its end, without a terminal. */
  start(environment?: Record<string, string>, options?: string[]): Promise<Ended>;
  /** Starts `start.sh` and hands out the running process. */
  launch(environment?: Record<string, string>, options?: string[]): Running;
  /** The arguments of each call of Java but the questions for its version, in order. */
  javaCalls(): string[][];
  /** Process id of the newest call of Java. */
  javaProcess(): number;
  read(file: string): string;
  /** Writes a file, with the folders above it. */
  write(file: string, content: string): void;
  has(file: string): boolean;
  /** Puts a stub Java of a version into the server's folder, such as `javas/one/bin/java`, and returns its path. */
  addJava(file: string, version: string): string;
}

export interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves when the output holds the text; fails when the script ends without it. */
  printed(text: string): Promise<void>;
}

export interface ServerFolderOptions {
  run: RunConfiguration;
  /** The shell to run `start.sh` with, such as `['busybox', 'ash']`; none runs the file itself. */
  shell: string[];
  /** Name of the folder, to try what is awkward in paths. */
  name?: string;
  mirror?: string;
  javaVersion?: string;
  /** The only programs on the PATH besides the stub; all of the machine's by default. */
  programs?: string[];
  /** What the server pack has of its modpack, by path. */
  files?: Record<string, string>;
  decisions?: readonly ModDecision[];
  manifest?: AddedFilesInput['manifest'];
}

export function openServerFolder(options: ServerFolderOptions): ServerFolder {
  const root = mkdtempSync(join(tmpdir(), 'server-pack-'));
  const path = join(root, options.name ?? 'server');
  const calls = join(root, 'calls');
  const programs = join(root, 'programs');
  for (const folder of [path, calls, programs]) mkdirSync(folder);
  writeExecutable(join(programs, 'java'), stubJava);
  linkPrograms(options.programs ?? [], programs);
  const modPack = { name: 'pack.zip', sha256: 'a'.repeat(64) };
  const ofModPack = options.files ?? {};
  const files = addedFiles({
    run: options.run,
    modPack,
    manifest: options.manifest ?? null,
    decisions: options.decisions ?? [],
    warnings: [],
    carried: Object.entries(ofModPack).map(([name, content]) => ({ name, crc32: crc32(content) })),
    serverProperties: null,
    serverIcon: null,
  });
  for (const file of files) {
    writeFileSync(join(path, file.name), file.bytes);
    if (file.executable) chmodSync(join(path, file.name), 0o755);
  }
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  };
  for (const [file, content] of Object.entries(ofModPack)) write(file, content);

  const launch = (environment: Record<string, string> = {}, scriptOptions: string[] = []): Running => {
    const [program = '', ...args] = [...options.shell, join(path, 'start.sh'), ...scriptOptions];
    const child = spawn(program, args, {
      cwd: root,
      // A process group of its own, so that a test that fails half-way leaves no server behind.
      detached: true,
      env: {
        PATH: options.programs === undefined ? `${programs}:${process.env.PATH ?? ''}` : programs,
        LANG: 'C.UTF-8',
        STUB_CALLS: calls,
        STUB_JAVA_VERSION: options.javaVersion ?? '17.0.9',
        EULA: 'true',
        // The Javas of this machine are none of the tests' business.
        JAVA_FOLDERS: '',
        ...(options.mirror === undefined ? {} : { MIRROR: options.mirror }),
        ...environment,
      },
    });
    let output = '';
    let open = true;
    const waiting = new Set<() => void>();
    const take = (chunk: string) => {
      output += chunk;
      for (const look of waiting) look();
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        open = false;
        resolve({ status, output });
      });
    });
    onTestFinished(() => {
      if (open && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    });
    const printed = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        waiting.add(look);
        look();
        ended.then(() => reject(new Error(`Ended without printing ${text}: ${output}`)), reject);
      });
    return { process: child, ended, printed };
  };

  const recorded = () =>
    readdirSync(calls)
      .sort((a, b) => Number(a) - Number(b))
      .map((call) => readFileSync(join(calls, call), 'utf8').split('\n').slice(0, -1));

  return {
    path,
    launch,
    start: (environment, scriptOptions) => {
      const running = launch(environment, scriptOptions);
      running.process.stdin?.end();
      return running.ended;
    },
    javaCalls: () =>
      recorded()
        .map(([, ...args]) => args)
        .filter((args) => args.join(' ') !== '-version'),
    javaProcess: () => Number(recorded().at(-1)?.[0]),
    read: (file) => readFileSync(join(path, file), 'utf8'),
    write,
    has: (file) => existsSync(join(path, file)),
    addJava: (file, version) => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeExecutable(join(path, file), stubJavaOf(version));
      return join(path, file);
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A stub Java whose version is its own. */
export function stubJavaOf(version: string): string {
  return stubJava.replace('\n', `\nSTUB_JAVA_VERSION='${version}'\n`);
}

function writeExecutable(file: string, content: string): void {
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}

function linkPrograms(names: string[], into: string): void {
  for (const name of names) {
    const program = programOf(name);
    if (program !== null) symlinkSync(program, join(into, name));
  }
}

/** The path of a program of this machine; null without it. */
function programOf(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((program) => existsSync(program)) ?? null;
}
