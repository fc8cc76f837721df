import { argumentsLeft } from '../manifests/authors-start.ts';
import { addressSetting, type TakenProperties } from '../pack/server-properties.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, firstNamed } from '../problem-list.ts';
import type { Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { FileOverrides, JudgePath } from '../selection/excluded-files.ts';
import { reasonByContent } from '../selection/file-overrides.ts';
import type { ReadHead } from '../selection/first-bytes.ts';
import { compileGlobs, isLiteral } from '../selection/glob.ts';
import type { ExclusionReason } from '../selection/selection-rules.ts';
import { collisionKey } from '../zip/entry-names.ts';

/** At most one warning for each of its codes. */
const mostWarnings = 8;

/** The files judged for these warnings. */
export interface JudgedFiles {
  /** Paths of all files of the pack except its mods. */
  names: readonly string[];
  /** Judges with the run's overrides. */
  judge: JudgePath;
  /** Judges by the rules alone. */
  judgeByRules: JudgePath;
  readHead: ReadHead;
}

/** Risks of files that a run includes by name, by the reason for which the rules would exclude them. */
const risks = {
  ADMIN:
    'It gives rights on the server, takes them, or agrees to the EULA in place of the person who runs it: look at it before the first start.',
  PROGRAM:
    'It lies beside the start scripts, and does whatever its author wants where somebody runs it: look at it before you do.',
  SECRET: 'It may hold accounts or passwords, which everybody who gets the server pack can read.',
} satisfies Partial<Record<ExclusionReason, string>>;

/** Warns of risky files that overrides include, and of overrides that include nothing. */
export function overrideWarnings(files: JudgedFiles, { includeFiles }: FileOverrides): Problem[] {
  const warnings = createProblemList<WarningCode>(mostWarnings);
  if (includeFiles.length === 0) return [];
  const risky = riskyFiles(files, includeFiles);
  for (const [reason, advice] of Object.entries(risks)) {
    const [first, ...others] = risky.get(reason) ?? [];
    if (first === undefined) continue;
    const subject = firstNamed([first, ...others]);
    const error = `${subject} ${others.length === 0 ? 'is' : 'are'} included, since includeFiles says so. ${advice}`;
    warnings.add('RISKY_FILES_INCLUDED', error, first);
  }
  const requested = compileGlobs(includeFiles);
  const out = (...reasons: ExclusionReason[]) => {
    const paths = files.names.flatMap((name) => {
      const judged = files.judge(name);
      return judged !== null && reasons.includes(judged.reason) && requested.firstOf(name) !== undefined
        ? [judged.path]
        : [];
    });
    return [...new Set(paths)];
  };
  const unnamed = out('ADMIN', 'PROGRAM', 'NOT_LOOKED_AT');
  if (unnamed.length > 0)
    warnings.add(
      'WISHES_LEFT_OUT',
      `includeFiles means ${firstNamed(unnamed)} by a wildcard, which brings in no programs beside the start scripts, no lists of rights, and only so many files as are looked into; this stays out. To include it, name each file itself.`,
      unnamed[0],
    );
  const ofScripts = out('SCRIPTS');
  if (ofScripts.length > 0)
    warnings.add(
      'WISHES_LEFT_OUT',
      `includeFiles means ${firstNamed(ofScripts)}, which the start scripts write, and read or run; a server pack has none of the modpack's.`,
      ofScripts[0],
    );
  return warnings.found;
}

/** The files that are included by their own names, with the reason for which they would otherwise be excluded. */
function riskyFiles({ names, judge, judgeByRules, readHead }: JudgedFiles, patterns: readonly string[]) {
  const named = new Set(patterns.filter(isLiteral).map(collisionKey));
  const found = new Map<string, string[]>();
  for (const name of names) {
    const byRules = judgeByRules(name);
    if (byRules === null && !named.has(collisionKey(name))) continue;
    if (judge(name) !== null) continue;
    const reason =
      byRules !== null && Object.hasOwn(risks, byRules.reason)
        ? byRules.reason
        : named.has(collisionKey(name))
          ? reasonByContent(name, readHead)
          : null;
    if (reason !== null) found.set(reason, [...(found.get(reason) ?? []), name]);
  }
  return found;
}

/** The lists of admitted players, in newer and older versions of the game. */
const whitelists: ReadonlySet<string> = new Set(['whitelist.json', 'white-list.txt']);

/** Warns the server's owner about `server.properties`: emptied values, open ports, and which players may join. */
export function propertiesWarnings(
  { emptied, opened, hasWhitelist, isOffline }: TakenProperties,
  goingIn: readonly string[],
): Problem[] {
  const passwords = emptied.filter((name) => name !== addressSetting);
  const warnings = createProblemList<WarningCode>(mostWarnings);
  if (opened.length > 0) {
    const ownPassword =
      passwords.length > 0
        ? ' The password that came with the modpack is left empty: set one of your own.'
        : '';
    warnings.add(
      'REMOTE_CONTROL_ON',
      `"server.properties" turns on ${firstNamed(opened)}: a port by which others can control the server, or ask it who plays. Turn off what you do not use, and let a firewall keep strangers away from the rest.${ownPassword}`,
      'server.properties',
    );
  }
  if (isOffline)
    warnings.add(
      'ONLINE_MODE_OFF',
      '"server.properties" has online-mode=false: the server does not ask Mojang who players are, so that anybody can come in under the name of another, an operator too. Set it to true, unless the server stands behind a proxy that asks.',
      'server.properties',
    );
  if (hasWhitelist && !goingIn.some((name) => whitelists.has(name.toLowerCase())))
    warnings.add(
      'WHITELIST_WITHOUT_LIST',
      '"server.properties" has white-list=true, and the list stays out: nobody can come in. Add players in the console ("whitelist add NAME"), set it to false, or name the list in includeFiles.',
      'server.properties',
    );
  if (passwords.length < emptied.length)
    warnings.add(
      'SERVER_IP_EMPTIED',
      `"server.properties" has an address of its author's machine in ${addressSetting}, which is left empty: a server cannot take its port under an address that its machine has not.`,
      'server.properties',
    );
  if (passwords.length > 0)
    warnings.add(
      'SECRETS_LEFT_OUT',
      `"server.properties" has a password in ${firstNamed(passwords)}, which is left empty. Everybody who gets the modpack can read it there: choose another one, and set it on the server itself.`,
      'server.properties',
    );
  return warnings.found;
}

/** Tells of the author's arguments that a run leaves out; an .mrpack is started by a launcher, which has its own. */
export function authorsStartWarnings(
  authors: readonly string[],
  { startArgs, format }: Pick<RunConfiguration, 'startArgs' | 'format'>,
): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  // A start without arguments gives Java the author's memory by itself.
  const isTaken = (argument: string) => startArgs.length === 0 && /^-Xm[sx]/i.test(argument);
  const left =
    format === 'ZIP' ? argumentsLeft(authors, startArgs).filter((argument) => !isTaken(argument)) : [];
  if (left.length > 0)
    warnings.add(
      'AUTHORS_ARGS_LEFT_OUT',
      `The modpack's author starts it with ${left.join(' ')}, which this server pack does not have. Where the server needs it, add it to JAVA_ARGS in "variables.txt".`,
    );
  return warnings.found;
}

/** Warns of start arguments with quotes, which only a shell would need. */
export function argumentWarnings({ startArgs }: Pick<RunConfiguration, 'startArgs'>): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  const [first, ...others] = startArgs.filter((argument) => /["']/.test(argument));
  if (first !== undefined)
    warnings.add(
      'QUOTES_IN_START_ARGS',
      `Java gets the quotes of ${firstNamed([first, ...others])} as they are. They keep no blanks together: a text of arguments is split at every blank. Leave them out; an argument with a blank has to be an element of its own.`,
    );
  return warnings.found;
}
