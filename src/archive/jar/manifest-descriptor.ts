import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { label } from '../lenient/value.ts';
import { tweakerDescriptor } from './client-tweakers.ts';
import type { JarContents } from './contents.ts';
import { languageServices } from './languages.ts';
import type { JarManifest } from './manifest.ts';

/** Services with which a jar without mods takes part in the start of Forge or NeoForge. */
export const loaderServices: readonly string[] = [
  ...languageServices,
  'META-INF/services/cpw.mods.modlauncher.api.ITransformationService',
  'META-INF/services/cpw.mods.modlauncher.serviceapi.ILaunchPluginService',
  'META-INF/services/net.minecraftforge.forgespi.coremod.ICoreModProvider',
  'META-INF/services/net.minecraftforge.forgespi.locating.IDependencyLocator',
  'META-INF/services/net.minecraftforge.forgespi.locating.IModLocator',
  'META-INF/services/net.neoforged.neoforgespi.coremod.ICoreMod',
  'META-INF/services/net.neoforged.neoforgespi.earlywindow.GraphicsBootstrapper',
  'META-INF/services/net.neoforged.neoforgespi.locating.IDependencyLocator',
  'META-INF/services/net.neoforged.neoforgespi.locating.IModFileCandidateLocator',
  'META-INF/services/net.neoforged.neoforgespi.locating.IModFileReader',
  'META-INF/services/net.neoforged.neoforgespi.locating.IModLocator',
];

/** The file that lists scripts which change classes as they are loaded. */
export const coremodList = 'META-INF/coremods.json';

/**
 * The role of a jar without a descriptor for Forge and NeoForge, by its manifest and related files: a tweaker, a
 * library with nested mods, a coremod, a part of the loader. Null without any sign.
 */
export function manifestDescriptor(
  jar: JarContents,
  manifest: JarManifest,
  { hasDescriptor, hasNestedMods }: { hasDescriptor: boolean; hasNestedMods: boolean },
): ModDescriptor | null {
  const tweaker = hasDescriptor ? null : tweakerDescriptor(manifest.get('tweakclass') ?? '');
  if (tweaker !== null) return tweaker;
  const why =
    partOfLoader(jar, manifest) ?? (hasNestedMods && !hasDescriptor ? 'it has mods nested in it' : null);
  if (why === null) return null;
  return {
    format: 'MANIFEST.MF',
    mods: [],
    side: 'UNKNOWN',
    certainty: 'NONE',
    evidence: `The jar names no mod of its own, so its side is unknown: ${why}.`,
    requires: [],
    provides: [],
  };
}

function partOfLoader(jar: JarContents, manifest: JarManifest): string | null {
  const type = manifest.get('fmlmodtype') ?? '';
  if (type !== '' && type !== 'MOD') return `FMLModType in its manifest is ${label(type, 40)}`;
  if (manifest.has('fmlcoreplugin')) return 'its manifest has FMLCorePlugin, which makes it a coremod';
  const service = loaderServices.find((name) => jar.files.has(name));
  return service === undefined ? null : `it has ${service}`;
}
