import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Facts, mostOfFacts, parseFacts, shippedFacts } from '../archive/known-mods/facts-file.ts';
import { isSigned } from './signature.ts';

/** The source of newer facts: a folder with the file and its signature, or the address of the file. */
export type FactsSource = { folder: string } | { address: string };

export interface FactsSettings {
  /** Null: only the facts that came with the release are used. */
  source: FactsSource | null;
  /** Null: a folder's facts need no signature. */
  publicKey: KeyObject | null;
  /** The folder for the last good facts. */
  keptIn: string;
}

/** The facts about mods that this node uses. */
export interface FactsStore extends AsyncDisposable {
  current(): Facts;
  /** The fault, as a sentence for operators; null without one. */
  trouble(): string | null;
  /** Checks for newer facts now. Never rejects: the last good facts stay in use. */
  refresh(): Promise<void>;
}

/** The file, and the suffix of the file or address that has its signature in base64. */
const fileName = 'facts.json';
const signatureEnd = '.sig';
/** Milliseconds between two checks, and milliseconds that an answer may take. */
const refreshMs = 10 * 60_000;
const answerMs = 30_000;
/** Bytes of a signature in base64. */
const mostOfSignature = 1_024;

interface Needs {
  log: Pick<Logger, 'info' | 'error'>;
  fetchText: (address: string, most: { milliseconds: number; bytes: number }) => Promise<string>;
  /** Today. */
  today?: () => string;
}

/**
 * Opens the facts with the newest of those that were kept and those of the release, and checks for newer ones in the
 * background.
 */
export async function openFacts(needs: Needs, settings: FactsSettings): Promise<FactsStore> {
  const { log, today = () => new Date().toISOString().slice(0, 10) } = needs;
  const { source, keptIn } = settings;
  const kept = source === null ? null : await readKept(keptIn);
  let facts = newest(shippedFacts(), kept);
  let fault: string | null = null;

  const refresh = async () => {
    if (source === null) return;
    try {
      const { text, found } = await read(source, needs, settings);
      if (found.number < facts.number)
        throw new Error(`Number ${found.number} is older than ${facts.number}, which is in use.`);
      if (found.number === facts.number && JSON.stringify(found) !== JSON.stringify(facts))
        throw new Error(`Number ${found.number} is in use already, with other facts.`);
      if (found.number > facts.number) {
        await keep(keptIn, text);
        facts = found;
        log.info({ number: facts.number, facts: facts.facts.length }, 'newer facts about mods are in use');
      } else if (fault !== null) log.info({ number: facts.number }, 'the facts about mods can be read again');
      fault = null;
    } catch (error) {
      const message = `The facts about mods were not taken; number ${facts.number} stays in use.`;
      if (fault === null) log.error({ err: error, number: facts.number }, message);
      fault = message;
    }
  };

  let underWay = refresh();
  const timer = setInterval(() => {
    underWay = underWay.then(refresh);
  }, refreshMs).unref();
  return {
    current: () => facts,
    trouble() {
      if (fault !== null) return fault;
      // The release's own facts age with the release; that is reported only if a source of newer facts is set.
      return source !== null && today() >= facts.until
        ? `The facts about mods, number ${facts.number}, were meant to be replaced by ${facts.until}.`
        : null;
    },
    refresh() {
      underWay = underWay.then(refresh);
      return underWay;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function read(
  source: FactsSource,
  { fetchText }: Needs,
  { publicKey }: FactsSettings,
): Promise<{ text: string; found: Facts }> {
  const most = { milliseconds: answerMs, bytes: mostOfFacts.bytes };
  const text =
    'address' in source
      ? await fetchText(source.address, most)
      : await readShort(path.join(source.folder, fileName), mostOfFacts.bytes);
  if (publicKey !== null) {
    const signature =
      'address' in source
        ? await fetchText(source.address + signatureEnd, { ...most, bytes: mostOfSignature })
        : await readShort(path.join(source.folder, fileName + signatureEnd), mostOfSignature);
    if (!isSigned(Buffer.from(text), signature, publicKey))
      throw new Error('The signature of the facts is not one of FACTS_PUBLIC_KEY.');
  }
  return { text, found: parseFacts(text) };
}

async function readShort(file: string, most: number): Promise<string> {
  const { size } = await stat(file);
  if (size > most) throw new Error(`${path.basename(file)} has more than ${most} bytes.`);
  return readFile(file, 'utf8');
}

/** Null when no kept facts exist, or when they can no longer be read. */
async function readKept(folder: string): Promise<Facts | null> {
  try {
    return parseFacts(await readShort(path.join(folder, fileName), mostOfFacts.bytes));
  } catch {
    return null;
  }
}

/** The text is written to a temporary file first, so that a partial file is never read as facts. */
async function keep(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = path.join(folder, `${fileName}.new`);
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, path.join(folder, fileName));
}

/** The facts last used with this folder, or the facts of the release if those are newer. */
export async function lastGoodFacts(keptIn: string): Promise<Facts> {
  return newest(shippedFacts(), await readKept(keptIn));
}

function newest(shipped: Facts, kept: Facts | null): Facts {
  return kept !== null && kept.number > shipped.number ? kept : shipped;
}
