import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { multipartRequest } from '../../client/gateway/multipart.ts';

async function read(name: string, chunks: string[]) {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const request = multipartRequest(
    { query: 'mutation { x }', variables: { input: { file: null } } },
    'input.file',
    { name, contentType: 'application/zip', stream },
    'border',
  );
  return { text: await text(request.body), headers: request.headers };
}

test('operations, map and file come in the order that the specification asks for', async () => {
  const request = await read('pack.zip', ['by', 'tes']);
  expect(request.headers).toEqual({ 'content-type': 'multipart/form-data; boundary=border' });
  expect(request.text.split('\r\n')).toEqual([
    '--border',
    'content-disposition: form-data; name="operations"',
    '',
    '{"query":"mutation { x }","variables":{"input":{"file":null}}}',
    '--border',
    'content-disposition: form-data; name="map"',
    '',
    '{"file":["variables.input.file"]}',
    '--border',
    'content-disposition: form-data; name="file"; filename="pack.zip"',
    'content-type: application/zip',
    '',
    'bytes',
    '--border--',
    '',
  ]);
});

test('a file name cannot leave its quotes', async () => {
  const request = await read('a"\r\nx: y.zip', []);
  expect(request.text).toContain('filename="a%22%0D%0Ax: y.zip"\r\n');
});
