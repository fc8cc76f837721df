import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageJson = z.object({ version: z.string() });

/** The running release, from package.json. */
export const { version } = packageJson.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
);
