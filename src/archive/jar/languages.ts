import { decodeText } from '../lenient/text.ts';
import { label } from '../lenient/value.ts';
import type { JarBudget } from '../limits.ts';
import { returnedText } from './class-code.ts';
import type { JarContents } from './contents.ts';
import type { JarManifest } from './manifest.ts';

/** Service files that name the language providers of Forge and NeoForge; the last one since 1.20.5. */
export const languageServices: readonly string[] = [
  'META-INF/services/net.minecraftforge.forgespi.language.IModLanguageProvider',
  'META-INF/services/net.neoforged.neoforgespi.language.IModLanguageProvider',
  'META-INF/services/net.neoforged.neoforgespi.language.IModLanguageLoader',
];

/** Stands for a language whose name is not known, or an id that is not. */
export const anyName = '*';

/** Most classes that are asked for their name. */
const mostProviders = 8;

/** The languages, in lower case, that a jar itself provides to Forge or NeoForge; `*` where a provider does not show its name. */
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

/** The classes that a service file names, one a line, with comments behind a `#`; one too many when there are more than are asked. */
function classNames(text: string): string[] {
  const names = text
    .split(/[\r\n]+/, 1_000)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  return names.length > mostProviders ? [anyName] : names;
}

/** A provider's `name()` just returns its name, so the text can be read from the class file. */
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
