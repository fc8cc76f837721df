import { findInJars } from '../src/archive/pack/find-in-jars.ts';
import { analyzeLog } from '../src/logs/analyze-log.ts';
import type { LogAct, LogFinding } from '../src/logs/log-finding.ts';
import { nameJars, wantedOf } from '../src/logs/name-jars.ts';
import { readLogFile } from '../src/logs/read-log-file.ts';
import { redact } from '../src/logs/redact.ts';

/** A log to read; plain data, so that it can be sent to a thread. */
export interface LogTask {
  /** The log's text, or the file that holds it. */
  log: { text: string } | { path: string };
  /** The archive of the log's server pack, which shows which mod a class belongs to; null when unknown. */
  serverPackPath: string | null;
}

function redactAct(act: LogAct): LogAct {
  if (act.kind === 'DELETE_FILE') return { ...act, file: redact(act.file) };
  return act.kind === 'KEEP_ONE_OF' ? { ...act, files: act.files.map(redact) } : act;
}

/** Thread function: the reasons why the server failed to start or stopped. */
export async function readLog({ log, serverPackPath }: LogTask): Promise<LogFinding[]> {
  const pieces = 'text' in log ? [Buffer.from(log.text)] : readLogFile(log.path);
  const findings = await analyzeLog(pieces);
  const wanted = wantedOf(findings);
  const isOpen = Object.values(wanted).some((names) => names.size > 0);
  const named =
    serverPackPath === null || !isOpen ? findings : nameJars(findings, findInJars(serverPackPath, wanted));
  return named.map((finding) => ({
    ...finding,
    message: redact(finding.message),
    lines: finding.lines.map(({ number, text }) => ({ number, text: redact(text) })),
    act: finding.act === null ? null : redactAct(finding.act),
  }));
}
