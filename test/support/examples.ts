import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The examples of a page that are written in a language, as they stand there. */
export async function examplesOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(page, 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\`$`, 'gms');
  return [...text.matchAll(fence)].map(([, example = '']) => example);
}

/**
 * Runs a program with an example as its input and answers what it prints: all of it, or what it has printed when that
 * matches `until`. Fails with what it prints besides when it ends badly before.
 */
export async function runExample(
  [program, ...programArguments]: readonly [string, ...string[]],
  example: string,
  { directory, until }: { directory: string; until?: RegExp },
): Promise<string> {
  const running = spawn(program, programArguments, { cwd: directory, detached: true });
  running.stdin.end(example);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  let faults = '';
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    faults += text;
  });
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (until?.test(printed)) resolve(printed);
  });
  running.on('error', reject);
  running.on('close', (status) => {
    if (status === 0 && until === undefined) resolve(printed);
    else reject(new Error(`${program} ended with ${status}.\n${printed}\n${faults}`));
  });
  try {
    return await promise;
  } finally {
    // The shell's own children too: a stream that is followed has no end.
    if (running.exitCode === null && running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  }
}
