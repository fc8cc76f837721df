/**
 * Files share their process: what one leaves behind (false timers, servers, threads, listeners) another would wait for, count or hear.
 * So the file that leaves it is red itself. Timers and sockets are not counted: databases that files share have some of their own.
 */
import { createRequire } from 'node:module';
import process from 'node:process';
import timers from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import 'undici';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';

const { setTimeout, setInterval, setImmediate } = timers;

// The bot's process reads the undici of discord.js alone. The service's is read here too, and as it is read it makes the dispatcher
// for both, which takes no form with files from discord.js: so that one makes its own again.
const { resolve } = createRequire(import.meta.url);
const ofDiscord: typeof import('undici') = createRequire(
  createRequire(resolve('discord.js')).resolve('@discordjs/rest'),
)('undici');
ofDiscord.setGlobalDispatcher(new ofDiscord.Agent());

/** What a file disposes of. The work processes that all files share are pipes and processes. */
const watched = new Set(['TCPServerWrap', 'TLSWrap', 'FSEventWrap', 'Worker']);

/** They end with this process, by a listener of its exit; and a library of the command line hears every signal, once. */
const ofLibraries = /^(?:exit$|SIG)/;

/** Fifteen seconds: nothing outside of this process is waited for. */
const mostLooks = 300;

/** How many there are of each kind that keeps a process from its end, and of each event's listeners. */
function held(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (watched.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const event of process.eventNames().filter((name) => !ofLibraries.test(String(name))))
    counts.set(`listeners of ${String(event)}`, process.listenerCount(event));
  return counts;
}

let before = new Map<string, number>();

beforeAll(() => {
  before = held();
});

// The last of all, since a setup's hooks are around those of the file.
afterAll(async () => {
  const left = () => [...held()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
  // A server that was closed is gone some turns of the event loop later.
  for (let look = 0; left().length > 0 && look < mostLooks; look += 1) await sleep(50);
  expect(left(), 'left behind by this file').toEqual([]);
});

beforeEach(() => {
  const areReal =
    globalThis.setTimeout === setTimeout &&
    globalThis.setInterval === setInterval &&
    globalThis.setImmediate === setImmediate;
  if (!areReal && !vi.isFakeTimers()) throw new Error('A test before this one has left false timers behind.');
});
