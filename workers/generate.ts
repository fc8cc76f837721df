import { type FindLinks, type FoundLinks, noLinks } from '../src/archive/file-links.ts';
import { type GeneratedAside, type GenerateOrder, generateAside } from '../src/archive/generate.ts';
import type { Caller } from './caller.ts';
import { askForMods, type ModsAnswer, type ModsQuestion } from './inventory.ts';

/** Questions of a generation to its caller: for mods, and where the files with these SHA-512 hashes are. */
export type GenerateQuestion = ModsQuestion | { sha512: readonly string[] };

/** Thread function: builds one server pack; tells an `ArchiveProgress` at each percent. */
export async function generate(order: GenerateOrder, caller: Caller): Promise<GeneratedAside> {
  const findLinks: FindLinks = (sha512) => caller.ask({ sha512 } satisfies GenerateQuestion);
  return generateAside(order, await askForMods(caller), { onProgress: caller.tell, findLinks });
}

/** Answers to the questions of one generation. */
export interface GenerateAnswers {
  /** Gives the inventory in such pieces. */
  readMods(from: number): Promise<ModsAnswer>;
  /** By default no file is known. */
  findLinks?: FindLinks | undefined;
}

/** The other side of it. */
export function answerGenerate({
  readMods,
  findLinks = noLinks,
}: GenerateAnswers): (question: GenerateQuestion) => Promise<ModsAnswer | FoundLinks> {
  return (question) => ('from' in question ? readMods(question.from) : findLinks(question.sha512));
}
