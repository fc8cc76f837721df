import { type FindLinks, type FoundLinks, noLinks } from '../src/archive/build/file-links.ts';
import { type GeneratedAside, type GenerateOrder, generateAside } from '../src/archive/build/generate.ts';
import type { Caller } from './caller.ts';
import { type ModsAnswer, type ModsRequest, requestMods } from './inventory.ts';

/** Requests of a generation to its caller: for mods, and for the links of files with these SHA-512 hashes. */
export type GenerateRequest = ModsRequest | { sha512: readonly string[] };

/** Thread function: builds one server pack; reports an `ArchiveProgress` at each percent. */
export async function generate(order: GenerateOrder, caller: Caller): Promise<GeneratedAside> {
  const findLinks: FindLinks = (sha512) => caller.request({ sha512 } satisfies GenerateRequest);
  return generateAside(order, await requestMods(caller), { onProgress: caller.report, findLinks });
}

/** The caller's callbacks for one generation. */
export interface GenerateAnswers {
  /** Returns a piece of the inventory. */
  readMods(from: number): Promise<ModsAnswer>;
  /** By default, no links are known. */
  findLinks?: FindLinks | undefined;
}

/** Answers the requests of one generation. */
export function answerGenerate({
  readMods,
  findLinks = noLinks,
}: GenerateAnswers): (request: GenerateRequest) => Promise<ModsAnswer | FoundLinks> {
  return (request) => ('from' in request ? readMods(request.from) : findLinks(request.sha512));
}
