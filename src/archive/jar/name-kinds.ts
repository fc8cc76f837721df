/**
 * The kind of a game or loader class by its name: a client class; a hook that makes a mod work on a server (events,
 * messages, registries, commands); a harmless class of both sides without effects; or any other part of the game.
 */
export type NameKind = 'client' | 'hook' | 'harmless' | 'game';

/** Prefixes of the names to classify. */
export const gameRoots = ['net/minecraft', 'net/neoforged/', 'com/mojang/'].map((root) => Buffer.from(root));

/** Until 1.16, Forge's names of these classes are in client packages, but servers use them to read data. */
export const dataListeners: readonly string[] = [
  'net/minecraft/client/resources/JsonReloadListener',
  'net/minecraft/client/resources/ReloadListener',
];

const client = [
  'com/mojang/blaze3d',
  'com/mojang/realmsclient',
  'net/minecraft/client',
  'net/minecraft/realms',
  'net/minecraft/server/integrated',
  'net/minecraftforge/client',
  'net/minecraftforge/event/TickEvent$ClientTickEvent',
  'net/minecraftforge/event/TickEvent$RenderTickEvent',
  'net/minecraftforge/event/entity/player/ItemTooltipEvent',
  'net/minecraftforge/fml/client',
  'net/minecraftforge/fmlclient',
  'net/neoforged/neoforge/client',
  'net/neoforged/neoforge/event/entity/player/ItemTooltipEvent',
];

const hooks = [
  ...dataListeners,
  'com/mojang/brigadier',
  'net/minecraft/command',
  'net/minecraft/commands',
  'net/minecraft/network',
  'net/minecraft/server',
  'net/minecraftforge/common/capabilities',
  'net/minecraftforge/event',
  'net/minecraftforge/fml/RegistryObject',
  'net/minecraftforge/fml/event/lifecycle/FMLDedicatedServerSetupEvent',
  'net/minecraftforge/fml/event/server',
  'net/minecraftforge/fml/network',
  'net/minecraftforge/fml/server',
  'net/minecraftforge/fmllegacy/RegistryObject',
  'net/minecraftforge/fmllegacy/network',
  'net/minecraftforge/fmlserverevents',
  'net/minecraftforge/network',
  'net/minecraftforge/registries/DeferredRegister',
  'net/minecraftforge/registries/RegisterEvent',
  'net/minecraftforge/registries/RegistryObject',
  'net/minecraftforge/server',
  'net/neoforged/fml/event/lifecycle/FMLDedicatedServerSetupEvent',
  'net/neoforged/neoforge/attachment',
  'net/neoforged/neoforge/capabilities',
  'net/neoforged/neoforge/event',
  'net/neoforged/neoforge/network',
  'net/neoforged/neoforge/registries',
  'net/neoforged/neoforge/server',
];

const harmless = [
  // Fragments of names in texts and compiled code.
  'com/mojang',
  'net/minecraft',
  'net/minecraftforge',
  'net/neoforged',
  // Words, numbers, files and crash reports.
  'com/mojang/datafixers',
  'com/mojang/logging',
  'com/mojang/math',
  'com/mojang/serialization',
  'com/mojang/text2speech',
  'net/minecraft/ChatFormatting',
  'net/minecraft/CrashReport',
  'net/minecraft/CrashReportCategory',
  'net/minecraft/FieldsAreNonnullByDefault',
  'net/minecraft/FileUtil',
  'net/minecraft/MethodsReturnNonnullByDefault',
  'net/minecraft/ReportedException',
  'net/minecraft/SharedConstants',
  'net/minecraft/Util',
  'net/minecraft/crash',
  'net/minecraft/locale',
  'net/minecraft/network/chat',
  'net/minecraft/resources/IResource',
  'net/minecraft/resources/IResourceManager',
  'net/minecraft/resources/ResourceLocation',
  'net/minecraft/server/packs',
  'net/minecraft/util/FastColor',
  'net/minecraft/util/FormattedCharSequence',
  'net/minecraft/util/FormattedCharSink',
  'net/minecraft/util/ICharacterConsumer',
  'net/minecraft/util/IReorderingProcessor',
  'net/minecraft/util/IStringSerializable',
  'net/minecraft/util/Mth',
  'net/minecraft/util/OptionEnum',
  'net/minecraft/util/ResourceLocation',
  'net/minecraft/util/SharedConstants',
  'net/minecraft/util/StringRepresentable',
  'net/minecraft/util/Util',
  'net/minecraft/util/math/MathHelper',
  'net/minecraft/util/text',
  // The slots on screens.
  'net/minecraft/inventory/container/ClickType',
  'net/minecraft/inventory/container/Container',
  'net/minecraft/inventory/container/Slot',
  'net/minecraft/world/inventory/AbstractContainerMenu',
  'net/minecraft/world/inventory/ClickType',
  'net/minecraft/world/inventory/Slot',
  // Loading and configuration of mods, and declarations that a server does not need the mod.
  'net/minecraftforge/api/distmarker',
  'net/minecraftforge/common/ForgeConfigSpec',
  'net/minecraftforge/common/MinecraftForge',
  'net/minecraftforge/event/TickEvent',
  'net/minecraftforge/event/TickEvent$Phase',
  'net/minecraftforge/event/TickEvent$Type',
  'net/minecraftforge/eventbus',
  'net/minecraftforge/fml',
  'net/minecraftforge/fml/network/FMLNetworkConstants',
  'net/minecraftforge/fmllegacy/network/FMLNetworkConstants',
  'net/minecraftforge/forgespi',
  'net/minecraftforge/network/NetworkConstants',
  'net/minecraftforge/versions',
  'net/neoforged/api',
  'net/neoforged/bus',
  'net/neoforged/fml',
  'net/neoforged/neoforge/common/ModConfigSpec',
  'net/neoforged/neoforge/common/NeoForge',
  'net/neoforged/neoforge/internal/versions',
  'net/neoforged/neoforgespi',
];

/** Exact names, which say nothing about the packages below them. */
const exactly = new Set([
  'com/mojang',
  'net/minecraft',
  'net/minecraftforge',
  'net/minecraftforge/event/TickEvent',
  'net/neoforged',
]);

const kinds: ReadonlyMap<string, NameKind> = new Map([
  ...client.map((name) => [name, 'client'] as const),
  ...hooks.map((name) => [name, 'hook'] as const),
  ...harmless.map((name) => [name, 'harmless'] as const),
]);

const ends = /[/$]/g;

/** The kind of a class by the longest known prefix of its name. */
export function kindOf(name: string): NameKind {
  const whole = kinds.get(name);
  if (whole !== undefined) return whole;
  let found: NameKind = 'game';
  for (const { index } of name.matchAll(ends)) {
    const start = name.slice(0, index);
    if (!exactly.has(start)) found = kinds.get(start) ?? found;
  }
  return found;
}
