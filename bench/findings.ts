/** What the benchmarks tell, each by itself and all of them in one table (`all.ts`). */
import { z } from 'zod';
import { median } from './rows.ts';

export const finding = z.object({
  what: z.string(),
  /** What it is held against; null where it is held against a figure alone. */
  against: z.string().nullable(),
  /** The median ratio to it with the lowest and the highest, or a figure with its unit. */
  found: z.string(),
  /** The most that it should be, or the least, which the text says then. */
  aim: z.string(),
  /** Both sides by themselves, with their units. */
  figures: z.string(),
});

/** One line of the table. */
export type Finding = z.infer<typeof finding>;

/** The titles of its columns. */
export const titles =
  '| what | against | found: ratio (lowest to highest), or figure | aim | by themselves |\n|---|---|---|---|---|';

export function lineOf({ what, against, found, aim, figures }: Finding): string {
  return `| ${what} | ${against ?? ''} | ${found} | ${aim} | ${figures} |`;
}

/** The titles of the table in the docs, which has what is held to an aim, without the figures of both sides. */
export const shortTitles =
  '| what | against | found: ratio (lowest to highest), or figure | aim |\n|---|---|---|---|';

export function shortLineOf({ what, against, found, aim }: Finding): string {
  return `| ${what} | ${against ?? ''} | ${found} | ${aim} |`;
}

/** Prints a line, and tells whoever has all of them measured. */
export function tell(one: Finding): void {
  console.log(lineOf(one));
  process.send?.(one);
}

/** The median of ratios with the lowest and the highest. */
export function spread(ratios: readonly number[], digits = 2): string {
  const [middle, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return `${middle.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

/** Ratios of what was measured in the same round. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((one, round) => one / (theirs[round] ?? Number.NaN));
}
