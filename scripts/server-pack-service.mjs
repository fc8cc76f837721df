#!/usr/bin/env node
/** The command `server-pack-service`: the service, as `npm start`; with `token`, `backup`, `restore` or `doctor`, as npm's scripts of these names. */
import { launch } from './launch.mjs';

const [command] = process.argv.slice(2);
if (command === 'token') {
  process.argv.splice(2, 1);
  await launch('src/access/main.ts');
} else if (command === 'doctor') {
  process.argv.splice(2, 1);
  await launch('src/doctor/main.ts');
} else if (command === 'backup' || command === 'restore') {
  await launch('src/backup/main.ts');
} else {
  await launch('src/main.ts');
}
