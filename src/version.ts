import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageJson = z.object({ name: z.string(), version: z.string() });

/** The package's name and the running release, from package.json. */
export const { name, version } = packageJson.parse(
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
);
