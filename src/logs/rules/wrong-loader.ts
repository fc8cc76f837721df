import { mayBeMod } from '../frames.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

const nameOf = (path: string) => path.replace(/^.*[\\/]/, '');

/** Jars that the loader does not recognise as its mods, in the loaders' words. */
export const wrongLoader: LogRule = [
  {
    has: [
      'is a Fabric mod',
      'is a LiteLoader mod',
      'is a Quilt mod',
      'is an incompatible version of OptiFine',
      'is for an old version',
      'is for Minecraft Forge',
    ],
    pattern:
      /File (\S{1,300}?\.jar) (is (?:a (?:Fabric|LiteLoader|Quilt) mod|an incompatible version of OptiFine|for an old version of [\w/ ]{1,60}?|for Minecraft Forge or an older version of NeoForge))(?:,? and cannot be loaded|$)/,
    report: ([, file = '', words = '']) => wrong(nameOf(file), words),
    stops: true,
  },
  {
    has: ['non-fabric mod'],
    pattern: /non-fabric mods?: (.{1,500})$/,
    report: ([, list = '']) => {
      const files = list.split(/,\s*/).map(nameOf);
      return {
        cause: 'WRONG_LOADER',
        message: `${files.join(', ')}: no Fabric ${files.length === 1 ? 'mod' : 'mods'}, so the loader leaves ${files.length === 1 ? 'it' : 'them'} out.`,
        traces: files.slice(0, 6).map((file) => ({ file })),
      };
    },
  },
  {
    // Every start of Forge prints this about its own libraries, too.
    has: ['is missing mods.toml', 'is missing neoforge.mods.toml'],
    pattern: /Mod file ((?:.{0,300}[\\/])?[^\\/]{1,200}\.jar) is missing (?:neoforge\.)?mods\.toml/,
    report: ([, path = '']) =>
      mayBeMod(path) ? wrong(nameOf(path), 'is no mod for this loader and version of the game') : null,
  },
];

function wrong(file: string, words: string): RuleFinding {
  return {
    cause: 'WRONG_LOADER',
    message: `${file} ${words}, so it cannot be loaded.`,
    traces: [{ file }],
    act: { kind: 'DROP_MOD' },
  };
}
