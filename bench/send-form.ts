import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** A body of known size, made while it is sent. */
interface Body {
  size: number;
  pieces: () => Iterable<Buffer>;
}

interface Answer {
  statusCode: number | undefined;
  text: string;
}

/** Sends a body, and answers what is said to it. */
export async function send(
  url: string,
  { size, pieces }: Body,
  { method, type }: { method: string; type: string },
): Promise<Answer> {
  const headers = { 'content-type': type, 'content-length': size, 'graphql-require-preflight': '1' };
  const sending = request(url, { method, headers });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  sending.on('error', reject);
  sending.on('response', (answer) => {
    text(answer).then((said) => resolve({ statusCode: answer.statusCode, text: said }), reject);
  });
  await pipeline(Readable.from(pieces()), sending);
  return promise;
}

/** Sends a form with these fields and a file behind them. */
export function sendForm(
  url: string,
  fields: Record<string, string>,
  file: Body & { name: string },
): Promise<Answer> {
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  const head = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const before = Buffer.from(`${head.join('')}${part(file.name)}; filename="large.zip"\r\n\r\n`);
  const after = Buffer.from('\r\n--b--\r\n');
  const size = before.length + file.size + after.length;
  const pieces = function* () {
    yield before;
    yield* file.pieces();
    yield after;
  };
  return send(url, { size, pieces }, { method: 'POST', type: 'multipart/form-data; boundary=b' });
}
