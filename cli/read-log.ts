import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findInJars } from '../src/archive/find-in-jars.ts';
import { analyzeLog } from '../src/logs/analyze-log.ts';
import type { LogFinding, LogTrace } from '../src/logs/log-finding.ts';
import { nameJars, wantedOf } from '../src/logs/name-jars.ts';
import { readLogFile } from '../src/logs/read-log-file.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { openFetchedLog } from './fetched-log.ts';
import { shown } from './screen.ts';

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
  for (const [place, finding] of named.entries())
    screen.print(
      ...(place === 0 ? [] : ['']),
      ...linesOf(finding).map((line) =>
        line.replace(/^( *)(.*)$/s, (_, indent: string, text: string) => indent + shown(text)),
      ),
    );
}

async function findingsOf(context: CommandContext, log: string): Promise<LogFinding[]> {
  if (!/^https?:\/\//.test(log)) return read(log, (name) => analyzeLog(readLogFile(name)));
  await using fetched = await openFetchedLog(context, log);
  return await analyzeLog(readLogFile(fetched.path));
}

function linesOf({ message, lines, traces, act }: LogFinding): string[] {
  const who = traces.map(nameOf).filter((name, place, all) => all.indexOf(name) === place);
  return [
    message,
    ...(who.length === 0 ? [] : [`  At fault, most likely first: ${who.join(', ')}`]),
    ...(act?.kind === 'DROP_MOD' && traces[0]?.file !== undefined
      ? [`  Try: build again with --client-mods ${path.posix.basename(traces[0].file)}`]
      : []),
    ...lines.map(({ number, text }) => `  ${number}: ${text.trim()}`),
  ];
}

function nameOf({ file, modId, mixins, className }: LogTrace): string {
  return file ?? modId ?? mixins ?? className ?? 'unknown';
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
