import { describe, expect, it } from 'vitest';
import { createClamd } from '../../src/scan/clamd.ts';
import { readReply } from '../../src/scan/clamd-reply.ts';
import { playClamd } from '../support/played-clamd.ts';

const one = (text: string) => () => [Buffer.from(text)];

describe('a reply of clamd', () => {
  const notScanned = (reason: string) => ({ kind: 'not-scanned', reason });
  it.each([
    ['stream: OK', { kind: 'clean' }],
    ['stream: Eicar-Test.UNOFFICIAL FOUND', { kind: 'found', signature: 'Eicar-Test.UNOFFICIAL' }],
    ['INSTREAM size limit exceeded. ERROR', { kind: 'too-large' }],
    [
      'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
      notScanned('clamd did not look at all of it: Heuristics.Limits.Exceeded.MaxFileSize.'),
    ],
    [
      "stream: Can't allocate memory ERROR",
      { kind: 'failed', reason: "stream: Can't allocate memory ERROR" },
    ],
    [
      'stream: CL_EFORMAT: Bad format or broken data ERROR',
      notScanned('clamd could not scan it: stream: CL_EFORMAT: Bad format or broken data ERROR.'),
    ],
    ['UNKNOWN COMMAND', null],
    ['HTTP/1.1 400 Bad Request', null],
    ['stream: ', null],
  ])('is read: %s', (reply, verdict) => {
    expect(readReply(reply)).toEqual(verdict);
  });
});

describe('clamd', () => {
  it('is sent every byte in chunks, and is asked for its version', async () => {
    await using daemon = await playClamd();
    using clamd = createClamd(daemon.address);
    expect(await clamd.version()).toBe(daemon.version);
    const large = Buffer.alloc(1_000_003, 'ab');
    expect(await clamd.scan(() => [large, Buffer.from('EVIL')])).toEqual({
      kind: 'found',
      signature: 'Played.Evil',
    });
    expect(
      Buffer.compare(daemon.received[0] ?? Buffer.alloc(0), Buffer.concat([large, Buffer.from('EVIL')])),
    ).toBe(0);
    expect(await clamd.scan(() => [])).toEqual({ kind: 'clean' });
  });

  it('is sent all files over one connection', async () => {
    await using daemon = await playClamd();
    using clamd = createClamd(daemon.address);
    for (const text of ['x', 'EVIL', '', 'y']) await clamd.scan(one(text));
    expect(daemon.received).toHaveLength(4);
    expect(daemon.connections).toBe(1);
    // One that was cut makes room for another, after a question on one of its own whether clamd lives.
    daemon.next.push({ cut: '' });
    expect(await clamd.scan(one('EVIL'))).toMatchObject({ kind: 'found' });
    expect(await clamd.scan(one('x'))).toEqual({ kind: 'clean' });
    expect(daemon.connections).toBe(3);
  });

  it('that cuts a connection once is asked again', async () => {
    await using daemon = await playClamd();
    daemon.next.push({ cut: '' });
    expect(await createClamd(daemon.address).scan(one('EVIL'))).toMatchObject({ kind: 'found' });
  });

  it('that numbers a reply as that to another question is asked again on a fresh connection, once', async () => {
    await using daemon = await playClamd();
    using clamd = createClamd(daemon.address);
    expect(await clamd.scan(one('x'))).toEqual({ kind: 'clean' });
    const ofAnother = { reply: 'stream: OK', number: 1 };
    daemon.next.push(ofAnother);
    expect(await clamd.scan(one('EVIL'))).toMatchObject({ kind: 'found' });
    const never = { reply: 'stream: OK', number: 7 };
    daemon.next.push(never, never);
    await expect(clamd.scan(one('EVIL'))).rejects.toMatchObject({
      name: 'ClamdAway',
      message: expect.stringContaining('number of another question'),
    });
    expect(await clamd.scan(one('x'))).toEqual({ kind: 'clean' });
  });

  it('that refuses the size of a file has not scanned it, whether its words arrive or not', async () => {
    await using daemon = await playClamd();
    using clamd = createClamd(daemon.address);
    const large = () => [Buffer.alloc(3_000_000)];
    daemon.next.push({ cut: 'INSTREAM size limit exceeded. ERROR' });
    expect(await clamd.scan(large)).toEqual({ kind: 'too-large' });
    daemon.next.push({ cut: '' }, { cut: '' });
    expect(await clamd.scan(large)).toEqual({ kind: 'too-large' });
  });

  it('that says nothing about a file while it lives has not scanned it', async () => {
    await using daemon = await playClamd();
    daemon.next.push('silent');
    expect(await createClamd(daemon.address, { silenceMs: 200 }).scan(one('x'))).toEqual({
      kind: 'silent',
      reason: 'clamd gave no answer: it said nothing for 0.2 seconds.',
    });
  });

  it.each([
    ['fails', { reply: "stream: Can't write to temporary file ERROR" }, /cannot scan/],
    ['is another service', { reply: '220 mail.example ESMTP' }, /is not clamd/],
    ['talks without end', { reply: 'x'.repeat(100_000) }, /is not clamd/],
  ])('that %s is away', async (_what, behaviour, words) => {
    await using daemon = await playClamd();
    daemon.next.push(behaviour);
    await expect(createClamd(daemon.address).scan(one('x'))).rejects.toThrow(words);
  });

  it('that nobody listens for is away, as is one that leaves in the middle', async () => {
    await using daemon = await playClamd();
    using clamd = createClamd(daemon.address);
    await daemon.leave();
    await expect(clamd.scan(one('x'))).rejects.toMatchObject({ name: 'ClamdAway' });
    await expect(clamd.version()).rejects.toMatchObject({ name: 'ClamdAway' });
    await daemon.comeBack();
    expect(await clamd.scan(one('x'))).toEqual({ kind: 'clean' });
    daemon.version = 'SSH-2.0-OpenSSH_9.2';
    await expect(clamd.version()).rejects.toThrow('is not clamd');
  });
});
