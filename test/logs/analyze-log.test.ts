import { describe, expect, it } from 'vitest';
import { analyzeLog } from '../../src/logs/analyze-log.ts';
import type { LogCause, LogFinding } from '../../src/logs/log-finding.ts';
import { redact } from '../../src/logs/redact.ts';
import { wholeLog, wholeLogs } from '../support/logs/whole-logs.ts';

/**
 * Lines as loaders, Java and the game print them; written anew in their forms, which were looked up on 2026-11-27 in the sources of
 * Forge, NeoForge, Fabric Loader, Quilt Loader, Mixin and OpenJDK, and in public reports of people whose servers did not start.
 */
interface Row {
  log: string;
  /** Who is named first: the jar, or else the mod, or else its class. */
  who?: string;
  says?: RegExp;
  act?: Partial<Record<string, unknown>>;
}

const at = (...frames: string[]) => frames.map((frame) => `\n\tat ${frame}`).join('');

const byCause: Partial<Record<LogCause, Record<string, string | Row>>> = {
  CLIENT_ONLY_MOD: {
    'Forge refuses a class of clients, and names the jar': {
      log: `[main/ERROR] [net.minecraftforge.fml.loading.RuntimeDistCleaner/DISTXFORM]: Attempted to load class net/minecraft/client/gui/screens/Screen for invalid dist DEDICATED_SERVER${at(
        'net.minecraftforge.fml.loading.RuntimeDistCleaner.processClassWithFlags(RuntimeDistCleaner.java:57) ~[fmlloader-1.20.1-47.2.0.jar%2369!/:1.0] {}',
        'com.fancy.menu.FancyMenu.<init>(FancyMenu.java:31) ~[fancymenu_forge_3.2.3.jar%23143!/:3.2.3] {re:classloading}',
      )}`,
      who: 'fancymenu_forge_3.2.3.jar',
      says: /net\.minecraft\.client\.gui\.screens\.Screen/,
      act: { kind: 'DROP_MOD' },
    },
    'NeoForge throws the same': {
      log: `java.lang.RuntimeException: Attempted to load class net/minecraft/client/Minecraft for invalid dist DEDICATED_SERVER${at(
        'TRANSFORMER/minecraft@1.21.1/net.minecraft.server.Main.main(Main.java:1)',
        'TRANSFORMER/zoomer@1.2/dev.zoomer.Zoomer.<init>(Zoomer.java:9)',
      )}`,
      who: 'zoomer',
    },
    'old Forge calls it a side': {
      log: `java.lang.RuntimeException: Attempted to load class bib for invalid side SERVER${at('com.old.Minimap.preInit(Minimap.java:4)')}`,
      who: 'com.old.Minimap',
    },
    'Fabric calls it an environment': {
      log: `java.lang.RuntimeException: Cannot load class net.minecraft.client.gui.screen.Screen in environment type SERVER${at('io.some.hud.Hud.onInitialize(Hud.java:12)')}`,
      who: 'io.some.hud.Hud',
    },
    'a class of clients that Java does not find': {
      log: `Caused by: java.lang.NoClassDefFoundError: net/minecraft/client/renderer/RenderType${at('me.shiny.Shiny.setup(Shiny.java:3) ~[shiny:1.0] {re:classloading}')}`,
      who: 'shiny',
    },
    'a class of LWJGL': {
      log: `Caused by: java.lang.ClassNotFoundException: org.lwjgl.glfw.GLFW${at('me.keys.Keys.<clinit>(Keys.java:3)')}`,
      who: 'me.keys.Keys',
    },
    'Blaze3D without a frame of a mod': 'java.lang.NoClassDefFoundError: com/mojang/blaze3d/vertex/PoseStack',
    'an entrypoint whose frames have no jar': {
      log: `java.lang.RuntimeException: Could not execute entrypoint stage 'main' due to errors, provided by 'alpha' at 'io.alpha.Main'!${at('net.fabricmc.loader.impl.FabricLoaderImpl.lambda$invokeEntrypoints$2(FabricLoaderImpl.java:388)')}\nCaused by: java.lang.RuntimeException: Cannot load class net.minecraft.class_310 in environment type SERVER${at('net.fabricmc.loader.impl.launch.knot.KnotClassDelegate.tryLoadClass(KnotClassDelegate.java:1)')}`,
      who: 'alpha',
    },
  },
  MISSING_MOD: {
    'a mod missing on Forge': {
      log: "[main/ERROR]: Missing or unsupported mandatory dependencies:\n\tMod ID: 'curios', Requested by: 'artifacts', Expected range: '[5.2.0,)', Actual version: '[MISSING]'",
      says: /artifacts needs the mod curios \[5\.2\.0,\)/,
      act: { kind: 'ADD_MOD', modId: 'curios', version: '[5.2.0,)' },
    },
    'a mod too old on Forge': {
      log: "\tMod ID: 'create', Requested by: 'createaddition', Expected range: '[0.5.1.f,)', Actual version: '0.5.0.i'",
      says: /createaddition needs create \[0\.5\.1\.f,\); 0\.5\.0\.i is there/,
    },
    'a mod missing on NeoForge, in words': {
      log: 'Mod §esophisticatedstorage§r requires §6sophisticatedcore§r §o1.21.1-0.6§r or above\n§7Currently, §6sophisticatedcore§r§7 is §o§7not installed',
      says: /sophisticatedstorage needs the mod sophisticatedcore/,
    },
    'the same on one line': {
      log: 'Mod jade requires wthit 1.0 or above, Currently, wthit is 0.9',
      says: /jade needs wthit 1\.0; 0\.9 is there/,
    },
    'a mod missing on Fabric': {
      log: " - Mod 'Lithium' (lithium) 0.11.2 requires any version of fabric-api, which is missing!",
      act: { kind: 'ADD_MOD', modId: 'fabric-api', version: null },
    },
    'a mod missing on Fabric, with its name': {
      log: "\t - Mod 'Botania' (botania) 1.20.1-440 requires version 1.10.0 or later of mod 'Patchouli' (patchouli), which is missing!",
      act: { kind: 'ADD_MOD', modId: 'patchouli', version: '1.10.0 or later' },
    },
    'a mod of the wrong version on Fabric': {
      log: "\t - Mod 'Indium' (indium) 1.0.27 requires version 0.5.3 of mod 'Sodium' (sodium), but only the wrong version is present: 0.5.8!",
      says: /indium needs sodium 0\.5\.3; 0\.5\.8 is there/,
    },
    'a mod missing on 1.12.2': {
      log: 'net.minecraftforge.fml.common.MissingModsException: Mod tconstruct (Tinkers Construct) requires [mantle@[1.12-1.3.3,)]',
      act: { kind: 'ADD_MOD', modId: 'mantle', version: '[1.12-1.3.3,)' },
    },
    'a mod missing on Quilt': {
      log: '---- Quilt Loader: Failed to load ----\n\n-- Error 1 --\n\nNifty Carts requires version [0.15.7, ∞) of somelib, which is missing!\n\n- <mods>/niftycarts-3.0.2.jar',
      who: 'Nifty Carts',
      act: { kind: 'ADD_MOD', modId: 'somelib', version: '0.15.7 or later' },
    },
    'any version missing on Quilt': {
      log: 'Dynamic FPS requires any version of quilt_resource_loader, which is missing!',
      act: { kind: 'ADD_MOD', modId: 'quilt_resource_loader', version: null },
    },
    'several wrong versions on Fabric': {
      log: "\t - Mod 'Indium' (indium) 1.0.27 requires version 0.5.3 of mod 'Sodium' (sodium), but only the wrong versions are present: 0.5.8/0.4.10!",
      who: 'indium',
      says: /0\.5\.8\/0\.4\.10 is there/,
    },
    'two mods that Fabric keeps apart': {
      log: "\t - Mod 'Calm' (calm) 2.0 is incompatible with any version of mod 'Storm' (storm), but a matching version is present: 1.4!",
      who: 'calm',
      act: { kind: 'DROP_MOD' },
    },
    'an id with a bar on 1.7.10': {
      log: 'cpw.mods.fml.common.MissingModsException: Mod BuildCraft|Factory (BC Factory) requires [BuildCraft|Core@[7.1.0,)]',
      act: { kind: 'ADD_MOD', modId: 'BuildCraft|Core', version: '[7.1.0,)' },
    },
  },
  WRONG_LOADER: {
    'the game is of another version': {
      log: "Mod ID: 'minecraft', Requested by: 'jei', Expected range: '[1.20.1,1.21)', Actual version: '1.19.2'",
      says: /jei needs minecraft/,
    },
    'Forge is too old': {
      log: "Mod ID: 'forge', Requested by: 'alexsmobs', Expected range: '[47.3.0,)', Actual version: '47.1.0'",
      says: /47\.1\.0/,
    },
    'Fabric Loader itself is too old':
      "\t - Mod 'Foo' (foo) 1 requires version 0.15.0 or later of mod 'Fabric Loader' (fabricloader), but only the wrong version is present: 0.14.21!",
    'a Fabric mod on Forge': {
      log: 'File /srv/mods/sodium-fabric-0.5.8.jar is a Fabric mod and cannot be loaded',
      who: 'sodium-fabric-0.5.8.jar',
    },
    'a Forge mod on NeoForge': {
      log: 'File mods/jei-forge.jar is for Minecraft Forge or an older version of NeoForge, and cannot be loaded',
      who: 'jei-forge.jar',
    },
    'a jar without a descriptor': {
      log: '[main/WARN]: Mod file /srv/mods/oldmod-1.12.2.jar is missing mods.toml file',
      who: 'oldmod-1.12.2.jar',
    },
    'Forge mods on Fabric': {
      log: '[main/WARN]: Found 2 non-fabric mods: mods/jei-forge.jar, mods/create-forge.jar',
      who: 'jei-forge.jar',
      says: /no Fabric mods/,
    },
    'a mod of another version on Quilt': {
      log: 'Zoom requires version [[0.14.11,∞)] of fabricloader, but only a different version is present: 0.14.10',
      says: /0\.14\.10 is there/,
      act: { kind: 'USE_LOADER', version: '0.14.11 or later' },
    },
    'a jar of Forge up to 1.16 without a descriptor': {
      log: '[main/WARN] [net.minecraftforge.fml.loading.moddiscovery.ModFileParser/LOADING]: Mod file /srv/my server/mods/oldmod-1.12.2.jar is missing mods.toml file and has been ignored',
      who: 'oldmod-1.12.2.jar',
    },
  },
  DUPLICATE_MOD: {
    'one mod in two jars': {
      log: "[main/ERROR]: Found duplicate mods:\n\tMod ID: 'jei' from mod files: jei-1.20.1-15.2.jar, jei-1.20.1-15.3.jar",
      who: 'jei-1.20.1-15.2.jar',
      act: { kind: 'KEEP_ONE_OF', files: ['jei-1.20.1-15.2.jar', 'jei-1.20.1-15.3.jar'] },
    },
    'one mod in two jars on 1.12.2': {
      log: 'Found a duplicate mod jei at [./mods/jei_1.jar, ./mods/jei_2.jar]',
      who: 'jei_1.jar',
    },
    'one package in two jars': {
      log: 'java.lang.module.ResolutionException: Modules flywheel and create export package com.jozufozu.flywheel to module oculus',
      who: 'flywheel',
    },
    'one module in two jars': {
      log: 'Exception in thread "main" java.lang.module.ResolutionException: Module toolbelt reads more than one module named org.yaml.snakeyaml',
      says: /org\.yaml\.snakeyaml/,
    },
    'one jar that was found twice': {
      log: "\tMod ID: 'lamps' from mod files: lamps-1.0.jar, lamps-1.0.jar",
      who: 'lamps-1.0.jar',
      says: /twice in lamps-1\.0\.jar/,
    },
  },
  WRONG_JAVA: {
    'the game needs a newer Java': {
      log: 'Exception in thread "main" java.lang.UnsupportedClassVersionError: net/minecraft/bundler/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0',
      says: /needs Java 21, and Java 17 was used/,
      act: { kind: 'USE_JAVA', java: 21 },
    },
    'the same from Java 8': {
      log: 'java.lang.UnsupportedClassVersionError: cpw/mods/bootstraplauncher/BootstrapLauncher has been compiled by a more recent version of the Java Runtime (class file version 60.0), this version of the Java Runtime only recognizes class file versions up to 52.0',
      act: { kind: 'USE_JAVA', java: 16 },
    },
    'Fabric needs a newer Java': {
      log: "\t - Mod 'Minecraft' (minecraft) 1.20.5 requires version 21 or later of 'OpenJDK 64-Bit Server VM' (java), but only the wrong version is present: 17!",
      says: /needs Java 21, and Java 17 was used/,
    },
    'a mod is read by nothing so old': {
      log: 'java.lang.IllegalArgumentException: Unsupported class file major version 66',
      says: /Java 22 is newer/,
    },
    '1.12.2 on Java 17': {
      log: 'java.lang.ClassCastException: class jdk.internal.loader.ClassLoaders$AppClassLoader cannot be cast to class java.net.URLClassLoader',
      act: { kind: 'USE_JAVA', java: 8 },
    },
    '1.16.5 on a Java that is too new': {
      log: "java.lang.NoSuchMethodError: 'void sun.security.util.ManifestEntryVerifier.<init>(java.util.jar.Manifest)'",
      act: { kind: 'USE_LOADER', version: '36.2.26 or later for 1.16.5, 37.1.1 or later for 1.17.1' },
    },
    '1.16.5 on a Java that is too new, by the library that fails': {
      log: "java.lang.NoSuchMethodError: 'void sun.security.util.ManifestEntryVerifier.<init>(java.util.jar.Manifest)'\n\tat cpw.mods.modlauncher.SecureJarHandler.createCodeSource(SecureJarHandler.java:66)",
      act: { kind: 'USE_LOADER', version: '36.2.26 or later for 1.16.5' },
      says: /8u321.*use Java 8u312/,
    },
    '1.17.1 on a Java that is too new': {
      log: 'Exception in thread "main" java.lang.NoSuchMethodError: \'void sun.security.util.ManifestEntryVerifier.<init>(java.util.jar.Manifest)\'\n\tat cpw.mods.securejarhandler@0.9.46/cpw.mods.jarhandling.impl.Jar.<init>(Jar.java:96)',
      act: { kind: 'USE_LOADER', version: '37.1.1 or later for 1.17.1' },
    },
    '1.7.2 on a Java that sorts lists in place': {
      log: '[17:30:52] [main/ERROR] [LaunchWrapper]: Unable to launch\njava.util.ConcurrentModificationException\n    at java.util.ArrayList$Itr.remove(Unknown Source) ~[?:1.8.0_25]\n    at net.minecraft.launchwrapper.Launch.launch(Launch.java:117) [launchwrapper-1.9.jar:?]',
      act: {
        kind: 'USE_LOADER',
        version: '9.11.1.1345 or later for 1.6.4, 10.13.4.1614 or later for 1.7.10',
      },
      says: /legacyjavafixer/,
    },
    'an option of another Java': {
      log: "Unrecognized VM option 'UseShenandoahGC'\nError: Could not create the Java Virtual Machine.",
      says: /UseShenandoahGC/,
    },
    'an option that Java 8 has not': {
      log: 'Unrecognized option: --add-modules',
      says: /--add-modules/,
    },
    'a file of arguments given to Java 8': {
      log: 'Error: Could not find or load main class @user_jvm_args.txt',
      act: { kind: 'USE_JAVA', java: 17 },
    },
    'a mod for a newer Java, in old words': {
      log: `java.lang.UnsupportedClassVersionError: dev/lamps/Lamps : Unsupported major.minor version 61.0`,
      who: 'dev.lamps.Lamps',
      says: /dev\.lamps\.Lamps needs Java 17/,
      act: { kind: 'USE_JAVA', java: 17 },
    },
    'a mod for a newer Java': {
      log: `java.lang.UnsupportedClassVersionError: dev/lamps/Lamps has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0`,
      who: 'dev.lamps.Lamps',
      says: /dev\.lamps\.Lamps needs Java 21, and Java 17 was used/,
    },
  },
  MIXIN_FAILED: {
    'a mixin that cannot be applied, on Fabric': {
      log: '[main/ERROR]: Mixin apply for mod betterend failed betterend.mixins.json:BiomeMixin from mod betterend -> net.minecraft.class_1959: org.spongepowered.asm.mixin.injection.throwables.InvalidInjectionException Critical injection failure',
      who: 'betterend',
    },
    'a mixin that cannot be applied, on Forge': {
      log: '[main/WARN] [mixin/]: Mixin apply failed dynview.mixins.json:ChunkMapMixin -> net.minecraft.server.level.ChunkMap: org.spongepowered.asm.mixin.transformer.throwables.InvalidMixinException',
      who: 'dynview.mixins.json',
    },
    'a mixin that failed in a phase': {
      log: 'org.spongepowered.asm.mixin.throwables.MixinApplyError: Mixin [saturn.mixins.json:LevelMixin from mod saturn] from phase [DEFAULT] in config [saturn.mixins.json] FAILED during APPLY',
      who: 'saturn',
    },
    'a mixin that cannot be attached': {
      log: 'org.spongepowered.asm.mixin.transformer.MixinPreProcessorStandard$AttachException: Attach error for farsight.mixins.json:ViewMixin from mod (unknown) during activity',
      who: 'farsight.mixins.json',
    },
    'an injection without a target': {
      log: 'InvalidInjectionException: Critical injection failure: @Inject annotation on onTick could not find any targets matching tick in lively.mixins.json:TickMixin from mod lively',
      who: 'lively',
    },
    'both halves of a conflict': {
      log: `[main/WARN]: Redirect conflict. Skipping alpha.mixins.json:TickMixin from mod alpha->@Redirect::tick(I)V with priority 1000, already redirected by beta.mixins.json:LevelMixin from mod beta->@Redirect::tick(I)V with priority 1000\n[main/ERROR]: Mixin apply for mod alpha failed alpha.mixins.json:TickMixin from mod alpha -> net.minecraft.class_1937: org.spongepowered.asm.mixin.injection.throwables.InjectionError Critical injection failure${at('org.spongepowered.asm.mixin.injection.struct.InjectionInfo.postInject(InjectionInfo.java:1)')}`,
      who: 'alpha',
      act: { kind: 'DROP_MOD' },
    },
  },
  CODE_MISSING: {
    'a class of another mod that is not there': {
      log: `java.lang.NoClassDefFoundError: vazkii/patchouli/api/PatchouliAPI${at('elucent.eidolon.Eidolon.<init>(Eidolon.java:99) ~[eidolon-0.3.0.15.jar%23200!/:0.3.0.15] {re:classloading}')}`,
      who: 'eidolon-0.3.0.15.jar',
      says: /vazkii\.patchouli\.api\.PatchouliAPI/,
    },
    'a method of another version': {
      log: `java.lang.NoSuchMethodError: 'void net.minecraft.world.level.Level.m_7654_()'${at('com.deco.Deco.tick(Deco.java:2) ~[deco-2.jar%2388!/:2] {}', 'com.caller.Caller.run(Caller.java:7) ~[caller-1.jar%2389!/:1] {}')}`,
      who: 'deco-2.jar',
    },
    'a field of another version': {
      log: `java.lang.NoSuchFieldError: f_50016_${at('me.blocks.Blocks.<clinit>(Blocks.java:4) ~[blocks:4] {}')}`,
      who: 'blocks',
    },
    'a method that was left abstract': {
      log: `java.lang.AbstractMethodError: Receiver class me.fluid.Tank does not define or inherit an implementation${at('me.pipe.Pipe.push(Pipe.java:4)')}`,
      who: 'me.pipe.Pipe',
    },
  },
  OUT_OF_MEMORY: {
    'a heap that is full': {
      log: 'Exception in thread "Server thread" java.lang.OutOfMemoryError: Java heap space',
      act: { kind: 'MORE_MEMORY' },
    },
    'a heap that is nearly full': {
      log: 'java.lang.OutOfMemoryError: GC overhead limit exceeded',
      act: { kind: 'MORE_MEMORY' },
    },
    'threads that the system refuses': {
      log: 'java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached',
      says: /no more threads/,
    },
    'a machine without room': {
      log: '# There is insufficient memory for the Java Runtime Environment to continue.',
      says: /less free memory/,
    },
    'a heap larger than the machine':
      'Error occurred during initialization of VM\nCould not reserve enough space for 8388608KB object heap',
    'a heap that begins larger than it may be': {
      log: 'Initial heap size set to a larger value than the maximum heap size',
      says: /-Xms and -Xmx/,
    },
  },
  PORT_IN_USE: {
    'a port in use': '[Server thread/WARN]: **** FAILED TO BIND TO PORT!',
    'the same from Java': 'java.net.BindException: Address already in use',
    'an address of another machine': {
      log: 'java.net.BindException: Cannot assign requested address: bind',
      says: /server-ip/,
    },
    'the same from Netty on Linux': {
      log: '[Server thread/WARN]: The exception was: io.netty.channel.unix.Errors$NativeIoException: bind(..) failed: Cannot assign requested address',
      says: /^The address in server-ip is not one of this machine/,
    },
    'a port of a mod': {
      log: `java.net.BindException: Address already in use${at('java.base/sun.nio.ch.Net.bind(Net.java:555)', 'com.maps.WebServer.start(WebServer.java:20) ~[maps-3.jar%2330!/:3]')}`,
      who: 'maps-3.jar',
    },
  },
  EULA_NOT_ACCEPTED: {
    'the EULA':
      '[main/INFO]: You need to agree to the EULA in order to run the server. Go to eula.txt for more info.',
  },
  NO_RIGHTS: {
    'a file that cannot be written': {
      log: 'java.nio.file.AccessDeniedException: ./logs/latest.log',
      says: /\.\/logs\/latest\.log/,
    },
    'the same in other words': {
      log: 'java.io.FileNotFoundException: server.properties (Permission denied)',
      says: /server\.properties/,
    },
  },
  NO_ROOM: {
    'a disk that is full': 'java.io.IOException: No space left on device',
  },
  WORLD_IN_USE: {
    'a world that is open elsewhere':
      'net.minecraft.util.DirectoryLock$LockException: /srv/mc/./world/session.lock: already locked (possibly by other Minecraft instance?)',
    'a world that is open elsewhere, on Windows':
      'java.io.IOException: The process cannot access the file because another process has locked a portion of the file',
    'a world that is open elsewhere, up to 1.15':
      '[Server thread/ERROR]: The save is being accessed from another location, aborting',
  },
  NOT_INSTALLED: {
    'a server that is not installed': {
      log: 'Error: Unable to access jarfile fabric-server-launch.jar',
      says: /fabric-server-launch\.jar/,
    },
    'a loader that is not installed':
      'Error: Could not find or load main class net.fabricmc.loader.impl.launch.server.FabricServerLauncher',
  },
  BROKEN_JAR: {
    'a jar that is cut off': {
      log: 'Caused by: java.util.zip.ZipException: zip END header not found in /srv/mc/mods/bigmod-3.jar',
      who: 'bigmod-3.jar',
      act: { kind: 'DELETE_FILE', file: 'mods/bigmod-3.jar' },
    },
    'a jar that is cut off, without its name': {
      log: `java.util.zip.ZipException: zip END header not found${at('java.base/java.util.zip.ZipFile$Source.findEND(ZipFile.java:1469)')}`,
      says: /does not name it/,
    },
  },
  BROKEN_CONFIG: {
    'settings that cannot be read': {
      log: 'net.minecraftforge.fml.config.ConfigFileTypeHandler$ConfigLoadingException: Failed loading config file alexsmobs.toml of type COMMON for modid alexsmobs',
      who: 'alexsmobs',
      act: { kind: 'DELETE_FILE', file: 'config/alexsmobs.toml' },
    },
    'settings that are empty': {
      log: `com.electronwill.nightconfig.core.io.ParsingException: Not enough data available${at('com.electronwill.nightconfig.core.io.ReaderInput.read(ReaderInput.java:36)', 'dev.lamps.Settings.load(Settings.java:8) ~[lamps-1.0.jar%2390!/:1.0]')}`,
      who: 'lamps-1.0.jar',
    },
    'settings of a server': {
      log: 'Failed loading config file lamps-server.toml of type SERVER for modid lamps',
      act: { kind: 'DELETE_FILE', file: 'world/serverconfig/lamps-server.toml' },
    },
  },
  BROKEN_DATAPACK: {
    'a data pack that cannot be loaded':
      "Failed to load datapacks, can't proceed with server load. You can either fix your datapacks or reset to vanilla with --safeMode",
    'things of a mod that are not there': {
      log: "Failed to load datapacks, can't proceed with server load.\njava.util.concurrent.ExecutionException: java.lang.IllegalStateException: Unbound values in registry ResourceKey[minecraft:root / minecraft:worldgen/biome]: [terralith:alpha_islands, terralith:alpine_grove]",
      who: 'terralith',
      says: /terralith:alpha_islands/,
    },
  },
  BROKEN_WORLD: {
    'a world that cannot be read':
      'Exception reading ./world/level.dat\njava.util.zip.ZipException: Not in GZIP format',
    'a world of a newer game': {
      log: 'This world was saved with a newer version of Minecraft, corruption is to be expected!',
      says: /newer version of the game/,
    },
    'a world that waits for an answer': {
      log: '[Server thread/WARN]: Forge Mod Loader detected missing registry entries.\n\nThere are 5 missing entries in this save.',
      says: /\/fml confirm/,
    },
  },
  TOO_SLOW: {
    'a tick that took too long': {
      log: `[Server Watchdog/FATAL]: A single server tick took 60.00 seconds (should be max 0.05)${at('com.slow.Slow.tick(Slow.java:1) ~[slow-1.jar%2312!/:1] {}')}`,
      who: 'slow-1.jar',
    },
    'the watchdog in a crash report': {
      log: `Description: Watching Server\n\njava.lang.Error: ServerHangWatchdog detected that a single server tick took 60.00 seconds (should be max 0.05)${at('com.slow.Slow.tick(Slow.java:1) ~[slow-1.jar%2312!/:1] {}')}`,
      who: 'slow-1.jar',
      says: /60\.00 seconds/,
    },
    'the watchdog of newer games': {
      log: `Description: Watching Server\n\njava.lang.Error: Watchdog${at('TRANSFORMER/slowmod@1.2/com.slow.Slow.tick(Slow.java:1)')}`,
      who: 'slowmod',
    },
    'a class that cannot be loaded after the watchdog': {
      log: `[Server Watchdog/FATAL]: A single server tick took 60.00 seconds (should be max 0.05)${at('com.slow.Slow.tick(Slow.java:1) ~[slow-1.jar%2312!/:1] {}')}\njava.lang.NoClassDefFoundError: net/minecraft/CrashReportCategory$Entry${at('net.minecraft.CrashReport.add(CrashReport.java:1)')}`,
      who: 'slow-1.jar',
    },
  },
  MOD_FAILED: {
    'an entrypoint that failed': {
      log: "java.lang.RuntimeException: Could not execute entrypoint stage 'main' due to errors, provided by 'terralith' at 'com.terra.Lith'!",
      who: 'terralith',
    },
    'a mod that could not be made': {
      log: '[main/ERROR]: Failed to create mod instance. ModID: quark, class org.violetmoon.quark.Quark',
      who: 'quark',
    },
    'a mod that has failed to load': {
      log: 'net.minecraftforge.fml.LoadingFailedException: Loading errors encountered: [\n\tExample Mod (examplemod) has failed to load correctly\n]',
      who: 'examplemod',
    },
    'a block that crashes': {
      log: `Description: Ticking block entity\n\njava.lang.NullPointerException: Cannot invoke "x"${at('net.minecraft.world.level.Level.tick(Level.java:1)', 'blusunrize.machine.Machine.tick(Machine.java:1) ~[machine-9.jar%23500!/:9] {}')}`,
      who: 'machine-9.jar',
      says: /Ticking block entity/,
    },
    'a crash in native code': {
      log: '# A fatal error has been detected by the Java Runtime Environment:\n#\n# Problematic frame:\n# C  [libspark.so+0x1c2a4]',
      says: /libspark\.so/,
    },
    'a mod that could not be made, by its id alone': {
      log: '[main/ERROR]: Failed to create mod instance. ModID: xnet',
      who: 'xnet',
    },
    'a mod with a name that has failed to load': {
      log: '- Supplementaries (supplementaries) has failed to load correctly\n§7java.lang.ExceptionInInitializerError: null',
      who: 'supplementaries',
    },
    'a method that a mixin has merged': {
      log: `Description: Exception in server tick loop\n\njava.lang.NullPointerException: null${at('net.minecraft.class_1937.handler$zza000$the_bumblezone$onTick(class_1937.java:5042)', 'net.minecraft.class_1937.method_8441(class_1937.java:410)')}`,
      who: 'the_bumblezone',
    },
  },
};
const rows = new Map(
  Object.entries(byCause).flatMap(([cause, row]) =>
    Object.entries(row).map(([title, one]): [string, Row & { cause: string }] => [
      title,
      { cause, ...(typeof one === 'string' ? { log: one } : one) },
    ]),
  ),
);
const logOf = (title: string) => rows.get(title)?.log ?? '';

const read = (log: string | Uint8Array) => analyzeLog([Buffer.from(log)]);
const whoIs = ({ traces: [first] }: LogFinding) =>
  first?.file ?? first?.modId ?? first?.mixins ?? first?.className ?? first?.modName;

describe('a log becomes an answer', () => {
  it.each([...rows])('%s', async (_, { log, cause, who, says, act }) => {
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
      `${heap}You need to agree to the EULA in order to run the server.\n${logOf('one mod in two jars')}`,
    );
    expect(found.map(({ cause }) => cause)).toEqual(['EULA_NOT_ACCEPTED', 'DUPLICATE_MOD', 'OUT_OF_MEMORY']);
  });

  it('tells who called whom, from the failing code on', async () => {
    const [found] = await read(logOf('a method of another version'));
    expect(found?.traces.map(({ file }) => file)).toEqual(['deco-2.jar', 'caller-1.jar']);
  });

  it('does not tell that a mod failed where it tells why', async () => {
    const found = await read(
      `Failed to create mod instance. ModID: fancymenu, class com.fancy.menu.FancyMenu\n${logOf('Forge refuses a class of clients, and names the jar')}`,
    );
    expect(found.map(({ cause }) => cause)).toEqual(['CLIENT_ONLY_MOD']);
  });

  it('reads pieces that end in the middle of a line and of a letter as one', async () => {
    const bytes = Buffer.from(`täglich\n${logOf('a port in use')}`);
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
    const found = await read(Buffer.from(`\ufeff${logOf('a port in use')}\r\n`, 'utf16le'));
    expect(found.map(({ cause }) => cause)).toEqual(['PORT_IN_USE']);
  });
});

/** A crash in the words of NeoForge, with its jar in a frame. */
const crash = `[12:00:01] [main/INFO] [cpw.mods.modlauncher.Launcher/MODLAUNCHER]: ModLauncher running: args [--launchTarget, forgeserver]
[12:00:09] [main/WARN] [mixin/]: Mixin config calm.mixins.json does not specify "minVersion" property
[12:00:20] [main/ERROR] [net.minecraftforge.fml.javafmlmod.FMLModContainer/]: Failed to create mod instance. ModID: fancymenu, class com.fancy.menu.FancyMenu
java.lang.NoClassDefFoundError: net/minecraft/client/gui/screens/Screen
\tat com.fancy.menu.FancyMenu.<init>(FancyMenu.java:31) ~[fancymenu_forge_3.2.3.jar%23143!/:3.2.3] {re:classloading}
\tat java.base/java.lang.reflect.Constructor.newInstance(Constructor.java:480)
Caused by: java.lang.ClassNotFoundException: net.minecraft.client.gui.screens.Screen
\tat java.base/java.net.URLClassLoader.findClass(URLClassLoader.java:445)
\t... 22 more
[12:00:21] [main/FATAL] [net.minecraftforge.common.ForgeMod/]: Preparing crash report with UUID 1`;

const lines = (change: (line: string, index: number) => string) => crash.split('\n').map(change).join('\n');
const headless = (line: string) => line.replace(/^\[[\d:]+\] \[(main)\/([A-Z]+)\] \[[^\]]*\]: /, '');
const xml = () => {
  const events: string[] = [];
  for (const line of crash.split('\n')) {
    const [, level] = /\[main\/([A-Z]+)\]/.exec(line) ?? [];
    if (level === undefined) events.push(line);
    else
      events.push(
        `<log4j:Event logger="net.minecraftforge.fml.javafmlmod" timestamp="1732795220000" level="${level}" thread="main">`,
        `  <log4j:Message><![CDATA[${headless(line)}]]></log4j:Message>`,
        '</log4j:Event>',
      );
  }
  return events.join('\n');
};
const wrapped = (width: number) =>
  lines((line) => (line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']).join('\n'));
const folded = (width: number) =>
  lines((line) => line.replaceAll(new RegExp(`(.{1,${width}})( |$)`, 'g'), '$1\n').trimEnd());

/** How people hand over the same log; forms of programs and panels were looked up in public reports on 2026-11-28. */
const handedOver: Record<string, string | Uint8Array> = {
  'as it is': crash,
  'with the ends of lines of Windows': crash.replaceAll('\n', '\r\n'),
  'with CR alone': crash.replaceAll('\n', '\r'),
  'in UTF-16': Buffer.from(`\ufeff${crash.replaceAll('\n', '\r\n')}`, 'utf16le'),
  'with a byte-order mark': `\ufeff${crash}`,
  'by docker compose': lines((line) => `minecraft-1  | ${line}`),
  'by docker logs -t': lines((line, index) => `2026-11-28T12:00:0${index}.12345678${index}Z ${line}`),
  'by compose with times': lines(
    (line, index) => `mc  | 2026-11-28T12:00:0${index}.12345678${index}Z ${line}`,
  ),
  'by kubectl with names': lines((line) => `[pod/mc-0/minecraft] ${line}`),
  'in the files of Docker': lines((line) =>
    JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-28T12:00:01Z' }),
  ),
  'by journalctl': lines((line) => `Nov 28 12:00:01 host java[1234]: ${line}`),
  'by journalctl with full times': lines((line) => `2026-11-28T12:00:01+0100 host mc.service[1234]: ${line}`),
  'by Multicraft': lines(
    (line) =>
      `28.11 12:00:01 [Server] ${line.replace(/^\[[\d:]+\] \[(main\/[A-Z]+)\]/, '$1').replace(/^(?=\s|j|C)/, 'INFO ')}`,
  ),
  'by MCDReforged': lines((line) => `[Server] ${line}`),
  'by AMP': lines((line) => `[12:00:01] [Console:Info/1] : ${line}`),
  'by ATLauncher': lines((line) => `[28/11/2026 12:00:01 pm] ${line}`),
  'by a container of Pterodactyl': lines((line) => `container@pterodactyl~ ${line}`),
  'by screen, with its sequences': lines((line) => `\u001b[K\u001b[?25l${line}\u001b[0m`),
  'through Forge, which names who printed': lines((line, index) =>
    index < 3 || index > 8
      ? line
      : `[12:00:20] [main/INFO] [STDERR/]: [java.lang.Throwable:printStackTrace:648]: ${line}`,
  ),
  "in log4j's XML": xml(),
  'as a quote': lines((line) => `> ${line}`),
  'as a quote of a quote': lines((line) => `> > ${line}`),
  'with a code mark around each line': lines((line) => `\`${line}\``),
  'as a code block': `\`\`\`\n${crash}\n\`\`\``,
  indented: lines((line) => `    ${line}`),
  'with numbers of lines': lines((line, index) => `${String(index + 1).padStart(5)}  ${line}`),
  'with numbers and bars': lines((line, index) => `${index + 1} | ${line}`),
  'in cells of a table': lines((line) => `| ${line} |`),
  'with colours written out': lines((line) => `^[[31m${line}^[[0m`),
  'wrapped at 80 columns': wrapped(80),
  'wrapped at spaces': folded(100),
  'in one line': crash.replaceAll(/\n\s*/g, ' '),
  'in one line with its line ends written out': crash.replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
};

describe('the same log, as people hand it over', () => {
  it.each(Object.entries(handedOver))('%s', async (_, log) => {
    const found = await read(log);
    expect(found.map(({ cause }) => cause)).toEqual(['CLIENT_ONLY_MOD']);
    expect(found.map(whoIs)).toEqual(['fancymenu_forge_3.2.3.jar']);
  });
});

describe('a whole log', () => {
  const guilty = `java.lang.NoClassDefFoundError: net/minecraft/client/gui/screens/Screen${at('com.guilty.Guilty.<init>(Guilty.java:31) ~[guilty-3.2.jar%23143!/:3.2] {re:classloading}')}`;

  it.each(wholeLogs)('of %s that started, and ran, says nothing', async (name) => {
    expect(await read(wholeLog(name))).toEqual([]);
  });

  it.each(wholeLogs)('of %s that crashed names the jar, and no innocent one', async (name) => {
    const found = await read(wholeLog(name, guilty));
    expect(found.map(whoIs)).toEqual(['guilty-3.2.jar']);
  });

  it('names whoever crashed the server after it had run, and none of the complaints before', async () => {
    const report = `[14:00:00] [Server thread/ERROR]: Encountered an unexpected exception\n${logOf('a method of another version')}`;
    const found = await read(
      `${wholeLog('Forge 1.20.1')}${'[13:00:00] [Server thread/INFO]: quiet\n'.repeat(500)}${report}`,
    );
    expect(found.map(whoIs)).toEqual(['deco-2.jar']);
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
    ['of=my-eyJhbGci-eyJOi.eyJzdWIi.c2ln, a-eyJ.', 'of=my-‹token›, a-eyJ.'],
    ['jane@example.com and TRANSFORMER/jei@15.2.0.27/mezz', '‹address› and TRANSFORMER/jei@15.2.0.27/mezz'],
  ])('%s', (line, redacted) => {
    expect(redact(line)).toBe(redacted ?? line);
  });

  it('comes to an end for a line of a million beginnings of tokens, whose square would take hours', () => {
    const line = '-eyJ'.repeat(1_000_000);
    expect(redact(line)).toBe(line);
  });
});
