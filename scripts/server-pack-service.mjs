#!/usr/bin/env node
/** The command `server-pack-service`: the service, as `npm start`. */
import { launch } from './launch.mjs';

await launch('src/main.ts');
