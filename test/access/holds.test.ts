import { expect, it, vi } from 'vitest';
import { createToken } from '../../src/access/tokens.ts';
import { startTestApp } from '../support/app.ts';

it('a request is held where a token can be taken from it, and only there', async () => {
  await using running = await startTestApp();
  const { app, url } = running;
  const hold = vi.spyOn(app.access.connections, 'hold');
  expect((await fetch(`${url}/api/v2/modpacks/1`)).status).toBe(404);
  expect(hold).not.toHaveBeenCalled();
  const token = await createToken(app.database, {
    name: 'reader',
    role: 'reader',
    voter: false,
    quota: null,
    expires: null,
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/api/v2/modpacks/1`, { headers })).status).toBe(404);
  expect(hold).toHaveBeenCalledOnce();
});
