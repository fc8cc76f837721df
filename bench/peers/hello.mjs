/** Hello world: what starting Node with Fastify takes, and what it has when it is idle. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/health/ready', async () => ({ status: 'ready' }));
await app.listen({ port: 0 });
process.send(app.server.address().port);
