import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { findClientStart } from './construction.ts';
import type { JarContents } from './contents.ts';
import { type FabricStart, readStartClasses } from './fabric-start.ts';
import type { SearchedClasses } from './method-code.ts';

/**
 * Client classes that no server has, and guard classes that check the side. Until 1.21 the game's classes have the
 * names of Fabric's intermediary, which stay the same in all versions: MinecraftClient, KeyBinding, Screen,
 * ClientWorld, ClientPlayerEntity. From 26.1 on they have their own. Mods also check through Architectury and through
 * services of their own, whose interfaces are not followed.
 */
const startReferences: SearchedClasses = {
  // Servers have this class, although its package is named for the client.
  except: new Set(['net/fabricmc/fabric/api/client/itemgroup/FabricItemGroupBuilder']),
  single: new Set([310, 304, 437, 638, 746].map((number) => `net/minecraft/class_${number}`)),
  classes: [
    'net/minecraft/client/',
    'net/fabricmc/fabric/api/client/',
    'com/mojang/blaze3d/',
    'com/mojang/realmsclient/',
  ].map((name) => Buffer.from(name)),
  guards: [
    'net/fabricmc/api/EnvType',
    'net/fabricmc/loader/',
    'org/quiltmc/loader/',
    'dev/architectury/utils/Env',
    'dev/architectury/platform/Platform',
    'me/shedaniel/architectury/utils/Env',
    'me/shedaniel/architectury/platform/Platform',
  ].map((name) => Buffer.from(name)),
};

/** The descriptor with the doubt raised by its entrypoints, if a server's start reaches the client; otherwise null. */
export function withFabricClientStart(
  jar: JarContents,
  descriptor: ModDescriptor,
  start: FabricStart,
): ModDescriptor | null {
  const classes = new Map(readStartClasses(jar, start).map((one) => [one.path, one]));
  for (const { path, method } of start.calls) {
    const found = classes.get(path);
    if (found === undefined) continue;
    const isStart = (name: string) => name === '<init>' || name === method;
    const way = findClientStart(jar, found, startReferences, { isStart });
    if (way === null) continue;
    const evidence = `${descriptor.evidence} But ${way}, which no server has.`;
    return { ...descriptor, certainty: 'DOUBTFUL', evidence };
  }
  return null;
}
