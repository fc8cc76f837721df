#!/usr/bin/env node
/** The command `server-pack-bot`: the Discord bot, as `npm run bot`. */
import { launch } from './launch.mjs';

await launch('bot/main.ts');
