/** The plain way with files on Node: PUT stores a body in FOLDER, hashed and flushed; GET streams it back. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const server = createServer(async (request, response) => {
  const file = path.join(process.env.FOLDER, path.basename(request.url));
  if (request.method === 'PUT') {
    const hash = createHash('sha256');
    request.on('data', (chunk) => hash.update(chunk));
    await pipeline(request, createWriteStream(file, { flush: true }));
    response.end(hash.digest('hex'));
    return;
  }
  response.setHeader('content-length', (await stat(file)).size);
  // A client that has all its bytes may hang up before this is noticed here.
  await pipeline(createReadStream(file), response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
