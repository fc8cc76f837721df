import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord/index.ts';
import { startBotProcess } from './bot-process.ts';

const MiB = 2 ** 20;

/** An attachment of bytes that are no zip: the gateway takes all of them before it refuses the file. */
function attachmentOf(mebibytes: number) {
  const block = Buffer.alloc(MiB, 7);
  function* bytes() {
    for (let sent = 0; sent < mebibytes; sent++) yield block;
  }
  return { name: 'large.zip', size: mebibytes * MiB, open: () => Readable.from(bytes()) };
}

/** Kilobytes that a process had in memory at most so far. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]);
}

test.runIf(process.platform === 'linux')(
  'an attachment is streamed: memory does not grow with it',
  async () => {
    await using discord = await startDiscord();
    await using service = await startTestApp();
    await using bot = startBotProcess(discord, { GATEWAY_URL: service.url });
    await bot.logged('The bot is ready');
    const ada = discord.user('Ada');
    const peakAfter = async (mebibytes: number) => {
      const run = ada.runs('/upload', { file: attachmentOf(mebibytes) });
      await run.replyThat(({ kind }) => kind === 'delete');
      expect((await run.nextReply()).message.content).toContain('zip');
      return peakOf(bot.pid);
    };
    const small = await peakAfter(48);
    const large = await peakAfter(208);
    expect(large).toBeLessThan(small * 1.5);
  },
);
