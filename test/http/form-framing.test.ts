import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { type FormFrame, parseForm } from '../../src/http/forms/form-framing.ts';
import { boundary } from './form-server.ts';

const frame: FormFrame = {
  boundary,
  maxBytes: 1_000_000,
  maxSilence: 60_000,
  maxPartHeaders: 10,
  maxPartHeaderBytes: 1_000,
};

/** The beginning of a part with a file. */
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

it('tells of a part that is refused, also when it came while nobody read the one before it', async () => {
  const source = new Readable({ read() {} });
  const first = Promise.withResolvers<Readable>();
  const failed = Promise.withResolvers<Error>();
  let parts = 0;
  const stop = parseForm(source, frame, {
    part(_lines, body) {
      parts += 1;
      if (parts === 2) throw new AppError('BAD_REQUEST', 'One part is enough.');
      first.resolve(body);
    },
    end: () => failed.reject(new Error('The form was taken for whole.')),
    failure: failed.resolve,
  });
  source.push(head);
  // Small pieces, each well below what a stream takes at a time, and together more than a part holds unread.
  for (let piece = 0; piece < 7; piece += 1) source.push(Buffer.alloc(10_000, 'x'));
  source.push(`\r\n${head}PK`);
  const body = await first.promise;
  // All moves in turns of the event loop: by now it stands still.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  body.resume();
  expect(await failed.promise).toMatchObject({ message: 'One part is enough.' });
  stop();
});

it('ends with its last part, also when that comes in one piece with the end of the form while nobody reads', async () => {
  const source = new Readable({ read() {} });
  const first = Promise.withResolvers<Readable>();
  const ended = Promise.withResolvers<void>();
  const stop = parseForm(source, frame, {
    part: (_lines, body) => first.resolve(body),
    end: ended.resolve,
    failure: ended.reject,
  });
  source.push(head);
  // More than a part holds unread, its end, that of the form, and more than the parser takes at a time after it.
  source.push(Buffer.concat([Buffer.alloc(100_000, 'x'), Buffer.from(`\r\n--${boundary}--\r\n`)]));
  source.push(Buffer.alloc(50_000, ' '));
  source.push(null);
  const body = await first.promise;
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(Buffer.concat(await body.toArray())).toHaveLength(100_000);
  await ended.promise;
  stop();
});

describe('a form that falls silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given up after its time, but not while nobody reads what it has sent', async () => {
    const source = new Readable({ read() {} });
    const first = Promise.withResolvers<Readable>();
    const failures: Error[] = [];
    const stop = parseForm(source, frame, {
      part: (_lines, body) => first.resolve(body),
      end: () => {},
      failure: (error) => failures.push(error),
    });
    source.push(head);
    for (let piece = 0; piece < 20; piece += 1) source.push(Buffer.alloc(10_000, 'x'));
    const body = await first.promise;
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(source.isPaused()).toBe(true);
    vi.advanceTimersByTime(10 * frame.maxSilence);
    await setImmediate();
    expect(failures).toEqual([]);
    body.resume();
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    expect(source.isPaused()).toBe(false);
    vi.advanceTimersByTime(frame.maxSilence - 1);
    await setImmediate();
    expect(failures).toEqual([]);
    vi.advanceTimersByTime(1);
    await setImmediate();
    expect(failures).toMatchObject([{ code: 'UPLOAD_INTERRUPTED' }]);
    stop();
  });
});
