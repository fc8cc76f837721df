import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isGameVersion } from '../../modloaders/game-version.ts';
import { modloaderNames } from '../../modloaders/modloader.ts';

/**
 * Most facts of one file, and its most bytes: the facts are read while requests are answered, and are sent with each
 * task.
 */
export const mostOfFacts = { facts: 4_000, bytes: 2 * 1024 * 1024 };

const text = (longest: number) => z.string().min(1).max(longest);
const day = z.iso.date();
const gameVersion = text(40).refine(isGameVersion, 'is no game version');

const known = {
  /** CLIENT: the mod stops a dedicated server. SERVER: servers use it although its descriptor looks client-only. */
  verdict: z.enum(['CLIENT', 'SERVER']),
  loaders: z.array(z.enum(modloaderNames)).min(1).max(modloaderNames.length),
  /** The oldest and newest game version for which the fact is known, both inclusive; null without an end. */
  gameVersions: z.strictObject({ from: gameVersion.nullable(), to: gameVersion.nullable() }).nullable(),
  /** The mod's effect on a dedicated server, as a sentence for people. */
  reason: text(400),
  /** A public page as proof. */
  source: z.url({ protocol: /^https$/ }).max(400),
  /** The day on which the page was read. */
  date: day,
};

/**
 * One fact about a mod by its lower-case id, about a file without descriptor by the beginning of its name, or about one
 * jar by its lower-case hexadecimal SHA-512.
 */
export const factSchema = z.union([
  z.strictObject({ mod: text(64).regex(/^[a-z0-9_.-]+$/), ...known }),
  z.strictObject({ file: text(100), ...known, verdict: z.literal('CLIENT') }),
  z.strictObject({ sha512: z.string().regex(/^[0-9a-f]{128}$/), ...known }),
]);

const factsFile = z.strictObject({
  format: z.literal(1),
  /** Increases with each change; results name this number. */
  number: z.int().min(1),
  date: day,
  /** From this day on, the service reports that newer facts are due. */
  until: day,
  facts: z.array(factSchema).max(mostOfFacts.facts),
});

export type Fact = z.infer<typeof factSchema>;
/** Facts about mods, as plain data. */
export type Facts = z.infer<typeof factsFile>;

/** Reads a file of facts; throws an error that describes the file's fault. */
export function parseFacts(file: string): Facts {
  let document: unknown;
  try {
    document = JSON.parse(file);
  } catch (cause) {
    throw new Error('The facts are no JSON.', { cause });
  }
  const { data, error } = factsFile.safeParse(document);
  if (data === undefined)
    throw new Error(`The facts are not as they should be: ${z.prettifyError(error).slice(0, 500)}`);
  return data;
}

let shipped: Facts | undefined;

/** The facts that ship with this release. */
export function shippedFacts(): Facts {
  shipped ??= parseFacts(readFileSync(new URL('facts.json', import.meta.url), 'utf8'));
  return shipped;
}
