import { mayBeMod } from '../frames.ts';
import type { LogTrace } from '../log-finding.ts';
import type { LogRule, RuleFinding } from '../log-rule.ts';

/** A name may only start after a separator, so that a long line takes linear time. */
const jarName = /(?<![^\s:"'\\/()[\]<>])([^\s:"'\\/()[\]<>]{1,200}\.jar)(?![\w.])/;

/** Jars, settings, data packs and worlds that cannot be read. */
export const brokenFiles: LogRule = [
  {
    has: ['ZipException', 'zip END header not found', 'error in opening zip file', 'Invalid or corrupt'],
    pattern:
      /ZipException: (?:zip END header|error in opening|invalid (?:CEN|LOC|END)|zip file is empty|Unexpected end|.{0,60}\.jar)|zip END header not found|error in opening zip file|Invalid or corrupt (?!jarfile)/i,
    report: ({ input }) => {
      const [, file] = jarName.exec(input) ?? [];
      if (file === undefined)
        return {
          cause: 'BROKEN_JAR',
          message:
            'A jar is damaged: the log does not name it. Look for one of 0 bytes, or get the mods again.',
        };
      return mayBeMod(file) ? broken(file) : null;
    },
    lines: 0,
  },
  {
    has: ['Failed loading config file', 'Failed to load config file'],
    pattern:
      /Failed (?:loading|to load) config file (\S{1,200}?)(?: of type (\w{1,20}))?(?: for (?:modid|mod) ([\w-]{1,80}))?(?=[\s:,]|$)/,
    report: ([, name = '', type = '', modId]) => unreadableConfig(folderOfConfig(name, type), modId),
    lines: 1,
  },
  {
    has: ['ParsingException'],
    pattern: /ParsingException: (.{1,120})/,
    report: ([, what = '']) => ({
      cause: 'BROKEN_CONFIG',
      message: `A settings file cannot be read (${what.trim()}): it is empty or cut off. Delete it, and its mod makes it again.`,
    }),
    traced: true,
  },
  {
    has: ['Failed to load datapacks', 'Failed to load registries', 'Registry loading errors'],
    pattern: /Failed to load datapacks|Failed to load registries|Registry loading errors/,
    report: () => ({
      cause: 'BROKEN_DATAPACK',
      message: 'A data pack, or the data in a mod, cannot be loaded: the lines around tell which.',
    }),
    stops: true,
    lines: 2,
  },
  {
    has: ['Unbound values in registry'],
    pattern: /Unbound values in registry .{0,120}?: \[([\w.-]{1,80}):([\w./-]{1,200})/,
    report: ([, modId = '', path = '']) => brokenData(modId, `${modId}:${path} is used and not there`),
    stops: true,
  },
  {
    has: ['from pack '],
    pattern: /Failed to parse ([\w.-]{1,80}):(\S{1,200}?\.json) from pack (\S{1,200})/,
    report: ([, space = '', path = '', pack = '']) => {
      const modId = ownerOfPack(pack) ?? space;
      return modId === 'minecraft' ? null : brokenData(modId, `${space}:${path} cannot be read`);
    },
  },
  {
    has: ['detected missing registry entries', '/fml confirm'],
    pattern: /detected missing registry entries|Run the command \/fml confirm/,
    report: () => ({
      cause: 'BROKEN_WORLD',
      message:
        'The world has things of mods that are not there any more, and the server waits for an answer: type /fml confirm, start it with -Dfml.queryResult=confirm, or put the mods back.',
    }),
    stops: true,
    lines: 3,
  },
  {
    has: ['Exception reading', 'Not in GZIP format', 'Failed to load level', 'Failed to fetch level'],
    pattern: /Exception reading \S{0,200}level\.dat|Not in GZIP format|Failed to (?:load|fetch) level/,
    report: () => ({
      cause: 'BROKEN_WORLD',
      message: 'The world cannot be read: put level.dat_old in the place of level.dat, or take a backup.',
    }),
    lines: 1,
  },
  {
    has: ['newer version', 'newer than'],
    pattern: /(?:saved|created) (?:with|by|in) (?:a )?newer version/i,
    report: () => ({
      cause: 'BROKEN_WORLD',
      message:
        'The world was saved by a newer version of the game: it cannot go back. Take the version that it was played with.',
    }),
    stops: true,
  },
];

function broken(file: string): RuleFinding {
  return {
    cause: 'BROKEN_JAR',
    message: `${file} is damaged: get it again.`,
    traces: [{ file }],
    act: { kind: 'DELETE_FILE', file: `mods/${file}` },
  };
}

/** The folder of a settings file: Forge keeps settings of servers in the world, others in config/. */
function folderOfConfig(name: string, type: string): string {
  if (/[\\/]/.test(name)) return name.replace(/^\.[\\/]/, '');
  return `${type === 'SERVER' || /-server\.toml$/.test(name) ? 'world/serverconfig' : 'config'}/${name}`;
}

function unreadableConfig(file: string, modId: string | undefined): RuleFinding {
  const traces: LogTrace[] = modId === undefined ? [] : [{ modId }];
  return {
    cause: 'BROKEN_CONFIG',
    message: `${modId ?? 'A mod'} cannot read its settings: delete ${file}, and the mod makes it again.`,
    traces,
    act: { kind: 'DELETE_FILE', file },
  };
}

/** The mod that brought a data pack, named by jar or id: mod:example, file/pack.zip, example-1.0.jar. */
function ownerOfPack(pack: string): string | undefined {
  return /^(?:mod[:/])?([a-z][\w-]{1,63})(?::|$)/.exec(pack)?.[1];
}

function brokenData(modId: string, what: string): RuleFinding {
  return {
    cause: 'BROKEN_DATAPACK',
    message: `Data of ${modId} cannot be loaded: ${what}. Another mod or data pack may have replaced it.`,
    traces: [{ modId }],
    act: { kind: 'DROP_MOD' },
  };
}
