/**
 * Whole logs of servers that start, as long as people's own, in the forms of each loader and era. The forms were read on 2026-11-28 in
 * the sources of Forge, NeoForge, Fabric Loader and Quilt Loader and in public reports; names of mods are invented.
 */
const seconds = (line: number) => {
  const at = 12 * 3600 + Math.floor(line / 7);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(at / 3600) % 24)}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
};

type Level = 'INFO' | 'WARN' | 'ERROR' | 'DEBUG' | 'FATAL';
type Header = (line: number, thread: string, level: Level, logger: string) => string;

/** One line of a log: its level, thread, logger and words; a line without a level was printed past the logger. */
type Said = readonly [level: Level | null, words: string, logger?: string, thread?: string];

const log4j: Header = (line, thread, level, logger) =>
  `[${seconds(line)}] [${thread}/${level}] [${logger}]: `;
const plain: Header = (line, thread, level) => `[${seconds(line)}] [${thread}/${level}]: `;
const fabric: Header = (line, thread, level, logger) =>
  `[${seconds(line)}] [${thread}/${level}]${logger === '' ? ':' : ` (${logger})`} `;
const dated: Header = (line, thread, level, logger) =>
  `[28Nov2026 ${seconds(line)}.${String(line % 1000).padStart(3, '0')}] [${thread}/${level}] [${logger}/]: `;

const many = (amount: number, say: (index: number) => Said): Said[] =>
  Array.from({ length: amount }, (_, index) => say(index));

/** Complaints of mods and loaders in servers that start all the same. */
const harmless: Said[] = [
  ['WARN', 'Mixin config cosy.mixins.json does not specify "minVersion" property', 'mixin'],
  [
    'WARN',
    'Error loading class: com/absent/Lamp (java.lang.ClassNotFoundException: com.absent.Lamp)',
    'mixin',
  ],
  [
    'WARN',
    'Error loading class: net/minecraft/client/renderer/Panorama (java.lang.RuntimeException: Attempted to load class net/minecraft/client/renderer/Panorama for invalid dist DEDICATED_SERVER)',
    'mixin',
  ],
  ['WARN', '@Mixin target com.absent.Lamp was not found cosy.mixins.json:LampMixin', 'mixin'],
  [
    'WARN',
    'Method overwrite conflict for tick in cosy.mixins.json:TickMixin, previously written by com.calm.mixin.TickMixin. Skipping method.',
    'mixin',
  ],
  ['INFO', 'lantern will not be loaded for compat. NoClassDefFoundError: com/absent/api/Lantern', 'cosy'],
  ['WARN', 'Could not load the optional integration', 'cosy'],
  [null, 'java.lang.NoClassDefFoundError: com/absent/api/Integration'],
  [null, '\tat com.cosy.Integration.find(Integration.java:14) ~[cosy-1.2.jar%23120!/:1.2] {re:classloading}'],
  [null, 'Caused by: java.lang.ClassNotFoundException: com.absent.api.Integration'],
  [null, '\t... 22 more'],
  ['ERROR', 'Parsing error loading recipe cosy:quilt', 'minecraft/RecipeManager'],
  [null, "com.google.gson.JsonSyntaxException: Unknown item 'absent:wool'"],
  [null, '\tat net.minecraft.world.item.crafting.ShapedRecipe.itemFromJson(ShapedRecipe.java:292)'],
  [
    'ERROR',
    "Couldn't parse element loot_tables:cosy:blocks/lamp - com.google.gson.JsonSyntaxException: Unknown item 'absent:lamp'",
    'minecraft/LootTables',
  ],
  [
    'WARN',
    "Assets URL 'union:/srv/mc/libraries/server.jar' uses unexpected schema",
    'minecraft/VanillaPackResourcesBuilder',
  ],
  ['ERROR', 'No data fixer registered for lamp', 'minecraft/Util'],
];

const preparing: Said[] = [
  ['INFO', 'Preparing level "world"', 'minecraft/MinecraftServer', 'Server thread'],
  [
    'INFO',
    'Preparing start region for dimension minecraft:overworld',
    'minecraft/MinecraftServer',
    'Server thread',
  ],
  ...many(30, (index) => [
    'INFO',
    `Preparing spawn area: ${index * 3}%`,
    'minecraft/LoggerChunkProgressListener',
    'Worker-Main-4',
  ]),
  ['INFO', 'Done (41.120s)! For help, type "help"', 'minecraft/DedicatedServer', 'Server thread'],
];

/** An evening with players; nothing of it stopped the server. */
const running: Said[] = [
  ['INFO', '[voicechat] Starting voice chat server on UDP port 24454', 'voicechat/', 'Server thread'],
  [
    'ERROR',
    '[voicechat] Failed to run voice chat at UDP port 24454, make sure no other application is running at that port',
    'voicechat/',
    'VoiceChatServerThread',
  ],
  [null, 'java.net.BindException: Address already in use'],
  [null, '\tat de.talk.voice.Server.open(Server.java:60) ~[voice-2.5.jar%23200!/:2.5] {re:classloading}'],
  ...many(
    60,
    (index): Said => ['INFO', `Player${index} joined the game`, 'minecraft/MinecraftServer', 'Server thread'],
  ),
  [
    'WARN',
    "Can't keep up! Is the server overloaded? Running 2034ms or 40 ticks behind",
    'minecraft/MinecraftServer',
    'Server thread',
  ],
  ['ERROR', 'Could not tick the lamp', 'cosy', 'Server thread'],
  [null, "java.lang.NoSuchMethodError: 'void com.absent.Lamp.glow()'"],
  [null, '\tat com.cosy.Lamp.tick(Lamp.java:20) ~[cosy-1.2.jar%23120!/:1.2] {re:classloading}'],
  ['INFO', 'Stopping the server', 'minecraft/MinecraftServer', 'Server thread'],
  ['INFO', 'Stopping server', 'minecraft/MinecraftServer', 'Server thread'],
  ['INFO', 'Saving worlds', 'minecraft/MinecraftServer', 'Server thread'],
];

const libraries = ['fmlcore', 'javafmllanguage', 'lowcodelanguage', 'mclanguage'];

function modlauncher(versions: string, missing: (library: string) => string): Said[] {
  return [
    [
      'INFO',
      `ModLauncher running: args [--launchTarget, forgeserver, ${versions}]`,
      'cpw.mods.modlauncher.Launcher/MODLAUNCHER',
    ],
    [
      'INFO',
      'ModLauncher 10.0.9 starting: java version 17.0.13 by Eclipse Adoptium',
      'cpw.mods.modlauncher.Launcher/MODLAUNCHER',
    ],
    ...libraries.map(
      (library): Said => [
        'WARN',
        missing(library),
        'net.minecraftforge.fml.loading.moddiscovery.ModFileParser/LOADING',
      ],
    ),
    ...many(
      400,
      (index): Said => [
        'INFO',
        `Found mod file quiet${index}-1.${index}.jar of type MOD with locator {mods folder locator at /srv/mc/mods}`,
        'net.minecraftforge.fml.loading.moddiscovery/SCAN',
      ],
    ),
  ];
}

const oldForge: Said[] = [
  ['INFO', 'Loading tweak class name cpw.mods.fml.common.launcher.FMLServerTweaker', 'LaunchWrapper'],
  ['INFO', 'Forge Mod Loader version 7.99.40.1614 for Minecraft 1.7.10 loading', 'FML'],
  ['INFO', 'Java is OpenJDK 64-Bit Server VM, version 1.8.0_432', 'FML'],
  ...many(300, (index): Said => ['DEBUG', `Examining file quiet${index}.jar for potential mods`, 'FML']),
  [
    'WARN',
    'The coremod com.cosy.core.Loader does not have a MCVersion annotation, it may cause issues with this version of Minecraft',
    'FML',
  ],
  ['INFO', '[com.cosy.core.Loader:inject:14]: java.lang.ClassNotFoundException: com.absent.Core', 'STDOUT'],
  [
    'ERROR',
    'There was a problem reading the entry module-info.class in the jar ./mods/quiet7.jar - probably a corrupt zip',
    'FML',
  ],
];

interface WholeLog {
  header: Header;
  begin: readonly Said[];
}

/** By loader and era. */
const forms: Readonly<Record<string, WholeLog>> = {
  'Forge 1.7.10': { header: log4j, begin: oldForge },
  'Forge 1.12.2': {
    header: log4j,
    begin: oldForge.map(
      ([level, words, logger = 'FML']): Said => [
        level,
        words
          .replace('7.99.40.1614 for Minecraft 1.7.10', '14.23.5.2860 for Minecraft 1.12.2')
          .replace('cpw.mods.fml', 'net.minecraftforge.fml'),
        logger,
      ],
    ),
  },
  'Forge 1.16.5': {
    header: dated,
    begin: modlauncher(
      '--fml.forgeVersion, 36.2.42',
      (library) =>
        `Mod file /srv/mc/libraries/net/minecraftforge/${library}/36.2.42/${library}-36.2.42.jar is missing mods.toml file`,
    ),
  },
  'Forge 1.20.1': {
    header: dated,
    begin: modlauncher(
      '--fml.forgeVersion, 47.3.0, --fml.mcVersion, 1.20.1',
      (library) =>
        `Mod file /srv/mc/libraries/net/minecraftforge/${library}/1.20.1-47.3.0/${library}-1.20.1-47.3.0.jar is missing mods.toml file`,
    ),
  },
  'NeoForge 1.20.1': {
    header: plain,
    begin: modlauncher(
      '--fml.forgeVersion, 47.1.106',
      (library) =>
        `Mod file C:\\Servers\\My Server\\libraries\\net\\neoforged\\fancymodloader\\${library}\\1.20.1-47.1.106\\${library}-1.20.1-47.1.106.jar is missing mods.toml file`,
    ),
  },
  'NeoForge 1.21.1': {
    header: log4j,
    begin: modlauncher(
      '--fml.neoForgeVersion, 21.1.233',
      () => 'Jar files without a descriptor are libraries',
    ),
  },
  'Fabric 1.20.1': {
    header: plain,
    begin: [
      ['INFO', 'Loading Minecraft 1.20.1 with Fabric Loader 0.15.11'],
      ['INFO', 'Loading 212 mods:'],
      ...many(212, (index): Said => [null, `\t- quiet${index} 1.${index}.0`]),
      [
        'WARN',
        "Warnings were found!\n - Mod 'Cosy' (cosy) 1.2 recommends any version of lanterns, which is missing!\n\t - You should install any version of lanterns for the optimal experience.",
      ],
      ['WARN', 'Found 1 non-fabric mods: readme.jar'],
    ],
  },
  'Fabric 26.1': {
    header: fabric,
    begin: [
      ['INFO', 'Loading Minecraft 26.1 with Fabric Loader 0.18.4', 'FabricLoader/GameProvider'],
      ['INFO', 'Loading 90 mods:', 'FabricLoader'],
      ...many(90, (index): Said => [null, `\t- quiet${index} 1.${index}.0`]),
    ],
  },
  'Quilt 1.20.1': {
    header: plain,
    begin: [
      ['INFO', 'Loading Minecraft 1.20.1 with Quilt Loader 0.26.4'],
      ['INFO', 'Loading 150 mods:'],
      ...many(
        150,
        (index): Said => [
          null,
          `| ${index} | Quiet ${index} | quiet${index} | 1.${index}.0 | ${'0'.repeat(30)} | <mods>/quiet${index}.jar | |`,
        ],
      ),
    ],
  },
  'LegacyFabric 1.8.9': {
    header: plain,
    begin: [
      ['INFO', 'Loading Minecraft 1.8.9 with Fabric Loader 0.15.11'],
      ['INFO', 'Starting minecraft server version 1.8.9'],
    ],
  },
};

/** Loaders and eras of which there is a whole log. */
export const wholeLogs: readonly string[] = Object.keys(forms);

/** A whole log: up to "Done" with the complaints of every day, then an evening; or, with `end`, other lines instead of "Done" and all after. */
export function wholeLog(name: string, end?: readonly Said[] | string): string {
  const form = forms[name];
  if (form === undefined) throw new Error(`There is no whole log of ${name}.`);
  const upTo = [...form.begin, ...harmless];
  const isSaid = Array.isArray(end);
  const said = end === undefined ? [...upTo, ...preparing, ...running] : [...upTo, ...(isSaid ? end : [])];
  const lines = said.map(([level, words, logger = 'minecraft/Main', thread = 'main'], index) =>
    level === null
      ? words
      : `${form.header(index, thread, level, form.header === fabric && logger.startsWith('minecraft') ? '' : logger)}${words}`,
  );
  return `${lines.join('\n')}\n${typeof end === 'string' ? `${end}\n` : ''}`;
}
