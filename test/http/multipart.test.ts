import { on, once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { type FormFrame, parseForm } from '../../src/http/forms/form-framing.ts';
import { fc } from '../support/seeded.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { boundary, field, filePart, formType, openFormServer, sha256, wireForm } from './form-server.ts';

/** For whatever needs no settings of its own. */
const server = await openFormServer();
afterAll(() => server[Symbol.asyncDispose]());

describe('reading a form', () => {
  it('answers fields and files in the order of their arrival', async () => {
    const form = new FormData();
    form.append('gameVersion', '1.20.1');
    form.append('file', new File(['PK content'], 'pack.zip'));
    form.append('startArgs', '-Xmx4G -Dä=ö');
    form.append('icon', new File([], 'icon.png'));
    form.append('empty', '');
    const answer = await server.accepted(form);
    expect(answer.fields).toEqual([
      ['gameVersion', '1.20.1'],
      ['startArgs', '-Xmx4G -Dä=ö'],
      ['empty', ''],
    ]);
    expect(answer.files).toMatchObject([
      ['file', { filename: 'pack.zip', size: 10, sha256: sha256('PK content') }],
      ['icon', { filename: 'icon.png', size: 0, sha256: sha256('') }],
    ]);
  });

  it('discards on disposal what was not published', async () => {
    await server.accepted(wireForm(filePart('; filename="a.zip"')), formType);
    expect(await server.left()).toBe(0);
  });

  it('takes a part named file without a file name and type for a field', async () => {
    const answer = await server.accepted(wireForm(field('file', 'no file')), formType);
    expect(answer).toMatchObject({ fields: [['file', 'no file']], files: [] });
  });

  it('accepts a form without any part', async () => {
    expect(await server.accepted(wireForm(), formType)).toMatchObject({ fields: [], files: [] });
  });

  it.each([
    ['a preamble', `preamble\r\n`, ''],
    ['an epilogue', '', 'epilogue\r\n'],
    ['an epilogue that looks like a form', '', `\r\n--${boundary}\r\n\r\n--${boundary}--`],
    ['a line break before the first boundary', '\r\n', ''],
  ])('passes over %s', async (_, before, after) => {
    const body = Buffer.concat([Buffer.from(before), wireForm(field('a', '1')), Buffer.from(after)]);
    expect((await server.accepted(body, formType)).fields).toEqual([['a', '1']]);
  });

  it('accepts a quoted boundary with odd characters', async () => {
    const odd = "a b'()+_,-./:=?";
    const body = `--${odd}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${odd}--\r\n`;
    const answer = await server.accepted(body, `Multipart/Form-Data; charset=utf-8; BOUNDARY="${odd}"`);
    expect(answer.fields).toEqual([['a', '1']]);
  });

  it('accepts folded header lines, odd spacing and any case in a part header', async () => {
    const lines = ['content-DISPOSITION:form-data ;', '\tNAME=a', 'X-Other: 1'];
    expect((await server.accepted(wireForm([lines, '1']), formType)).fields).toEqual([['a', '1']]);
  });

  it('gives a file exactly the bytes between its boundaries, whatever they are and however they are cut', async () => {
    const tricky = fc.constantFrom(
      '\r\n',
      '\r',
      '\n',
      '--',
      `\r\n--${boundary.slice(0, -1)}`,
      '\r\n--',
      'PK',
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tricky), fc.integer({ min: 1, max: 60 }), async (pieces, chunkSize) => {
        const content = pieces.join('');
        const body = wireForm(field('before', '1'), filePart('; filename="a"', content), field('after', '2'));
        const answer = await server.accepted(streamOf(body, chunkSize), formType);
        expect(answer.content).toBe(content);
        expect(answer.fields).toEqual([
          ['before', '1'],
          ['after', '2'],
        ]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the name of a file', () => {
  it.each([
    ['a plain name', '; filename="pack.zip"', 'pack.zip'],
    ['a name without quotes', '; filename=pack.zip', 'pack.zip'],
    ['an empty name', '; filename=""', ''],
    ['no name', '', ''],
    ['a UTF-8 name', `; filename="${latin1('Überpäck 模组.zip')}"`, 'Überpäck 模组.zip'],
    ['a latin1 name', '; filename="\xdcber.zip"', 'Über.zip'],
    ['an RFC 5987 name', "; filename*=UTF-8''%e2%82%ac%20rates.zip", '€ rates.zip'],
    ['an RFC 5987 name after a plain one', `; filename="x.zip"; filename*=UTF-8''%C3%A4.zip`, 'ä.zip'],
    ['an RFC 5987 name before a plain one', `; filename*=UTF-8''%C3%A4.zip; filename="x.zip"`, 'ä.zip'],
    ['an RFC 5987 name in latin1', "; filename*=ISO-8859-1'en'%A3.zip", '£.zip'],
    ['a broken RFC 5987 name beside a plain one', `; filename="x.zip"; filename*=UTF-8''%ZZ`, 'x.zip'],
    ['a quote as browsers write it', '; filename="a%22b.zip"', 'a"b.zip'],
    ['a quote as old curl writes it', '; filename="a\\"b.zip"', 'a"b.zip'],
    ['a semicolon', '; filename="a;b.zip"', 'a;b.zip'],
    ['a per cent sign', '; filename="100%25 a%20b.zip"', '100%25 a%20b.zip'],
    ['a path of Windows', '; filename="C:\\packs\\new\\a.zip"', 'a.zip'],
    ['a path of Unix', '; filename="../../etc/passwd"', 'passwd'],
    ['a mixed path', '; filename="..\\../a.zip"', 'a.zip'],
    ['a path that ends in a separator', '; filename="a/b/"', ''],
    ['a dot segment', '; filename=".."', ''],
    ['a path smuggled by RFC 5987', "; filename*=UTF-8''..%2F..%5Ca.zip", 'a.zip'],
    ['control characters', "; filename*=UTF-8''a%00b%0D%0Ac%7F.zip", 'abc.zip'],
    ['a line break as browsers write it', '; filename="a%0D%0Ab.zip"', 'ab.zip'],
    ['a reversed direction', "; filename*=UTF-8''a%E2%80%AEpiz.exe", 'apiz.exe'],
  ])('is right for %s', async (_, parameters, expected) => {
    const answer = await server.accepted(wireForm(filePart(parameters)), formType);
    expect(answer.files).toMatchObject([['file', { filename: expected }]]);
  });

  it('is cut at 255 bytes, never inside a character', async () => {
    const name = latin1(`a${'ü'.repeat(300)}`);
    const answer = await server.accepted(wireForm(filePart(`; filename="${name}"`)), formType);
    expect(answer.files).toMatchObject([['file', { filename: `a${'ü'.repeat(127)}` }]]);
  });

  it('may be empty in a zip part, which is a file all the same', async () => {
    const lines = ['Content-Disposition: form-data; name="file"', 'Content-Type: application/zip'];
    const answer = await server.accepted(wireForm([lines, 'PK']), formType);
    expect(answer.files).toMatchObject([['file', { filename: '', size: 2 }]]);
  });
});

describe('refusing a form', () => {
  const twoFiles = wireForm(filePart('; filename="a"'), filePart('; filename="b"'));
  const [lines, content] = filePart('; filename="b"');
  const other: [string[], string] = [
    lines.map((line) => line.replace('name="file"', 'name="other"')),
    content,
  ];
  const cutOff = wireForm(field('a', '1'), filePart('; filename="a"', 'x'.repeat(500)));

  it.each([
    ['no boundary', wireForm(field('a', '1')), 'multipart/form-data', 'boundary'],
    ['an empty boundary', wireForm(field('a', '1')), 'multipart/form-data; boundary=""', 'boundary'],
    ['a boundary of 71 characters', 'x', `multipart/form-data; boundary=${'b'.repeat(71)}`, 'boundary'],
    [
      'another boundary than announced',
      wireForm(field('a', '1')),
      'multipart/form-data; boundary=x',
      'whole',
    ],
    ['an empty body', '', formType, 'whole'],
    ['a body that is no form', '{"a":1}', formType, 'whole'],
    ['a form cut off inside a file', cutOff.subarray(0, 300), formType, 'whole'],
    ['a form cut off inside a header', cutOff.subarray(0, 40), formType, 'whole'],
    ['a form cut off inside its last boundary', cutOff.subarray(0, -6), formType, 'whole'],
    ['a part without a header', `--${boundary}\r\n\r\n1\r\n--${boundary}--`, formType, 'Content-Disposition'],
    ['a part without an end to its header', `--${boundary}\r\na\r\n--${boundary}--`, formType, 'whole'],
    ['a part without Content-Disposition', wireForm([['X-A: 1'], '1']), formType, 'Content-Disposition'],
    [
      'a part that is an attachment',
      wireForm([['Content-Disposition: attachment'], '1']),
      formType,
      'form-data',
    ],
    ['a part without a name', wireForm([['Content-Disposition: form-data'], '1']), formType, 'no name'],
    ['a part with an empty name', wireForm(field('', '1')), formType, 'no name'],
    ['a field that is not UTF-8', wireForm(field('a', '\xff')), formType, 'UTF-8'],
    ['two files of one name', twoFiles, formType, 'more than one part named "file"'],
    ['two fields of one name', wireForm(field('a', '1'), field('a', '2')), formType, 'named "a"'],
    [
      'a field named as a file',
      wireForm(filePart('; filename="a"'), field('file', '2')),
      formType,
      'named "file"',
    ],
  ])('as a bad request when it has %s', async (_, body, contentType, message) => {
    const refusal = await server.refused(body, contentType);
    expect(refusal.code).toBe('BAD_REQUEST');
    expect(refusal.message).toContain(message);
    expect(await server.left()).toBe(0);
  });

  it('as a bad request when it has ten thousand parts', async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => field(`p${index}`, ''));
    const files = Array.from({ length: 10_000 }, () => filePart('; filename="a"'));
    expect(await server.refused(wireForm(...parts), formType)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await server.refused(wireForm(...files), formType)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await server.left()).toBe(0);
  });

  it.each([
    ['5,000 headers', Array.from({ length: 5_000 }, (_, index) => `X-${index}: 1`)],
    ['5,000 headers of one name', Array.from({ length: 5_000 }, () => 'X: 1')],
    ['33 headers', Array.from({ length: 32 }, (_, index) => `X-${index}: 1`)],
    ['a header of 17 KB', [`X: ${'x'.repeat(17_000)}`]],
    ['a header of a megabyte', [`X: ${'x'.repeat(1_000_000)}`]],
    ['a header folded after every byte', [`X: ${'\r\n '.repeat(17_000)}`]],
  ])('as a bad request, in words, when a part has %s', async (_, lines) => {
    const [own, content] = field('a', '1');
    for (const size of [1_000, 1_000_000]) {
      const form = wireForm(filePart('; filename="a"'), [[...own, ...lines], content]);
      const { code, message } = await server.refused(streamOf(form, size), formType);
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining('32 header lines')]);
    }
    expect(await server.left()).toBe(0);
  });

  it('as a bad request when the header of a part has no end, before the form has one', async () => {
    const socket = await server.connect();
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: 1000000\r\n\r\n`,
    );
    socket.write(`--${boundary}\r\nX: `);
    for (let sent = 0; sent < 4; sent++) await write(socket, Buffer.alloc(50_000, 'x'));
    expect(await until(socket, '}')).toContain('32 header lines');
    socket.destroy();
  });

  it('accepts 32 headers', async () => {
    const [own, content] = field('a', '1');
    const lines = [...own, ...Array.from({ length: 31 }, (_, index) => `X-${index}: 1`)];
    expect((await server.accepted(wireForm([lines, content]), formType)).fields).toEqual([['a', '1']]);
  });

  it('as a bad request when its Content-Type is endless, without reading it', async () => {
    const type = `multipart/form-data;${' '.repeat(15_000)}boundary=${boundary}`;
    const { code, message } = await server.refused(wireForm(field('a', '1')), type);
    expect([code, message]).toEqual(['BAD_REQUEST', 'The Content-Type has more than 1024 characters.']);
  });

  it('as a bad request when it has more files than are accepted', async () => {
    await using server = await openFormServer({ maxFiles: 1 });
    const refusal = await server.refused(wireForm(filePart('; filename="a"'), other), formType);
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', field: 'other' });
    expect(await server.left()).toBe(0);
  });

  it('as too large when a field, or all fields together, are', async () => {
    const one = wireForm(field('a', 'x'.repeat(10_001)));
    const many = wireForm(field('a', 'x'.repeat(6000)), field('b', 'x'.repeat(6000)));
    const huge = wireForm(field('a', 'x'.repeat(10 * 1024 * 1024)));
    expect(await server.refused(one, formType)).toMatchObject({ code: 'TOO_LARGE', field: 'a' });
    expect(await server.refused(many, formType)).toMatchObject({ code: 'TOO_LARGE', field: 'b' });
    expect(await server.refused(huge, formType)).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('as too large when a file is, and leaves none of its other files', async () => {
    const body = wireForm(other, filePart('; filename="b"', 'x'.repeat(1_000_001)));
    expect(await server.refused(body, formType)).toMatchObject({ code: 'TOO_LARGE' });
    expect(await server.left()).toBe(0);
  });

  it('as too large when a preamble without an end takes more than a whole form may', async () => {
    await using server = await openFormServer({ maxUploadBytes: 1000 });
    let chunks = 0;
    const endless = Readable.from(
      (function* () {
        for (; chunks < 1000; chunks += 1) yield Buffer.alloc(10_000, 'x');
      })(),
    );
    const refusal = await server.refused(Readable.toWeb(endless), formType);
    expect(refusal.code).toBe('TOO_LARGE');
  });

  it('with the reason of the store when that refuses', async () => {
    await using temporary = await openTemporaryStorage();
    const storage = {
      ...temporary.storage,
      receive: () => Promise.reject(new AppError('STORAGE_FULL', 'There is no room.')),
    };
    await using server = await openFormServer({ storage });
    const body = wireForm(filePart('; filename="a"', 'x'.repeat(900_000)));
    expect(await server.refused(body, formType)).toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('never fails in another way, and leaves nothing, whatever is sent', async () => {
    const whole = wireForm(
      field('a', '1'),
      filePart('; filename="a"', 'PK\r\n--x'),
      field('b', '2'),
    ).toString('latin1');
    const tokens = [
      `--${boundary}`,
      `--${boundary}--`,
      '\r\n',
      '\r\n\r\n',
      '--',
      '\r',
      '\0',
      ': ',
      '"',
      'name=',
      '=',
      ';',
    ];
    const edit = fc.record({
      at: fc.nat(whole.length),
      remove: fc.nat(30),
      insert: fc.constantFrom(...tokens, ''),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 400 }),
        async (edits, size) => {
          const mutated = edits.reduce(
            (form, { at, remove, insert }) => form.slice(0, at) + insert + form.slice(at + remove),
            whole,
          );
          const response = await fetch(`http://127.0.0.1:${server.port}/`, {
            method: 'POST',
            body: streamOf(Buffer.from(mutated, 'latin1'), size),
            headers: { 'content-type': formType },
            duplex: 'half',
          });
          expect(await response.text()).toMatch(/^\{"(fields|code)"/);
          expect(await server.left()).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a client that is still sending', () => {
  const head = (length: number) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n`;
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

  it('sees why its file is refused, and can use the connection on', async () => {
    const socket = await server.connect();
    const length = 1_100_000;
    socket.write(head(length) + start);
    await write(socket, Buffer.alloc(1_050_000, 'x'));
    expect(await until(socket, '}')).toContain('TOO_LARGE');
    await write(socket, Buffer.alloc(length - start.length - 1_050_000, 'x'));
    const next = wireForm(field('a', '1'));
    socket.write(head(next.length));
    socket.write(next);
    expect(await until(socket, '}')).toContain('"fields":[["a","1"]]');
    socket.destroy();
  });

  it('can send all the rest of a file that the store refused while holding it back', async () => {
    await using temporary = await openTemporaryStorage();
    const storage = {
      ...temporary.storage,
      async receive(source: Readable): Promise<never> {
        while (source.readableLength < source.readableHighWaterMark) await setImmediate();
        throw new AppError('STORAGE_FULL', 'There is no room.');
      },
    };
    await using server = await openFormServer({ storage, maxUploadBytes: 50_000_000 });
    const socket = await server.connect();
    const size = 30_000_000;
    socket.write(head(start.length + size) + start);
    const answer = until(socket, '}');
    await write(socket, Buffer.alloc(size, 'x'));
    expect(await answer).toContain('STORAGE_FULL');
    socket.destroy();
  });

  it('and hangs up is an interrupted upload that leaves nothing', async () => {
    const socket = await server.connect();
    const refusal = server.nextRefusal();
    socket.write(head(500_000) + start);
    await write(socket, Buffer.alloc(200_000, 'x'));
    socket.destroy();
    expect(await refusal).toBe('UPLOAD_INTERRUPTED');
    expect(await server.left()).toBe(0);
  });

  it('and hangs up behind the last boundary, but before the end it announced, leaves nothing', async () => {
    const socket = await server.connect();
    const form = wireForm(filePart('; filename="a"', 'x'.repeat(200_000)));
    const refusal = server.nextRefusal();
    socket.write(head(form.length + 5_000));
    socket.end(form);
    expect(await until(socket, '}')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await refusal).toBe('UPLOAD_INTERRUPTED');
    expect(await server.left()).toBe(0);
  });

  it('is not answered behind the last boundary, but behind the end it announced', async () => {
    await using temporary = await openTemporaryStorage();
    const received = Promise.withResolvers<void>();
    const storage = {
      ...temporary.storage,
      async receive(...values: Parameters<typeof temporary.storage.receive>) {
        const file = await temporary.storage.receive(...values);
        received.resolve();
        return file;
      },
    };
    await using server = await openFormServer({ storage });
    const socket = await server.connect();
    const form = wireForm(filePart('; filename="a"'));
    socket.write(head(form.length + 5_000));
    socket.write(form);
    await received.promise;
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    expect(socket.bytesRead).toBe(0);
    await write(socket, Buffer.alloc(5_000, 'x'));
    expect(await until(socket, '}')).toContain('200 OK');
    socket.destroy();
  });

  it('is held back while the store is slow', async () => {
    await using temporary = await openTemporaryStorage();
    const gate = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    let received = 0;
    const storage = {
      ...temporary.storage,
      async receive(...values: Parameters<typeof temporary.storage.receive>) {
        received += 1;
        if (received === 1) {
          slow.resolve();
          await gate.promise;
        }
        return temporary.storage.receive(...values);
      },
    };
    await using server = await openFormServer({ storage, maxUploadBytes: 50_000_000 });
    const size = 30_000_000;
    const end = `\r\n--${boundary}--\r\n`;
    const send = (socket: Socket) => {
      socket.write(head(start.length + size + end.length) + start);
      return write(socket, Buffer.alloc(size, 'x'));
    };
    const socket = await server.connect();
    let sent = false;
    const sending = send(socket).then(() => {
      sent = true;
    });
    await slow.promise;
    // Another client, who came later and whom nothing holds back, sends all of as much meanwhile.
    const other = await server.connect();
    await send(other);
    other.write(end);
    expect(await until(other, '"size":30000000')).toContain('200 OK');
    expect(sent).toBe(false);
    gate.resolve();
    await sending;
    socket.write(end);
    expect(await until(socket, '"size":30000000')).toContain('200 OK');
    for (const one of [socket, other]) one.destroy();
  });
});

function streamOf(bytes: Uint8Array, chunkSize: number): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
    })(),
  );
}

/** The bytes of `name` as UTF-8, each a character. */
function latin1(name: string): string {
  return Buffer.from(name).toString('latin1');
}

async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** What comes in until `mark` has come. */
async function until(socket: Socket, mark: string): Promise<string> {
  let received = '';
  for await (const [chunk] of on(socket, 'data')) {
    received += chunk;
    if (received.includes(mark)) break;
  }
  return received;
}

const frame: FormFrame = {
  boundary,
  maxBytes: 1_000_000,
  maxSilence: 60_000,
  maxPartHeaders: 10,
  maxPartHeaderBytes: 1_000,
};

/** The beginning of a part with a file. */
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

it('tells of a part that came while nobody read the one before it', async () => {
  const source = new Readable({ read() {} });
  const first = Promise.withResolvers<Readable>();
  const second = Promise.withResolvers<Readable>();
  let parts = 0;
  const stop = parseForm(source, frame, {
    part(_lines, body) {
      parts += 1;
      if (parts === 1) first.resolve(body);
      else second.resolve(body);
    },
    end: () => second.reject(new Error('The form was taken for whole.')),
    failure: second.reject,
  });
  source.push(head);
  // Small pieces, each well below what a stream takes at a time, and together more than a part holds unread.
  for (let piece = 0; piece < 7; piece += 1) source.push(Buffer.alloc(10_000, 'x'));
  source.push(`\r\n${head}PK`);
  const body = await first.promise;
  // All moves in turns of the event loop: by now it stands still.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  body.resume();
  const [content] = await once(await second.promise, 'data');
  expect(String(content)).toBe('PK');
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
