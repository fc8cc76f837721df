import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findInJars } from '../src/archive/pack/find-in-jars.ts';
import { analyzeLog } from '../src/logs/analyze-log.ts';
import type { LogFinding } from '../src/logs/log-finding.ts';
import { nameJars, wantedOf } from '../src/logs/name-jars.ts';
import { readLogFile } from '../src/logs/read-log-file.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { openFetchedLog } from './fetched-log.ts';
import { showFindings } from './findings.ts';

/** `log FILE|LINK`: why a server did not start or stopped, told by its log on this machine or on mclo.gs. */
export async function readLog(
  context: CommandContext,
  log: string,
  { pack }: { pack?: string | undefined },
): Promise<void> {
  const { screen } = context;
  const findings = await findingsOf(context, log);
  const named =
    pack === undefined
      ? findings
      : await read(pack, async (name) => nameJars(findings, findInJars(name, wantedOf(findings))));
  screen.data(named);
  if (named.length === 0) screen.print('Nothing in this log says why the server did not start.');
  showFindings(screen, named);
}

async function findingsOf(context: CommandContext, log: string): Promise<LogFinding[]> {
  if (!/^https?:\/\//.test(log)) return read(log, (name) => analyzeLog(readLogFile(name)));
  await using fetched = await openFetchedLog(context, log);
  return await analyzeLog(readLogFile(fetched.path));
}

async function read<Result>(file: string, work: (name: string) => Promise<Result>): Promise<Result> {
  const name = path.resolve(file);
  try {
    if (!(await stat(name)).isFile()) throw new Error('It is no file.');
    return await work(name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replaceAll(name, file) : String(cause);
    throw new CommandFailed(exitCodes.file, `${file} cannot be read: ${reason}`, { cause });
  }
}
