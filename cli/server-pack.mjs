#!/usr/bin/env node
/** The command `server-pack`: the command line. */
import { launch } from '../scripts/launch.mjs';

await launch('cli/main.ts');
