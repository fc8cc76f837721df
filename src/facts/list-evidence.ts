import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';
import type { Evidence } from './candidates.ts';

/** Most bytes of one file. */
const mostBytes = 16 * 1024 * 1024;

const name = z.string().max(300);
const names = z.array(name).max(10_000);
/** A jar without a descriptor has no ids. */
const ids = names.default([]);

/** A modpack, with the mods that public lists call client-only. */
const listedPack = z.object({
  gameVersion: z.string(),
  modloader: z.enum(modloaderNames),
  /** A mod that already stays out of server packs needs no fact. */
  mods: z.array(z.object({ ids, listed: names, now: z.object({ kept: z.boolean() }).optional() })),
});

/** Mods of several modpacks that a person has judged. */
const judgedMods = z.object({
  packs: z.record(z.string(), z.tuple([z.string(), z.enum(modloaderNames)]).rest(z.string())),
  mods: z.array(
    z.object({
      pack: z.string(),
      ids,
      kept: z.boolean().optional(),
      truth: z.enum(['client', 'server', 'disputed']),
      by: name,
      crash: z.boolean().optional(),
      ruleR: z.boolean().optional(),
      ruleX: z.boolean().optional(),
    }),
  ),
});

/** Public lists by their names, which end with the kind of their entries. */
const publicLists = z.record(name, names);

/** How an entry of a list names a mod: by the beginning of its file name, or by a part of that. */
export interface ListEntry {
  list: string;
  matches: 'BEGIN' | 'PART';
  text: string;
}

/** Evidence from a folder of public lists, and of modpacks judged by them. */
export interface ListFolder {
  evidence: Evidence[];
  /** Entries for names of files; entries for projects of platforms are ignored. */
  entries: ListEntry[];
}

/** Reads all JSON files of a folder. Fails with an error that names a file that is none of the three kinds. */
export async function readListFolder(folder: string): Promise<ListFolder> {
  const found: ListFolder = { evidence: [], entries: [] };
  for (const file of (await readdir(folder)).filter((one) => one.endsWith('.json')).sort()) {
    const document = await readDocument(path.join(folder, file));
    const pack = listedPack.safeParse(document);
    const judged = judgedMods.safeParse(document);
    const lists = publicLists.safeParse(document);
    if (pack.success) found.evidence.push(...ofPack(pack.data));
    else if (judged.success) found.evidence.push(...ofJudged(judged.data));
    else if (lists.success) found.entries.push(...entriesOf(lists.data));
    else throw new ConfigError(`${file} is neither a modpack, nor judged mods, nor lists of names.`);
  }
  return found;
}

async function readDocument(file: string): Promise<unknown> {
  const { size } = await stat(file);
  if (size > mostBytes) throw new ConfigError(`${path.basename(file)} has more than ${mostBytes} bytes.`);
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`${path.basename(file)} is no JSON.`, { cause });
  }
}

function ofPack({ gameVersion, modloader, mods }: z.infer<typeof listedPack>): Evidence[] {
  return mods.flatMap(({ ids, listed, now }) =>
    listed.length === 0 || now?.kept === false
      ? []
      : about(ids, { gameVersion, modloader }, 'CLIENT', 'LIST', `Listed: ${listed.join(', ')}.`),
  );
}

function ofJudged({ packs, mods }: z.infer<typeof judgedMods>): Evidence[] {
  return mods.flatMap(({ pack, ids, kept, truth, by, crash, ruleR, ruleX }) => {
    const [gameVersion, modloader] = packs[pack] ?? [];
    if (gameVersion === undefined || modloader === undefined || truth !== 'client' || kept === false)
      return [];
    const where = { gameVersion, modloader };
    const kind = crash || ruleR || ruleX ? 'CODE' : 'LIST';
    const reasons = [
      crash && 'making it reaches classes of the client',
      ruleX && 'rule X names it',
      ruleR && 'rule R names it',
    ].filter((one) => typeof one === 'string');
    return about(ids, where, 'CLIENT', kind, `Judged client-only by ${[by, ...reasons].join(', ')}.`);
  });
}

function about(
  ids: readonly string[],
  where: { gameVersion: string; modloader: ModloaderName },
  verdict: Evidence['verdict'],
  kind: Evidence['kind'],
  sentence: string,
): Evidence[] {
  return ids.map((id) => ({ mod: id.toLowerCase(), ...where, verdict, kind, sentence }));
}

function entriesOf(lists: z.infer<typeof publicLists>): ListEntry[] {
  return Object.entries(lists).flatMap(([list, texts]) => {
    const matches = list.includes('prefixes') ? 'BEGIN' : list.includes('parts') ? 'PART' : null;
    return matches === null
      ? []
      : texts.filter((text) => text !== '').map((text): ListEntry => ({ list, matches, text }));
  });
}
