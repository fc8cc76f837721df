import { asUtf8 } from '../lenient/text.ts';
import { items, label } from '../lenient/value.ts';

/** How a launcher's file says that its pack is started, as it is written there. */
export interface GivenStart {
  /** A text of arguments, or a list of them. */
  args?: unknown;
  /** The memory for the game in MiB. */
  memory?: unknown;
}

/** How the author starts the game, as far as it suits a server. */
export interface AuthorsStart {
  /** Arguments for Java, the memory among them. */
  startArgs: string[];
  /** The memory in MiB that the author's `-Xmx`, else the launcher, gives the game; null when unknown. */
  recommendedMemory: number | null;
}

/** Most arguments, and most characters of one and of all; long lists of flags for the collector have 30 with 1,000. */
const most = { arguments: 64, characters: 200, together: 2_000 };
/** Most bytes of a `variables.txt` that are read. */
const longestVariables = 64 * 1024;
/** Least and most MiB of memory that count. */
const memory = { least: 512, most: 256 * 1024 };

const size = /^-X(m[nsx]|ss)(\d{1,9})([kmgtKMGT]?)$/;
const flag = /^-XX:(?:[+-](\w+)|(\w+)=[\w.%]+)$/;
const property = /^-D([\w.-]+)(?:=(?:[\w.,:+*%@=~-]*|https?:\/\/[\w.:/-]+))?$/;
const modules = /^--(?:add-(?:opens|exports|reads|modules)|enable-native-access)(?:=[\w.,/=-]+)?$/;

/**
 * Flags that name a file of the author's machine or run a program. Launchers add a HeapDumpPath whose name tricks
 * drivers for graphics cards.
 */
const flagsLeftOut = /^(?:\w*(?:File|Path|Dir)|On\w+|Flags|\w*FlightRecord\w*)$/;
/**
 * Properties about the client, the author's machine, and ways into the server. What the log needs, and what closes
 * Log4Shell, is in ADDITIONAL_ARGS, before these arguments.
 */
const propertiesLeftOut =
  /^(?:minecraft\.|org\.lwjgl\.|os\.|user\.(?:home|dir|name)|jna\.|apple\.|sun\.java2d\.|java\.(?:library\.path|class\.path|home|io\.tmpdir|rmi|security)|javax\.net\.|com\.sun\.management\.|https?\.|socksProxy|log4j\d?\.)/i;

/**
 * The author's start as far as it suits a server: sizes, flags, properties and modules, without paths, quotes and
 * characters with a meaning in shells. Of one setting given twice the last counts, as in Java.
 */
export function authorsStart(given: GivenStart): AuthorsStart {
  const words = items(given.args).flatMap((text) =>
    typeof text === 'string' ? unquoted(text.trim()).split(/\s+/).map(unquoted) : [],
  );
  const found = new Map<string, string>();
  for (const [at, word] of words.entries()) {
    const isModule = modules.test(word) && !word.includes('=');
    const argument = isModule ? `${word}=${words[at + 1] ?? ''}` : word;
    if (argument.length <= most.characters && suitsServer(argument)) found.set(settingOf(argument), argument);
  }
  const recommendedMemory = heapIn(found.get('-Xmx')) ?? memoryIn(given.memory);
  if (recommendedMemory !== null && !found.has('-Xmx')) found.set('-Xmx', largestHeap(recommendedMemory));
  const [least, largest] = ['-Xms', '-Xmx'].map((setting) => bytesOf(found.get(setting) ?? ''));
  // Java does not start with a heap that begins larger than it may become.
  if (least !== undefined && largest !== undefined && least > largest) found.delete('-Xms');
  let together = 0;
  const startArgs = [...found.values()].slice(0, most.arguments).filter((argument) => {
    together += argument.length;
    return together <= most.together;
  });
  return { startArgs, recommendedMemory };
}

/** The author's arguments for settings that these arguments leave open: no choice of memory, for instance. */
export function argumentsLeft(authors: readonly string[], chosen: readonly string[]): string[] {
  const settings = new Set(chosen.map(settingOf));
  return authors.filter((argument) => !settings.has(settingOf(argument)));
}

/** The `JAVA_ARGS` of a `variables.txt`, which says how a server starts; null when blank or absent. */
export function javaArgsIn(variables: Uint8Array): string | null {
  const text = asUtf8(variables.subarray(0, longestVariables)).toString();
  const [, value = ''] = /^[ \t]*JAVA_ARGS[ \t]*=([^\r\n]*)/m.exec(text) ?? [];
  return /^["'\s]*$/.test(value) ? null : value;
}

/** Takes off quotes around the whole. */
function unquoted(text: string): string {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')$/s.exec(text) ?? [];
  return double ?? single ?? text;
}

function suitsServer(argument: string): boolean {
  const [, , digits] = size.exec(argument) ?? [];
  if (digits !== undefined) return isUsable(argument);
  const [isFlag, onOff, named = ''] = flag.exec(argument) ?? [];
  if (isFlag !== undefined) return !flagsLeftOut.test(onOff ?? named);
  const [, name] = property.exec(argument) ?? [];
  if (name !== undefined) return !propertiesLeftOut.test(name);
  return modules.test(argument) && argument.includes('=');
}

/** Java refuses heaps of a few bytes, and stacks of gigabytes. */
function isUsable(argument: string): boolean {
  const bytes = bytesOf(argument) ?? 0;
  if (/^-Xss/.test(argument)) return bytes >= 256 * 1024 && bytes <= 1024 ** 3;
  const isLargest = /^-Xmx/.test(argument);
  return bytes >= (isLargest ? memory.least : 1) * 1024 ** 2 && bytes <= memory.most * 1024 ** 2;
}

function bytesOf(argument: string): number | undefined {
  const [, , digits, unit = ''] = size.exec(argument) ?? [];
  return digits === undefined
    ? undefined
    : Number(digits) * 1024 ** ['', 'k', 'm', 'g', 't'].indexOf(unit.toLowerCase());
}

/** What an argument sets; the same for two arguments of which only one can count. */
function settingOf(argument: string): string {
  return (
    /^-X(?:m[nsx]|ss)(?=\d)/.exec(argument)?.[0] ??
    argument.replace(/^-XX:[+-]/, '-XX:').replace(/^(-XX:\w+|-D[^=]+)=.*$/, '$1')
  );
}

function memoryIn(value: unknown): number | null {
  const text = label(value, 16);
  const mebibytes = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : 0;
  return mebibytes >= memory.least && mebibytes <= memory.most ? mebibytes : null;
}

/** The MiB of an `-Xmx`. */
function heapIn(argument: string | undefined): number | null {
  const bytes = argument === undefined ? undefined : bytesOf(argument);
  return bytes === undefined ? null : Math.floor(bytes / 1024 ** 2);
}

function largestHeap(mebibytes: number): string {
  return mebibytes % 1024 === 0 ? `-Xmx${mebibytes / 1024}G` : `-Xmx${mebibytes}M`;
}
