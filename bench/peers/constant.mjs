/** The least that a request can cost on Node: the same answer to whatever is asked. */
import { createServer } from 'node:http';

const answer = JSON.stringify({ data: { unchanged: true } });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
