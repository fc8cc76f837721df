import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.writeHead(304, { etag: '"constant"' });
  response.end();
});
server.listen(0, () => process.send(server.address().port));
