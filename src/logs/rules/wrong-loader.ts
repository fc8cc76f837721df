import { onLines, type Told } from '../on-lines.ts';

/** Jars that the loader does not know as mods of its own, in the words of the loaders. */
export const wrongLoader = onLines([
  {
    has: [
      'is a Fabric mod',
      'is a LiteLoader mod',
      'is an incompatible version of OptiFine',
      'is for an old version',
      'is for Minecraft Forge',
    ],
    pattern:
      /File (\S{1,300}?\.jar) (is (?:a (?:Fabric|LiteLoader|Quilt) mod|an incompatible version of OptiFine|for an old version of [\w/ ]{1,60}?|for Minecraft Forge or an older version of NeoForge))(?:,? and cannot be loaded|$)/,
    tell: ([, file = '', words = '']) => wrong(file.replace(/^.*[\\/]/, ''), words),
  },
  {
    has: 'non-fabric mod',
    pattern: /non-fabric mods?: (.{1,500})$/,
    tell: ([, list = '']) => {
      const files = list.split(/,\s*/).map((file) => file.replace(/^.*[\\/]/, ''));
      return {
        cause: 'WRONG_LOADER',
        message: `${files.join(', ')}: no Fabric ${files.length === 1 ? 'mod' : 'mods'}, so the loader leaves ${files.length === 1 ? 'it' : 'them'} out.`,
        traces: files.slice(0, 6).map((file) => ({ file })),
      };
    },
  },
  {
    has: 'is missing mods.toml',
    pattern: /Mod file (?:\S{0,300}[\\/])?([^\s\\/]{1,200}\.jar) is missing mods\.toml/,
    tell: ([, file = '']) => wrong(file, 'is no mod for this loader and version of the game'),
  },
]);

function wrong(file: string, words: string): Told {
  return {
    cause: 'WRONG_LOADER',
    message: `${file} ${words}, so it cannot be loaded.`,
    traces: [{ file }],
    act: { kind: 'DROP_MOD' },
  };
}
