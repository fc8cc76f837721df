import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { differencesOf } from './description.ts';
import { send, startLegacyService } from './service.ts';

const described = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))),
});

describe('the OpenAPI description', () => {
  it('is served, and valid by the rules of OpenAPI 3.1', async () => {
    await using service = await startLegacyService();
    const { status, headers, json, text } = await send(service.url, '/api/v2/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(described.parse(json).openapi).toBe('3.1.0');
    expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
  });

  it('names every path of the interface document, by one method each', async () => {
    await using service = await startLegacyService();
    const { paths } = described.parse((await send(service.url, '/api/v2/openapi.json')).json);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v2', '')}`),
    );
    expect(operations.toSorted()).toEqual(
      [
        'POST /modpacks/upload',
        'POST /modpacks/generate',
        'GET /modpacks/{id}',
        'GET /modpacks/download/{id}',
        'GET /modpacks/all',
        'GET /serverpacks/{id}',
        'GET /serverpacks/vote/{id}&{vote}',
        'GET /serverpacks/download/{modPackId}&{runConfigurationId}',
        'GET /serverpacks/download/{id}',
        'GET /serverpacks/all',
        'GET /runconfigs/{id}',
        'GET /runconfigs/all',
        'GET /events/status/{status}',
        'GET /events/serverpack/{id}',
        'GET /events/modpack/{id}',
        'GET /events/all',
      ].toSorted(),
    );
  });

  it('is held against every answer of this suite: one with a field too many, too few or of another type differs', () => {
    const run = {
      id: 1,
      gameVersion: '1.20.1',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
      startArgs: [],
      clientMods: [],
      whitelistedMods: [],
    };
    const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
    const differences = (body: object, path = '/api/v2/runconfigs/1') =>
      differencesOf({ method: 'GET', path, status: 200, headers, body: Buffer.from(JSON.stringify(body)) });
    expect(differences(run)).toEqual([]);
    expect(differences({ ...run, fileID: 1 })).not.toEqual([]);
    expect(differences({ ...run, startArgs: undefined })).not.toEqual([]);
    expect(differences({ ...run, id: '1' })).not.toEqual([]);
    expect(differences([run], '/api/v2/runconfigs/all')).toEqual(['the header ETag is missing']);
  });

  it('is shown to people as a page that runs no script and loads nothing from elsewhere', async () => {
    await using service = await startLegacyService();
    const page = await send(service.url, '/api/v2/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script|https?:\/\//);
    expect(page.text).toContain('<code>GET /api/v2/serverpacks/vote/{id}&amp;{vote}</code>');
    const links = Array.from(page.text.matchAll(/href="#([^"]+)"/g), ([, id]) => `id="${id}"`);
    for (const target of links) expect(page.text).toContain(target);
    expect((await send(service.url, '/api/v2/docs.css')).status).toBe(200);
  });
});
