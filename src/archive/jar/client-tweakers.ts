import type { ModDescriptor } from '../../modloaders/modloader.ts';

/**
 * Known tweakers of client-only mods: classes that a jar's manifest names as `TweakClass` to change the game before it
 * starts.
 */
const clientTweakers: ReadonlyMap<string, { id: string; name: string }> = new Map([
  ['com.mumfrey.liteloader.launch.LiteLoaderTweaker', { id: 'liteloader', name: 'LiteLoader' }],
  ['optifine.OptiFineForgeTweaker', { id: 'optifine', name: 'OptiFine' }],
  ['optifine.OptiFineTweaker', { id: 'optifine', name: 'OptiFine' }],
]);

/** The descriptor of a jar with a known client-only tweaker, which has no other descriptor; null for other tweakers. */
export function tweakerDescriptor(tweakClass: string): ModDescriptor | null {
  const known = clientTweakers.get(tweakClass);
  if (known === undefined) return null;
  return {
    format: 'MANIFEST.MF',
    mods: [{ ...known, version: '' }],
    side: 'CLIENT',
    certainty: 'INFERRED',
    evidence: `MANIFEST.MF: TweakClass is ${tweakClass}, which changes the client and is made for nothing else.`,
    requires: [],
    provides: [],
  };
}
