import type { LogTrace } from './log-finding.ts';

/** Packages of the game, Java, loaders and libraries, whose frames do not show the faulty mod. */
const notMods =
  /^(?:java|javax|jdk|sun|com\.sun|net\.minecraft|com\.mojang|net\.minecraftforge|net\.neoforged|cpw\.mods|net\.fabricmc\.loader|org\.quiltmc\.loader|org\.spongepowered|com\.llamalad7\.mixinextras|org\.objectweb|io\.netty|it\.unimi|com\.google|org\.apache|kotlin|scala|org\.slf4j|com\.electronwill|oshi|joptsimple|net\.fabricmc\.(?:devlaunch|installer|loom))(?:\.|$)/;

const frame =
  /^\s*(?:at\s+)?(?:[\w.-]{1,80}\/){0,2}(?:([\w-]{1,80})@[^/\s]{0,120}\/)?([\w.$]{1,300})\.([\w$<>-]{1,200})\([^)]{0,200}\)(.*)$/;
/** After a frame, Forge and NeoForge name the jar, or on older versions the mod: ~[example-1.0.jar%23143!/:1.0], ~[example:1.0]. */
const fromJar = /\[([^[\]%:!]{1,200}\.jar)(?:%23|!|:|\])/;
const fromMod = /\[([\w-]{1,80}):[^\]]{0,80}\]/;

/** Whether a line is a frame of a stack trace. */
function isFrame(text: string): boolean {
  return /^\s*at\s/.test(text);
}

/** The owner of a frame's code; null for the game, Java, loaders and libraries, and for lines that are no frames. */
export function traceOfFrame(text: string): LogTrace | null {
  if (!isFrame(text)) return null;
  const [, module, className = '', , origin = ''] = frame.exec(text) ?? [];
  if (className === '' || notMods.test(className)) return null;
  const [, file] = fromJar.exec(origin) ?? [];
  const [, modId = module] = file === undefined ? (fromMod.exec(origin) ?? []) : [];
  return {
    // A mixin's method stands in the class of the game, so a class of a mod is its own.
    className: className.replace(/\$.*$/, ''),
    ...(file === undefined ? {} : { file }),
    ...(modId === undefined || modId === 'forge' || modId === 'minecraft' ? {} : { modId }),
  };
}

/** True for classes that exist on clients only. */
export function isClientClass(name: string): boolean {
  return /^(?:net[./]minecraft[./](?:client|src[./]client)[./]|com[./]mojang[./]blaze3d[./]|net[./]minecraftforge[./](?:client|fml[./]client)[./]|net[./]neoforged[./]neoforge[./]client[./]|net[./]fabricmc[./]fabric[./]api[./]client[./]|org[./]lwjgl[./])/.test(
    name,
  );
}
