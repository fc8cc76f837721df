import type { ModDescriptor } from '../../modloaders/modloader.ts';

/** Classes that change the game before it starts, named by `TweakClass` in a jar's manifest, of mods for clients alone. */
const clientTweakers: ReadonlyMap<string, { id: string; name: string }> = new Map([
  ['com.mumfrey.liteloader.launch.LiteLoaderTweaker', { id: 'liteloader', name: 'LiteLoader' }],
  ['optifine.OptiFineForgeTweaker', { id: 'optifine', name: 'OptiFine' }],
  ['optifine.OptiFineTweaker', { id: 'optifine', name: 'OptiFine' }],
]);

/** The descriptor that a known client-only tweaker gives its jar, which has no other; null for other tweakers. */
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
