import type { LogTrace } from './log-finding.ts';

/** Packages of the game, Java, loaders and libraries; their frames do not point to the faulty mod. */
const notMods =
  /^(?:java|javax|jdk|sun|com\.sun|net\.minecraft|com\.mojang|net\.minecraftforge|net\.neoforged|cpw\.mods|net\.fabricmc\.(?:loader|devlaunch|installer|loom)|org\.quiltmc\.loader|org\.spongepowered|com\.llamalad7\.mixinextras|org\.objectweb|io\.netty|it\.unimi|com\.google|org\.apache|kotlin|scala|org\.slf4j|com\.electronwill|oshi|joptsimple)(?:\.|$)/;

/** Jars that loaders bring, and that are never in `mods/`. */
const notInMods =
  /^(?:fmlcore|fmlloader|fmlearlydisplay|javafmllanguage|lowcodelanguage|mclanguage|forge-\d|neoforge-\d|server-\d|client-\d|minecraft[-_]|fabric-loader-|quilt-loader-|modlauncher|bootstraplauncher|securejarhandler|eventbus-|mixin-\d|sponge-mixin|mixinextras|accesstransformers|coremods-|spi-\d|authlib|brigadier|datafixerupper|log4j|netty-)/i;

const frame =
  /^\s*(?:at\s+)?(?:[\w.-]{1,80}\/){0,2}(?:([\w-]{1,80})@[^/\s]{0,120}\/)?([\w.$]{1,300})\.([\w$<>-]{1,200})\([^)]{0,200}\)(.*)$/;
/**
 * The jar, or on older versions the mod, that Forge and NeoForge print after a frame: ~[example-1.0.jar%23143!/:1.0],
 * ~[example:1.0].
 */
const fromJar = /\[([^[\]%:!]{1,200}\.jar)(?:%23|!|:|\])/;
const fromMod = /\[([\w-]{1,80}):[^\]]{0,80}\]/;
/**
 * A method that Mixin merges into another class, with the mod in its name: handler$zza000$example$onTick,
 * mdb3c5e7$example$lambda$tick$0.
 */
const mergedMethod = /^(?:[a-zA-Z]{4,30}\$[a-z]{3}\d{3}|md[0-9a-f]{6,8})\$([a-z][\w-]{1,63})\$/;
/** Ids of the platform, which belong to no jar in `mods/`. */
const platformIds = /^(?:minecraft|forge|neoforge|fabricloader|fabric-loader|quilt_loader|java|mixinextras)$/;

/** Whether a jar can be in `mods/`, by name or path; the loader's libraries cannot be culprits. */
export function mayBeMod(file: string): boolean {
  const path = file.replaceAll('\\', '/');
  return (
    !/(?:^|\/)(?:libraries|versions)\//.test(path) && !notInMods.test(path.slice(path.lastIndexOf('/') + 1))
  );
}

/** Whether a line is a frame of a stack trace. */
export function isFrame(text: string): boolean {
  return /^\s*at\s/.test(text);
}

/** The owner of a frame's code; null for the game, Java, loaders, libraries and lines that are no frames. */
export function traceOfFrame(text: string): LogTrace | null {
  if (!isFrame(text)) return null;
  const [, module, className = '', method = '', origin = ''] = frame.exec(text) ?? [];
  if (className === '') return null;
  if (notMods.test(className)) {
    const modId = mergedMethod.exec(method)?.[1];
    return modId === undefined || platformIds.test(modId) ? null : { modId };
  }
  const [, jar] = fromJar.exec(origin) ?? [];
  const file = jar === undefined || !mayBeMod(jar) ? undefined : jar;
  const [, modId = module] = jar === undefined ? (fromMod.exec(origin) ?? []) : [];
  return {
    className: ownClass(className),
    ...(file === undefined ? {} : { file }),
    ...(modId === undefined || platformIds.test(modId) ? {} : { modId }),
  };
}

/** The trace of a class name with dots or slashes; null for the game, Java, loaders and libraries. */
export function traceOfClass(name: string): LogTrace | null {
  const className = ownClass(name.replaceAll('/', '.'));
  return notMods.test(className) ? null : { className };
}

/**
 * The outermost class. Mixin runs a mixin's methods in a class of the game, so a frame in a mod's class is the mod's
 * own code.
 */
function ownClass(name: string): string {
  return name.replace(/\$.*$/, '');
}

/** Whether a class exists only on clients. */
export function isClientClass(name: string): boolean {
  return /^(?:net[./]minecraft[./](?:client|src[./]client)[./]|com[./]mojang[./]blaze3d[./]|net[./]minecraftforge[./](?:client|fml[./]client)[./]|net[./]neoforged[./]neoforge[./]client[./]|net[./]fabricmc[./]fabric[./]api[./]client[./]|org[./]lwjgl[./])/.test(
    name,
  );
}
