import { decodeText } from '../lenient/text.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { returnedText } from './class-code.ts';
import type { JarContents } from './contents.ts';
import type { JarManifest } from './manifest.ts';

/** Service files that list the language providers of Forge and NeoForge; the last one since 1.20.5. */
export const languageServices: readonly string[] = [
  'META-INF/services/net.minecraftforge.forgespi.language.IModLanguageProvider',
  'META-INF/services/net.neoforged.neoforgespi.language.IModLanguageProvider',
  'META-INF/services/net.neoforged.neoforgespi.language.IModLanguageLoader',
];

/** A placeholder for a language or an id that is unknown. */
export const anyName = '*';

/** Most provider classes that are read. */
const mostProviders = 8;

/**
 * The languages, in lower case, that a jar provides to Forge or NeoForge; `*` for a provider that does not show its
 * name.
 */
export function readLanguages(jar: JarContents, manifest: JarManifest, budget: JarBudget): string[] {
  const services = languageServices.flatMap((name) => jar.files.get(name) ?? []);
  if (services.length === 0) return manifest.get('fmlmodtype') === 'LANGPROVIDER' ? [anyName] : [];
  const names = services.flatMap((service) => {
    try {
      const text = decodeText(jar.readText(service, budget.maxDescriptorBytes));
      return classNames(text).map((name) => nameOf(jar, name, budget));
    } catch {
      return [anyName];
    }
  });
  return [...new Set(names)];
}

/**
 * The classes listed in a service file, one a line, with comments after a `#`; one more than the limit when there are
 * more.
 */
function classNames(text: string): string[] {
  const names = text
    .split(/[\r\n]+/, 1_000)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  return names.length > mostProviders ? [anyName] : names;
}

/** A provider's `name()` only returns its name, so the class file holds the text. */
function nameOf(jar: JarContents, className: string, budget: JarBudget): string {
  const entry = jar.find(`${className.replaceAll('.', '/')}.class`);
  if (entry === null) return anyName;
  try {
    const name = returnedText(jar.read(entry, budget.maxDescriptorBytes), 'name');
    return name === null ? anyName : label(name, budget.maxIdLength).toLowerCase();
  } catch {
    return anyName;
  }
}
