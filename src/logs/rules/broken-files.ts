import { onLines } from '../on-lines.ts';

/** Jars, settings, data packs and worlds that cannot be read. */
export const brokenFiles = onLines([
  {
    has: ['ZipException', 'zip END header not found', 'error in opening zip file'],
    // A name is looked for where one can begin, so that a long line costs no more than its length.
    pattern: /(?<![^\s:"'\\/()[\]])([^\s:"'\\/()[\]]{1,200}\.jar)(?![\w.])/,
    tell: ([, file = '']) => broken(file),
  },
  {
    has: ['Failed loading config file', 'ParsingException'],
    pattern: /Failed loading config file (\S{1,200}) of type \w+ for modid ([\w-]{1,80})/,
    tell: ([, file = '', modId = '']) => ({
      cause: 'BROKEN_CONFIG',
      message: `${modId} cannot read its settings: delete ${file}, and the mod makes it again.`,
      traces: [{ modId }],
      act: { kind: 'DELETE_FILE', file },
    }),
    lines: 1,
  },
  {
    has: 'Failed to load datapacks',
    pattern: /Failed to load datapacks/,
    tell: () => ({
      cause: 'BROKEN_DATAPACK',
      message: 'A data pack, or the data in a mod, cannot be loaded: the lines before tell which.',
    }),
  },
  {
    has: ['Exception reading', 'Not in GZIP format', 'Failed to load level', 'Failed to fetch level'],
    pattern: /Exception reading \S{0,200}level\.dat|Not in GZIP format|Failed to (?:load|fetch) level/,
    tell: () => ({
      cause: 'BROKEN_WORLD',
      message: 'The world cannot be read: put level.dat_old in the place of level.dat, or take a backup.',
    }),
    lines: 1,
  },
  {
    has: ['newer version', 'newer than'],
    pattern: /(?:saved|created) (?:with|by|in) (?:a )?newer version/i,
    tell: () => ({
      cause: 'BROKEN_WORLD',
      message:
        'The world was saved by a newer version of the game: it cannot go back. Take the version that it was played with.',
    }),
  },
]);

function broken(file: string) {
  return {
    cause: 'BROKEN_JAR' as const,
    message: `${file} is damaged: get it again.`,
    traces: [{ file }],
    act: { kind: 'DELETE_FILE' as const, file: `mods/${file}` },
  };
}
