import { describe, expect, it } from 'vitest';
import { analyzeLog } from '../../src/logs/analyze-log.ts';
import type { LogCause, LogFinding } from '../../src/logs/log-finding.ts';
import { redact } from '../../src/logs/redact.ts';

/**
 * Lines as loaders, Java and the game print them; written anew in their forms, which were looked up on 2026-11-27 in the sources of
 * Forge, NeoForge, Fabric Loader, Quilt Loader, Mixin and OpenJDK, and in public reports of people whose servers did not start.
 */
interface Row {
  log: string;
  cause: LogCause;
  /** Who is named first: the jar, or else the mod, or else its class. */
  who?: string;
  says?: RegExp;
  act?: Partial<Record<string, unknown>>;
}

const at = (...frames: string[]) => frames.map((frame) => `\n\tat ${frame}`).join('');

const rows: Record<string, Row> = {
  'Forge refuses a class of clients, and names the jar': {
    log: `[main/ERROR] [net.minecraftforge.fml.loading.RuntimeDistCleaner/DISTXFORM]: Attempted to load class net/minecraft/client/gui/screens/Screen for invalid dist DEDICATED_SERVER${at(
      'net.minecraftforge.fml.loading.RuntimeDistCleaner.processClassWithFlags(RuntimeDistCleaner.java:57) ~[fmlloader-1.20.1-47.2.0.jar%2369!/:1.0] {}',
      'com.fancy.menu.FancyMenu.<init>(FancyMenu.java:31) ~[fancymenu_forge_3.2.3.jar%23143!/:3.2.3] {re:classloading}',
    )}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'fancymenu_forge_3.2.3.jar',
    says: /net\.minecraft\.client\.gui\.screens\.Screen/,
    act: { kind: 'DROP_MOD' },
  },
  'NeoForge throws the same': {
    log: `java.lang.RuntimeException: Attempted to load class net/minecraft/client/Minecraft for invalid dist DEDICATED_SERVER${at(
      'TRANSFORMER/minecraft@1.21.1/net.minecraft.server.Main.main(Main.java:1)',
      'TRANSFORMER/zoomer@1.2/dev.zoomer.Zoomer.<init>(Zoomer.java:9)',
    )}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'zoomer',
  },
  'old Forge calls it a side': {
    log: `java.lang.RuntimeException: Attempted to load class bib for invalid side SERVER${at('com.old.Minimap.preInit(Minimap.java:4)')}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'com.old.Minimap',
  },
  'Fabric calls it an environment': {
    log: `java.lang.RuntimeException: Cannot load class net.minecraft.client.gui.screen.Screen in environment type SERVER${at('io.some.hud.Hud.onInitialize(Hud.java:12)')}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'io.some.hud.Hud',
  },
  'a class of clients that Java does not find': {
    log: `Caused by: java.lang.NoClassDefFoundError: net/minecraft/client/renderer/RenderType${at('me.shiny.Shiny.setup(Shiny.java:3) ~[shiny:1.0] {re:classloading}')}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'shiny',
  },
  'a class of LWJGL': {
    log: `Caused by: java.lang.ClassNotFoundException: org.lwjgl.glfw.GLFW${at('me.keys.Keys.<clinit>(Keys.java:3)')}`,
    cause: 'CLIENT_ONLY_MOD',
    who: 'me.keys.Keys',
  },
  'Blaze3D without a frame of a mod': {
    log: 'java.lang.NoClassDefFoundError: com/mojang/blaze3d/vertex/PoseStack',
    cause: 'CLIENT_ONLY_MOD',
  },
  'a mod missing on Forge': {
    log: "[main/ERROR]: Missing or unsupported mandatory dependencies:\n\tMod ID: 'curios', Requested by: 'artifacts', Expected range: '[5.2.0,)', Actual version: '[MISSING]'",
    cause: 'MISSING_MOD',
    says: /artifacts needs the mod curios \[5\.2\.0,\)/,
    act: { kind: 'ADD_MOD', modId: 'curios', version: '[5.2.0,)' },
  },
  'a mod too old on Forge': {
    log: "\tMod ID: 'create', Requested by: 'createaddition', Expected range: '[0.5.1.f,)', Actual version: '0.5.0.i'",
    cause: 'MISSING_MOD',
    says: /createaddition needs create \[0\.5\.1\.f,\); 0\.5\.0\.i is there/,
  },
  'a mod missing on NeoForge, in words': {
    log: 'Mod §esophisticatedstorage§r requires §6sophisticatedcore§r §o1.21.1-0.6§r or above\n§7Currently, §6sophisticatedcore§r§7 is §o§7not installed',
    cause: 'MISSING_MOD',
    says: /sophisticatedstorage needs the mod sophisticatedcore/,
  },
  'the same on one line': {
    log: 'Mod jade requires wthit 1.0 or above, Currently, wthit is 0.9',
    cause: 'MISSING_MOD',
    says: /jade needs wthit 1\.0; 0\.9 is there/,
  },
  'the game is of another version': {
    log: "Mod ID: 'minecraft', Requested by: 'jei', Expected range: '[1.20.1,1.21)', Actual version: '1.19.2'",
    cause: 'WRONG_LOADER',
    says: /jei needs minecraft/,
  },
  'Forge is too old': {
    log: "Mod ID: 'forge', Requested by: 'alexsmobs', Expected range: '[47.3.0,)', Actual version: '47.1.0'",
    cause: 'WRONG_LOADER',
    says: /47\.1\.0/,
  },
  'a mod missing on Fabric': {
    log: " - Mod 'Lithium' (lithium) 0.11.2 requires any version of fabric-api, which is missing!",
    cause: 'MISSING_MOD',
    act: { kind: 'ADD_MOD', modId: 'fabric-api', version: null },
  },
  'a mod missing on Fabric, with its name': {
    log: "\t - Mod 'Botania' (botania) 1.20.1-440 requires version 1.10.0 or later of mod 'Patchouli' (patchouli), which is missing!",
    cause: 'MISSING_MOD',
    act: { kind: 'ADD_MOD', modId: 'patchouli', version: '1.10.0 or later' },
  },
  'a mod of the wrong version on Fabric': {
    log: "\t - Mod 'Indium' (indium) 1.0.27 requires version 0.5.3 of mod 'Sodium' (sodium), but only the wrong version is present: 0.5.8!",
    cause: 'MISSING_MOD',
    says: /indium needs sodium 0\.5\.3; 0\.5\.8 is there/,
  },
  'Fabric Loader itself is too old': {
    log: "\t - Mod 'Foo' (foo) 1 requires version 0.15.0 or later of mod 'Fabric Loader' (fabricloader), but only the wrong version is present: 0.14.21!",
    cause: 'WRONG_LOADER',
  },
  'a mod missing on 1.12.2': {
    log: 'net.minecraftforge.fml.common.MissingModsException: Mod tconstruct (Tinkers Construct) requires [mantle@[1.12-1.3.3,)]',
    cause: 'MISSING_MOD',
    act: { kind: 'ADD_MOD', modId: 'mantle', version: '[1.12-1.3.3,)' },
  },
  'one mod in two jars': {
    log: "[main/ERROR]: Found duplicate mods:\n\tMod ID: 'jei' from mod files: jei-1.20.1-15.2.jar, jei-1.20.1-15.3.jar",
    cause: 'DUPLICATE_MOD',
    who: 'jei-1.20.1-15.2.jar',
    act: { kind: 'KEEP_ONE_OF', files: ['jei-1.20.1-15.2.jar', 'jei-1.20.1-15.3.jar'] },
  },
  'one mod in two jars on 1.12.2': {
    log: 'Found a duplicate mod jei at [./mods/jei_1.jar, ./mods/jei_2.jar]',
    cause: 'DUPLICATE_MOD',
    who: 'jei_1.jar',
  },
  'one package in two jars': {
    log: 'java.lang.module.ResolutionException: Modules flywheel and create export package com.jozufozu.flywheel to module oculus',
    cause: 'DUPLICATE_MOD',
    who: 'flywheel',
  },
  'the game needs a newer Java': {
    log: 'Exception in thread "main" java.lang.UnsupportedClassVersionError: net/minecraft/bundler/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0',
    cause: 'WRONG_JAVA',
    says: /needs Java 21, and Java 17 was used/,
    act: { kind: 'USE_JAVA', java: 21 },
  },
  'the same from Java 8': {
    log: 'java.lang.UnsupportedClassVersionError: cpw/mods/bootstraplauncher/BootstrapLauncher has been compiled by a more recent version of the Java Runtime (class file version 60.0), this version of the Java Runtime only recognizes class file versions up to 52.0',
    cause: 'WRONG_JAVA',
    act: { kind: 'USE_JAVA', java: 16 },
  },
  'Fabric needs a newer Java': {
    log: "\t - Mod 'Minecraft' (minecraft) 1.20.5 requires version 21 or later of 'OpenJDK 64-Bit Server VM' (java), but only the wrong version is present: 17!",
    cause: 'WRONG_JAVA',
    says: /needs Java 21, and Java 17 was used/,
  },
  'a mod is read by nothing so old': {
    log: 'java.lang.IllegalArgumentException: Unsupported class file major version 66',
    cause: 'WRONG_JAVA',
    says: /Java 22 is newer/,
  },
  '1.12.2 on Java 17': {
    log: 'java.lang.ClassCastException: class jdk.internal.loader.ClassLoaders$AppClassLoader cannot be cast to class java.net.URLClassLoader',
    cause: 'WRONG_JAVA',
    act: { kind: 'USE_JAVA', java: 8 },
  },
  '1.16.5 on a Java that is too new': {
    log: "java.lang.NoSuchMethodError: 'void sun.security.util.ManifestEntryVerifier.<init>(java.util.jar.Manifest)'",
    cause: 'WRONG_JAVA',
    act: { kind: 'USE_JAVA', java: 8 },
  },
  'an option of another Java': {
    log: "Unrecognized VM option 'UseShenandoahGC'\nError: Could not create the Java Virtual Machine.",
    cause: 'WRONG_JAVA',
    says: /UseShenandoahGC/,
  },
  'an option that Java 8 has not': {
    log: 'Unrecognized option: --add-modules',
    cause: 'WRONG_JAVA',
    says: /--add-modules/,
  },
  'a file of arguments given to Java 8': {
    log: 'Error: Could not find or load main class @user_jvm_args.txt',
    cause: 'WRONG_JAVA',
    act: { kind: 'USE_JAVA', java: 17 },
  },
  'a mixin that cannot be applied, on Fabric': {
    log: '[main/ERROR]: Mixin apply for mod betterend failed betterend.mixins.json:BiomeMixin from mod betterend -> net.minecraft.class_1959: org.spongepowered.asm.mixin.injection.throwables.InvalidInjectionException Critical injection failure',
    cause: 'MIXIN_FAILED',
    who: 'betterend',
  },
  'a mixin that cannot be applied, on Forge': {
    log: '[main/WARN] [mixin/]: Mixin apply failed dynview.mixins.json:ChunkMapMixin -> net.minecraft.server.level.ChunkMap: org.spongepowered.asm.mixin.transformer.throwables.InvalidMixinException',
    cause: 'MIXIN_FAILED',
    who: 'dynview.mixins.json',
  },
  'a mixin that failed in a phase': {
    log: 'org.spongepowered.asm.mixin.throwables.MixinApplyError: Mixin [saturn.mixins.json:LevelMixin from mod saturn] from phase [DEFAULT] in config [saturn.mixins.json] FAILED during APPLY',
    cause: 'MIXIN_FAILED',
    who: 'saturn',
  },
  'a mixin that cannot be attached': {
    log: 'org.spongepowered.asm.mixin.transformer.MixinPreProcessorStandard$AttachException: Attach error for farsight.mixins.json:ViewMixin from mod (unknown) during activity',
    cause: 'MIXIN_FAILED',
    who: 'farsight.mixins.json',
  },
  'an injection without a target': {
    log: 'InvalidInjectionException: Critical injection failure: @Inject annotation on onTick could not find any targets matching tick in lively.mixins.json:TickMixin from mod lively',
    cause: 'MIXIN_FAILED',
    who: 'lively',
  },
  'a class of another mod that is not there': {
    log: `java.lang.NoClassDefFoundError: vazkii/patchouli/api/PatchouliAPI${at('elucent.eidolon.Eidolon.<init>(Eidolon.java:99) ~[eidolon-0.3.0.15.jar%23200!/:0.3.0.15] {re:classloading}')}`,
    cause: 'CODE_MISSING',
    who: 'eidolon-0.3.0.15.jar',
    says: /vazkii\.patchouli\.api\.PatchouliAPI/,
  },
  'a method of another version': {
    log: `java.lang.NoSuchMethodError: 'void net.minecraft.world.level.Level.m_7654_()'${at('com.deco.Deco.tick(Deco.java:2) ~[deco-2.jar%2388!/:2] {}', 'com.caller.Caller.run(Caller.java:7) ~[caller-1.jar%2389!/:1] {}')}`,
    cause: 'CODE_MISSING',
    who: 'deco-2.jar',
  },
  'a field of another version': {
    log: `java.lang.NoSuchFieldError: f_50016_${at('me.blocks.Blocks.<clinit>(Blocks.java:4) ~[blocks:4] {}')}`,
    cause: 'CODE_MISSING',
    who: 'blocks',
  },
  'a method that was left abstract': {
    log: `java.lang.AbstractMethodError: Receiver class me.fluid.Tank does not define or inherit an implementation${at('me.pipe.Pipe.push(Pipe.java:4)')}`,
    cause: 'CODE_MISSING',
    who: 'me.pipe.Pipe',
  },
  'a heap that is full': {
    log: 'Exception in thread "Server thread" java.lang.OutOfMemoryError: Java heap space',
    cause: 'OUT_OF_MEMORY',
    act: { kind: 'MORE_MEMORY' },
  },
  'a heap that is nearly full': {
    log: 'java.lang.OutOfMemoryError: GC overhead limit exceeded',
    cause: 'OUT_OF_MEMORY',
    act: { kind: 'MORE_MEMORY' },
  },
  'threads that the system refuses': {
    log: 'java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached',
    cause: 'OUT_OF_MEMORY',
    says: /no more threads/,
  },
  'a machine without room': {
    log: '# There is insufficient memory for the Java Runtime Environment to continue.',
    cause: 'OUT_OF_MEMORY',
    says: /less free memory/,
  },
  'a heap larger than the machine': {
    log: 'Error occurred during initialization of VM\nCould not reserve enough space for 8388608KB object heap',
    cause: 'OUT_OF_MEMORY',
  },
  'a heap that begins larger than it may be': {
    log: 'Initial heap size set to a larger value than the maximum heap size',
    cause: 'OUT_OF_MEMORY',
    says: /-Xms and -Xmx/,
  },
  'a port in use': {
    log: '[Server thread/WARN]: **** FAILED TO BIND TO PORT!',
    cause: 'PORT_IN_USE',
  },
  'the same from Java': {
    log: 'java.net.BindException: Address already in use',
    cause: 'PORT_IN_USE',
  },
  'an address of another machine': {
    log: 'java.net.BindException: Cannot assign requested address: bind',
    cause: 'PORT_IN_USE',
    says: /server-ip/,
  },
  'the EULA': {
    log: '[main/INFO]: You need to agree to the EULA in order to run the server. Go to eula.txt for more info.',
    cause: 'EULA_NOT_ACCEPTED',
  },
  'a file that cannot be written': {
    log: 'java.nio.file.AccessDeniedException: ./logs/latest.log',
    cause: 'NO_RIGHTS',
    says: /\.\/logs\/latest\.log/,
  },
  'the same in other words': {
    log: 'java.io.FileNotFoundException: server.properties (Permission denied)',
    cause: 'NO_RIGHTS',
    says: /server\.properties/,
  },
  'a disk that is full': {
    log: 'java.io.IOException: No space left on device',
    cause: 'NO_ROOM',
  },
  'a world that is open elsewhere': {
    log: 'net.minecraft.util.DirectoryLock$LockException: /srv/mc/./world/session.lock: already locked (possibly by other Minecraft instance?)',
    cause: 'WORLD_IN_USE',
  },
  'a server that is not installed': {
    log: 'Error: Unable to access jarfile fabric-server-launch.jar',
    cause: 'NOT_INSTALLED',
    says: /fabric-server-launch\.jar/,
  },
  'a loader that is not installed': {
    log: 'Error: Could not find or load main class net.fabricmc.loader.impl.launch.server.FabricServerLauncher',
    cause: 'NOT_INSTALLED',
  },
  'a jar that is cut off': {
    log: 'Caused by: java.util.zip.ZipException: zip END header not found in /srv/mc/mods/bigmod-3.jar',
    cause: 'BROKEN_JAR',
    who: 'bigmod-3.jar',
    act: { kind: 'DELETE_FILE', file: 'mods/bigmod-3.jar' },
  },
  'a Fabric mod on Forge': {
    log: 'File /srv/mods/sodium-fabric-0.5.8.jar is a Fabric mod and cannot be loaded',
    cause: 'WRONG_LOADER',
    who: 'sodium-fabric-0.5.8.jar',
  },
  'a Forge mod on NeoForge': {
    log: 'File mods/jei-forge.jar is for Minecraft Forge or an older version of NeoForge, and cannot be loaded',
    cause: 'WRONG_LOADER',
    who: 'jei-forge.jar',
  },
  'a jar without a descriptor': {
    log: '[main/WARN]: Mod file /srv/mods/oldmod-1.12.2.jar is missing mods.toml file',
    cause: 'WRONG_LOADER',
    who: 'oldmod-1.12.2.jar',
  },
  'Forge mods on Fabric': {
    log: '[main/WARN]: Found 2 non-fabric mods: mods/jei-forge.jar, mods/create-forge.jar',
    cause: 'WRONG_LOADER',
    who: 'jei-forge.jar',
    says: /no Fabric mods/,
  },
  'settings that cannot be read': {
    log: 'net.minecraftforge.fml.config.ConfigFileTypeHandler$ConfigLoadingException: Failed loading config file alexsmobs.toml of type COMMON for modid alexsmobs',
    cause: 'BROKEN_CONFIG',
    who: 'alexsmobs',
    act: { kind: 'DELETE_FILE', file: 'alexsmobs.toml' },
  },
  'a data pack that cannot be loaded': {
    log: "Failed to load datapacks, can't proceed with server load. You can either fix your datapacks or reset to vanilla with --safeMode",
    cause: 'BROKEN_DATAPACK',
  },
  'a world that cannot be read': {
    log: 'Exception reading ./world/level.dat\njava.util.zip.ZipException: Not in GZIP format',
    cause: 'BROKEN_WORLD',
  },
  'a world of a newer game': {
    log: 'This world was saved with a newer version of Minecraft, corruption is to be expected!',
    cause: 'BROKEN_WORLD',
    says: /newer version of the game/,
  },
  'a tick that took too long': {
    log: `[Server Watchdog/FATAL]: A single server tick took 60.00 seconds (should be max 0.05)${at('com.slow.Slow.tick(Slow.java:1) ~[slow-1.jar%2312!/:1] {}')}`,
    cause: 'TOO_SLOW',
    who: 'slow-1.jar',
  },
  'an entrypoint that failed': {
    log: "java.lang.RuntimeException: Could not execute entrypoint stage 'main' due to errors, provided by 'terralith' at 'com.terra.Lith'!",
    cause: 'MOD_FAILED',
    who: 'terralith',
  },
  'a mod that could not be made': {
    log: '[main/ERROR]: Failed to create mod instance. ModID: quark, class org.violetmoon.quark.Quark',
    cause: 'MOD_FAILED',
    who: 'quark',
  },
  'a mod that has failed to load': {
    log: 'net.minecraftforge.fml.LoadingFailedException: Loading errors encountered: [\n\tExample Mod (examplemod) has failed to load correctly\n]',
    cause: 'MOD_FAILED',
    who: 'examplemod',
  },
  'a block that crashes': {
    log: `Description: Ticking block entity\n\njava.lang.NullPointerException: Cannot invoke "x"${at('net.minecraft.world.level.Level.tick(Level.java:1)', 'blusunrize.machine.Machine.tick(Machine.java:1) ~[machine-9.jar%23500!/:9] {}')}`,
    cause: 'MOD_FAILED',
    who: 'machine-9.jar',
    says: /Ticking block entity/,
  },
};

const read = (log: string | Uint8Array) => analyzeLog([Buffer.from(log)]);
const whoIs = ({ traces: [first] }: LogFinding) =>
  first?.file ?? first?.modId ?? first?.mixins ?? first?.className;

describe('a log becomes an answer', () => {
  it.each(Object.entries(rows))('%s', async (_, { log, cause, who, says, act }) => {
    // As in life: between other lines, with the endings of Windows, in colours.
    const [found, ...others] = await read(
      `[12:00:00] [main/INFO]: Starting\r\n\u001b[31m${log}\u001b[0m\r\nDone.\n`,
    );
    expect(found).toMatchObject({ cause });
    expect(others.map((one) => one.cause)).toEqual([]);
    if (who !== undefined && found !== undefined) expect(whoIs(found)).toBe(who);
    if (says !== undefined) expect(found?.message).toMatch(says);
    if (act !== undefined) expect(found?.act).toMatchObject(act);
    expect(found?.lines[0]?.number).toBeGreaterThan(1);
  });

  it('tells nothing of a server that started', async () => {
    const log = `[Server thread/INFO]: Loading properties
[Server thread/WARN]: Mixin config some.mixins.json does not specify "minVersion" property
[Server thread/INFO]: Preparing spawn area: 83%
[Server thread/INFO]: Done (41.120s)! For help, type "help"`;
    expect(await read(log)).toEqual([]);
  });

  it('tells several causes in the order in which they matter, each once', async () => {
    const heap = 'java.lang.OutOfMemoryError: Java heap space\n'.repeat(5);
    const found = await read(
      `${heap}You need to agree to the EULA in order to run the server.\n${rows['one mod in two jars']?.log}`,
    );
    expect(found.map(({ cause }) => cause)).toEqual(['EULA_NOT_ACCEPTED', 'DUPLICATE_MOD', 'OUT_OF_MEMORY']);
  });

  it('tells who called whom, from the failing code on', async () => {
    const [found] = await read(rows['a method of another version']?.log ?? '');
    expect(found?.traces.map(({ file }) => file)).toEqual(['deco-2.jar', 'caller-1.jar']);
  });

  it('does not tell that a mod failed where it tells why', async () => {
    const found = await read(
      `Failed to create mod instance. ModID: fancymenu, class com.fancy.menu.FancyMenu\n${rows['Forge refuses a class of clients, and names the jar']?.log}`,
    );
    expect(found.map(({ cause }) => cause)).toEqual(['CLIENT_ONLY_MOD']);
  });

  it('reads pieces that end in the middle of a line and of a letter as one', async () => {
    const bytes = Buffer.from(`täglich\n${rows['a port in use']?.log}`);
    const found = await analyzeLog(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(found.map(({ cause, lines }) => [cause, lines[0]?.number])).toEqual([['PORT_IN_USE', 2]]);
  });

  it('tells nothing of the warnings of a pack that starts, and the cause where they are many', async () => {
    const warning = (index: number) =>
      `[main/WARN] [mixin/]: Error loading class: com/absent/A${index} (java.lang.ClassNotFoundException: com.absent.A${index})\n`;
    const warnings = Array.from({ length: 30 }, (_, index) => warning(index)).join('');
    expect(await read(warnings)).toEqual([]);
    const missing = Array.from(
      { length: 30 },
      (_, index) => `java.lang.NoClassDefFoundError: a/B${index}\n`,
    ).join('');
    const found = await read(`${missing}java.lang.NoClassDefFoundError: the/Last`);
    expect(found.some(({ message }) => message.includes('the.Last'))).toBe(true);
  });

  it('blames nobody of another stack trace', async () => {
    const [found] = await read(`java.lang.NoSuchFieldError: f_1_
[main/INFO]: Something else
java.lang.IllegalStateException: elsewhere${at('com.innocent.Innocent.run(Innocent.java:1) ~[innocent-1.0.jar%2312!/:1.0]')}`);
    expect(found).toMatchObject({ cause: 'CODE_MISSING', traces: [] });
  });

  it('tells that a mod failed beside a cause of another one', async () => {
    const found = await read(
      `java.lang.NoSuchMethodError: gone()${at('com.one.One.run(One.java:1)')}
[main/INFO]: Going on
Could not execute entrypoint stage 'main' due to errors, provided by 'badmod' at 'com.bad.Bad'!`,
    );
    expect(found.map(({ cause }) => cause)).toEqual(['CODE_MISSING', 'MOD_FAILED']);
  });

  it('reads what PowerShell writes', async () => {
    const found = await read(Buffer.from(`\ufeff${rows['a port in use']?.log}\r\n`, 'utf16le'));
    expect(found.map(({ cause }) => cause)).toEqual(['PORT_IN_USE']);
  });
});

describe('what is kept of a log', () => {
  it.each([
    ['[User Authenticator] /203.0.113.9:51234 logged in', '[User Authenticator] /‹address› logged in'],
    ['Forge 14.23.5.2860 on 1.12.2, listening on 0.0.0.0:25565 and 127.0.0.1', null],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348 joined', '‹address› joined'],
    [
      'C:\\Users\\Jane Doe\\mods, /home/jane/mc and /Users/jane/mc',
      'C:\\Users\\‹user›\\mods, /home/‹user›/mc and /Users/‹user›/mc',
    ],
    [
      '--username Steve --accessToken abc.def --version 1',
      '--username ‹secret› --accessToken ‹secret› --version 1',
    ],
    ['rcon password=hunter22', 'rcon password=‹secret›'],
    ['accessToken: abcdef123 client_secret=abcdef', 'accessToken: ‹secret› client_secret=‹secret›'],
    ['Authorization: Bearer abcdef123', 'Authorization: Bearer ‹token›'],
    ['/2001:db8::1:25565 and [2a02:8108::8a2e:370:7334]:51234', '/‹address› and [‹address›]:51234'],
    ['/1.2.3.4 lost, mod 1.2.3.4 loaded', '/‹address› lost, mod 1.2.3.4 loaded'],
    ['Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Bearer ‹token›'],
    ['jane@example.com and TRANSFORMER/jei@15.2.0.27/mezz', '‹address› and TRANSFORMER/jei@15.2.0.27/mezz'],
  ])('%s', (line, redacted) => {
    expect(redact(line)).toBe(redacted ?? line);
  });
});
