import type { LogRule, RuleFinding } from '../log-rule.ts';

/** One mod in several jars, and packages that occur in two jars. */
export const duplicates: LogRule = [
  {
    has: ['from mod files:'],
    pattern: /Mod ID: '([\w.-]{1,80})' from mod files: (.{1,1000})$/,
    report: ([, modId = '', list = '']) => duplicate(modId, list),
    stops: true,
  },
  {
    has: ['duplicate mod '],
    pattern: /Found a duplicate mod ([\w.|-]{1,80}) at \[?(.{1,1000}?)\]?$/,
    report: ([, modId = '', list = '']) => duplicate(modId, list),
    stops: true,
  },
  {
    has: ['export package', 'exports package'],
    pattern:
      /Modules? ([\w.]{1,80}) (?:and ([\w.]{1,80}) export|contains package [\w.]{1,200}, module ([\w.]{1,80}) exports) package ([\w.]{1,200})/,
    report: ([, one = '', second, third, packageName = '']) => {
      const other = second ?? third ?? '';
      return {
        cause: 'DUPLICATE_MOD',
        message: `${one} and ${other} both bring the package ${packageName}; one of them has to go.`,
        traces: [{ modId: one }, { modId: other }, { packageName }],
        act: { kind: 'DROP_MOD' },
      };
    },
    stops: true,
  },
  {
    has: ['reads more than one module named', 'reads another module named'],
    pattern: /Module ([\w.]{1,80}) reads (?:more than one|another) module named ([\w.]{1,80})/,
    report: ([, , name = '']) => ({
      cause: 'DUPLICATE_MOD',
      message: `Two jars bring the module ${name}; one of them has to go.`,
      traces: [{ modId: name }, { packageName: name }],
    }),
    stops: true,
  },
];

function duplicate(modId: string, list: string): RuleFinding {
  const files = [...new Set(list.split(/,\s*/).map((file) => file.replace(/^.*[\\/]/, '').trim()))];
  const [only = ''] = files;
  if (files.length === 1)
    return {
      cause: 'DUPLICATE_MOD',
      message: `The mod ${modId} was found twice in ${only}: that jar lies in two folders, or another mod brings it along. Keep one.`,
      traces: [{ modId, file: only }],
    };
  return {
    cause: 'DUPLICATE_MOD',
    message: `The mod ${modId} is there ${files.length} times: ${files.join(', ')}. Keep one.`,
    traces: files.map((file) => ({ modId, file })),
    act: { kind: 'KEEP_ONE_OF', files },
  };
}
