import type { JarBudget } from '../limits.ts';
import { type ConstantPool, constantAt, readConstantPool, textAt } from './constant-pool.ts';
import type { JarContents } from './contents.ts';
import { anyName } from './languages.ts';
import type { JarManifest } from './manifest.ts';

const inContainers = Buffer.from('ModContainer');
/** The form of a mod's id in the text of a class that declares a mod. */
const idForm = /^[A-Za-z][\w.|\- ]{1,63}$/;
/** Most names of a coremod's class that are searched in its jar, and most ids of one jar. */
const most = { names: 200, ids: 200 };

/**
 * The ids, in lower case, that a coremod of old Forge may declare. A coremod names a class that stands for a mod and
 * gives its id at run time, so every text of that class that may be an id counts; `*` when the classes do not show any.
 */
export function coremodIds(jar: JarContents, manifest: JarManifest, budget: JarBudget): string[] {
  const plugin = manifest.get('fmlcoreplugin');
  if (plugin === undefined || plugin === '') return [];
  try {
    const own = textsIn(readClass(jar, classPath(plugin), budget)).map(classPath);
    if (own.length > most.names) return [anyName];
    const containers = [...new Set(own)].flatMap((path) => {
      const bytes = jar.find(path) === null ? null : readClass(jar, path, budget);
      return bytes?.includes(inContainers) ? [bytes] : [];
    });
    const found = containers.map((bytes) => textsIn(bytes).filter((text) => idForm.test(text)));
    const ids = new Set(found.flat().map((id) => id.toLowerCase()));
    return ids.size > most.ids || found.some((texts) => texts.length === 0) ? [anyName] : [...ids];
  } catch {
    return [anyName];
  }
}

function classPath(name: string): string {
  return `${name.replaceAll('.', '/')}.class`;
}

function readClass(jar: JarContents, path: string, budget: JarBudget): Buffer {
  const entry = jar.find(path);
  if (entry === null) throw new RangeError(`${path} is not in the jar.`);
  return jar.read(entry, budget.maxDescriptorBytes);
}

/** The texts that the code of a class can use, and the names of the classes that it refers to. */
function textsIn(classFile: Buffer): string[] {
  const pool = readConstantPool(classFile);
  return [...pool.offsets.keys()].flatMap((index) => textOf(pool, index) ?? []);
}

function textOf(pool: ConstantPool, index: number): string | null {
  const at = constantAt(pool, index, 7, 8);
  return at === 0 ? null : (textAt(pool, pool.classFile.readUInt16BE(at))?.toString() ?? null);
}
