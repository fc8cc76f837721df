import { isClientClass } from '../frames.ts';
import { onLines } from '../on-lines.ts';

const named = (name: string) => name.replaceAll('/', '.');

/** Calls to classes, methods and fields that are not there. */
export const missingCode = onLines([
  {
    has: ['NoClassDefFoundError', 'ClassNotFoundException'],
    // Mixin warns of classes that are not there in packs that start.
    unless: 'Error loading class:',
    pattern: /(?:NoClassDefFoundError|ClassNotFoundException): (?!Could not initialize)([\w./$]{1,300})/,
    tell: ([, name = '']) =>
      isClientClass(name)
        ? null
        : {
            cause: 'CODE_MISSING',
            message: `A mod asks for ${named(name)}, which is not there: the mod that has it is missing or of another version.`,
          },
    traced: true,
  },
  {
    has: ['NoSuchMethodError', 'NoSuchFieldError', 'AbstractMethodError', 'IncompatibleClassChangeError'],
    pattern:
      /(?:NoSuchMethodError|NoSuchFieldError|AbstractMethodError|IncompatibleClassChangeError): (.{1,200})/,
    tell: ([, what = '']) =>
      what.includes('ManifestEntryVerifier')
        ? null
        : {
            cause: 'CODE_MISSING',
            message: `A mod calls ${what.replaceAll("'", '')}, which is not there: two mods, or a mod and the game, have versions that do not fit.`,
          },
    traced: true,
  },
]);
