import { onLines } from '../on-lines.ts';

/** One mod in several jars, and packages that two jars both have. */
export const duplicates = onLines([
  {
    has: 'from mod files:',
    pattern: /Mod ID: '([\w.-]{1,80})' from mod files: (.{1,1000})$/,
    tell: ([, modId = '', list = '']) => duplicate(modId, list),
  },
  {
    has: 'duplicate mod ',
    pattern: /Found a duplicate mod ([\w.-]{1,80}) at \[?(.{1,1000}?)\]?$/,
    tell: ([, modId = '', list = '']) => duplicate(modId, list),
  },
  {
    has: 'export package',
    pattern: /Modules ([\w.]{1,80}) and ([\w.]{1,80}) export package ([\w.]{1,200})/,
    tell: ([, one = '', other = '', name = '']) => ({
      cause: 'DUPLICATE_MOD',
      message: `${one} and ${other} both bring the package ${name}; one of them has to go.`,
      traces: [{ modId: one }, { modId: other }],
    }),
  },
]);

function duplicate(modId: string, list: string) {
  const files = list.split(/,\s*/).map((file) => file.replace(/^.*[\\/]/, '').trim());
  return {
    cause: 'DUPLICATE_MOD' as const,
    message: `The mod ${modId} is there ${files.length} times: ${files.join(', ')}. Keep one.`,
    traces: files.map((file) => ({ modId, file })),
    act: { kind: 'KEEP_ONE_OF' as const, files },
  };
}
