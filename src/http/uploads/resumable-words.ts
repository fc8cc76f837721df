/** Expected values of headers, by their lower-case names. */
const headers: Readonly<Record<string, string>> = {
  'tus-resumable': 'Tus-Resumable has to be 1.0.0, the version of the protocol that is spoken here.',
  'upload-length': 'Upload-Length has to be how many bytes will come, as a whole number.',
  'upload-offset': 'Upload-Offset has to be how many bytes have come so far, as a whole number.',
  'upload-metadata':
    'Upload-Metadata has to be pairs, with commas between them: a name, a space, and a value in base64. No name comes twice.',
  'upload-concat': 'Uploads are not put together from several here. Leave out Upload-Concat.',
  'content-type': 'The Content-Type of bytes that are added has to be application/offset+octet-stream.',
};

/** Replaces the library's sentences with ours. */
const sentences: Readonly<Record<string, string | undefined>> = {
  'Tus-Resumable Required': headers['tus-resumable'],
  'Upload-Offset header required': headers['upload-offset'],
  'Content-Type header required': headers['content-type'],
  'Upload-Length or Upload-Defer-Length header required': headers['upload-length'],
  'Upload-Offset conflict':
    'Upload-Offset is not how many bytes have come so far. Ask for that by HEAD, and go on from there.',
  'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.':
    headers['upload-concat'],
  "upload's size exceeded": 'These are more bytes than Upload-Length said would come.',
};

/** A refusal of the protocol's library in the service's words. */
export function inOurWords(said: string): string {
  const text = said.trim();
  const [, names] = /^Invalid ([a-z -]+)$/.exec(text) ?? [];
  if (names === undefined) return sentences[text] ?? text;
  return names
    .split(' ')
    .map((name) => headers[name] ?? `The header ${name} is not as the protocol has it.`)
    .join(' ');
}
