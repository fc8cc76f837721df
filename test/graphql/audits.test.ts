import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

/** Audits of the GraphQL over HTTP specification that we do not pass, each with its reason. */
const explained: Record<string, string> = {};

let service: TestApp | undefined;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service?.[Symbol.asyncDispose]());

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${service?.url}/graphql`, fetchFn: fetch });
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    if (result.status === 'ok') return expect(Object.keys(explained)).not.toContain(audit.id);
    expect({ id: audit.id, reason: result.reason }).toEqual({ id: audit.id, reason: explained[audit.id] });
  });
});
