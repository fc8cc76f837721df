import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { listen } from '../../src/http/listen.ts';

it('says which setting to change where it cannot listen', async () => {
  const settings = { host: 'HOST', port: 'PORT' };
  await using first = Fastify();
  const { port } = new URL(await listen(first, { host: '127.0.0.1', port: 0, settings }));
  await using second = Fastify();
  await expect(listen(second, { host: '127.0.0.1', port: Number(port), settings })).rejects.toThrow(
    `another program listens at port ${port} of 127.0.0.1. End that program, or set PORT to a port that is free.`,
  );
  await using third = Fastify();
  await expect(listen(third, { host: '192.0.2.1', port: 0, settings })).rejects.toThrow('Set HOST to one');
});
