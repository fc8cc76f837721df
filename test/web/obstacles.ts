import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const findings = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullish(),
      nodes: z.array(z.object({ html: z.string() })),
    }),
  ),
});

/** What keeps people with disabilities from using the page, as far as a program can tell. */
export async function obstacles(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // To tell what is in order as well takes most of the time.
  const options = JSON.stringify({ resultTypes: ['violations'], selectors: false });
  const { violations } = findings.parse(await page.evaluate(`axe.run(document, ${options})`));
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
