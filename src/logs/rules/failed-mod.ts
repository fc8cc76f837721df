import { onLines } from '../on-lines.ts';

/** Mods that failed without a given reason, and crashes whose stack trace names a mod. */
export const failedMod = onLines([
  {
    has: 'Could not execute entrypoint',
    pattern:
      /Could not execute entrypoint stage '[^']{1,40}' due to errors, provided by '([\w-]{1,80})'(?: at '([\w.$]{1,200})')?/,
    tell: ([, modId = '', className]) => failed(modId, className),
    traced: true,
  },
  {
    has: 'Failed to create mod instance',
    pattern: /Failed to create mod instance\. ModID: ([\w-]{1,80}), class ([\w.$]{1,200})/,
    tell: ([, modId = '', className]) => failed(modId, className),
    traced: true,
  },
  {
    has: ['has failed to load correctly', 'encountered an error during'],
    pattern: /\(([\w-]{1,80})\) (?:has failed to load correctly|encountered an error during the)/,
    tell: ([, modId = '']) => failed(modId),
    lines: 1,
    traced: true,
  },
  {
    has: 'Caught exception from',
    pattern: /Caught exception from .{1,100} \(([\w-]{1,80})\)/,
    tell: ([, modId = '']) => failed(modId),
    lines: 1,
    traced: true,
  },
  {
    has: 'Description: ',
    pattern: /^Description: (.{1,100})/,
    tell: ([, what = '']) =>
      /^(?:Watching Server|Mod loading (?:error|failure)|Manually triggered)/i.test(what)
        ? null
        : { cause: 'MOD_FAILED', message: `The server crashed: ${what}. The frames tell whose code it was.` },
    lines: 2,
    traced: true,
  },
]);

function failed(modId: string, className?: string) {
  return {
    cause: 'MOD_FAILED' as const,
    message: `The mod ${modId} failed while it was loaded.`,
    traces: [{ modId, ...(className === undefined ? {} : { className }) }],
    act: { kind: 'DROP_MOD' as const },
  };
}
