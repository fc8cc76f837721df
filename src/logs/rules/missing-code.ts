import { isClientClass } from '../frames.ts';
import type { LogRule } from '../log-rule.ts';

const named = (name: string) => name.replaceAll('/', '.');

/** Calls to missing classes, methods and fields. Mixin also warns of missing classes in packs that start. */
export const missingCode: LogRule = [
  {
    has: ['NoClassDefFoundError', 'ClassNotFoundException'],
    pattern:
      /^(?!.{0,300}Error loading class).{0,600}?(?:NoClassDefFoundError|ClassNotFoundException): (?!Could not initialize)([\w./$]{1,300})/,
    report: ([, name = '']) =>
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
    report: ([, what = '']) =>
      what.includes('ManifestEntryVerifier')
        ? null
        : {
            cause: 'CODE_MISSING',
            message: `A mod calls ${what.replaceAll("'", '')}, which is not there: two mods, or a mod and the game, have versions that do not fit.`,
          },
    traced: true,
  },
];
