import path from 'node:path';
import type { LogFinding, LogTrace } from '../src/logs/log-finding.ts';
import { type Screen, shown } from './screen.ts';

/** Why a server did not start, what matters most first. */
export function showFindings(screen: Pick<Screen, 'print'>, findings: readonly LogFinding[]): void {
  for (const [place, finding] of findings.entries())
    screen.print(
      ...(place === 0 ? [] : ['']),
      ...linesOf(finding).map((line) =>
        line.replace(/^( *)(.*)$/s, (_, indent: string, text: string) => indent + shown(text)),
      ),
    );
}

function linesOf({ message, lines, traces, act }: LogFinding): string[] {
  const who = traces.map(nameOf).filter((name, place, all) => all.indexOf(name) === place);
  return [
    message,
    ...(who.length === 0 ? [] : [`  At fault, most likely first: ${who.join(', ')}`]),
    ...(act?.kind === 'DROP_MOD' && traces[0]?.file !== undefined
      ? [`  Try: build again with ${withoutJars([traces[0].file])}`]
      : []),
    ...lines.map(({ number, text }) => `  ${number}: ${text.trim()}`),
  ];
}

/** The option that leaves jars out. Strangers name jars, so names that a shell may read otherwise are in quotes. */
export function withoutJars(jars: readonly string[]): string {
  const names = jars.map((jar) => path.posix.basename(jar)).join(',');
  const isPlain = /^[\w.,+-]+$/.test(names);
  return `--client-mods ${isPlain ? names : `'${names.replaceAll("'", "'\\''")}'`}`;
}

function nameOf({ file, modId, mixins, className }: LogTrace): string {
  return file ?? modId ?? mixins ?? className ?? 'unknown';
}
