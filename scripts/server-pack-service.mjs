#!/usr/bin/env node
/** The command `server-pack-service`: the service, as `npm start`; with `backup` or `restore`, as `npm run backup` and `npm run restore`. */
import { launch } from './launch.mjs';

const isOfBackups = ['backup', 'restore'].includes(process.argv[2] ?? '');
await launch(isOfBackups ? 'src/backup/main.ts' : 'src/main.ts');
