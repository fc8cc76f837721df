import type { LogRule, RuleFinding } from '../log-rule.ts';

/** Mods that failed without a given reason, and crashes whose stack trace names a mod. */
export const failedMod: LogRule = [
  {
    has: ['Could not execute entrypoint'],
    pattern:
      /Could not execute entrypoint stage '[^']{1,40}' due to errors, provided by '([\w-]{1,80})'(?: at '([\w.$]{1,200})')?/,
    report: ([, modId = '', className]) => failed(modId, className),
    stops: true,
    traced: true,
  },
  {
    has: ['Failed to create mod instance', 'Failed to load mod instance'],
    pattern: /Failed to (?:create|load) mod instance\. ModID: ([\w-]{1,80})(?:, class ([\w.$]{1,200}))?/,
    report: ([, modId = '', className]) => failed(modId, className),
    stops: true,
    traced: true,
  },
  {
    has: ['has failed to load correctly', 'encountered an error during'],
    pattern: /\(([\w-]{1,80})\) (?:has failed to load correctly|encountered an error during the)/,
    report: ([, modId = '']) => failed(modId),
    stops: true,
    lines: 1,
    traced: true,
  },
  {
    has: ['Caught exception from', 'Caught exception during event'],
    pattern:
      /Caught exception from .{1,100} \(([\w|.-]{1,80})\)|Caught exception during event .{1,200} for (?:modid|mod id) '?([\w-]{1,80})/,
    report: ([, loaded, dispatched]) => failed(loaded ?? dispatched ?? ''),
    lines: 1,
    traced: true,
  },
  {
    has: ['Description: '],
    pattern: /^\s*Description: (.{1,100})/,
    report: ([, what = '']) =>
      /^(?:Watching Server|Mod loading (?:error|failure)|Manually triggered)/i.test(what)
        ? null
        : {
            cause: 'MOD_FAILED',
            message: `The server crashed: ${what.trim()}. The frames tell whose code it was.`,
          },
    stops: true,
    lines: 2,
    traced: true,
  },
  {
    // Java's own report of a crash in native code, hs_err_pid1234.log.
    has: ['# C  ['],
    pattern: /^# C {2}\[([^\]+]{1,120})/,
    report: ([, library = '']) => ({
      cause: 'MOD_FAILED',
      message: `Java itself crashed in the native library ${library}: the mod that brings it, or this Java with this system, is at fault.`,
    }),
    stops: true,
  },
];

function failed(modId: string, className?: string): RuleFinding {
  return {
    cause: 'MOD_FAILED',
    message: `The mod ${modId} failed while it was loaded.`,
    traces: [{ modId, ...(className === undefined ? {} : { className }) }],
    act: { kind: 'DROP_MOD' },
  };
}
