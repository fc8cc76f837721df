#!/usr/bin/env node
/**
 * The command `server-pack`, for whatever Node is at hand: hands over to the Node that this project needs. Plain JavaScript
 * that Node 16 understands.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
// Node tells of one that it did not find, on standard error.
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
process.argv.splice(2, 0, ...settings, main);
await import('../scripts/run.mjs');
