import { isClientClass } from '../frames.ts';
import { onLines } from '../on-lines.ts';

const dist = 'reaches for a part of the game that only clients have';
const named = (name: string) => name.replaceAll('/', '.');

/**
 * Client classes on a server: Forge's and NeoForge's RuntimeDistCleaner ("for invalid dist"), old Forge's
 * SideTransformer ("for invalid side"), Fabric's and Quilt's "environment type", and Java's own message where no
 * loader checks first.
 */
export const clientOnly = onLines([
  {
    has: ['for invalid dist DEDICATED_SERVER', 'for invalid side SERVER'],
    pattern: /Attempted to load class ([\w./$]{1,300}) for invalid (?:dist DEDICATED_SERVER|side SERVER)/,
    tell: ([, name = '']) => ({
      cause: 'CLIENT_ONLY_MOD',
      message: `A mod ${dist}: ${named(name)}.`,
      act: { kind: 'DROP_MOD' },
    }),
    traced: true,
  },
  {
    has: 'in environment type SERVER',
    pattern: /Cannot load class ([\w./$]{1,300}) in environment type SERVER/,
    tell: ([, name = '']) => ({
      cause: 'CLIENT_ONLY_MOD',
      message: `A mod ${dist}: ${named(name)}.`,
      act: { kind: 'DROP_MOD' },
    }),
    traced: true,
  },
  {
    has: ['NoClassDefFoundError', 'ClassNotFoundException'],
    // Mixin warns of classes that are not there in packs that start.
    unless: 'Error loading class:',
    pattern:
      /(?:NoClassDefFoundError|ClassNotFoundException): (?:Could not initialize class )?([\w./$]{1,300})/,
    tell: ([, name = '']) =>
      isClientClass(name)
        ? { cause: 'CLIENT_ONLY_MOD', message: `A mod ${dist}: ${named(name)}.`, act: { kind: 'DROP_MOD' } }
        : null,
    traced: true,
  },
]);
