import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { schema } from '../../src/graphql/schema.ts';
import { startTestApp } from '../support/app.ts';
import { ask } from './client.ts';

/** As GraphiQL, code generators and compilers ask: with nothing, and with all that there is to ask for. */
const asked = {
  'by default': getIntrospectionQuery(),
  whole: getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    experimentalDirectiveDeprecation: true,
    oneOf: true,
  }),
};

const hasSchema = (data: unknown): data is IntrospectionQuery =>
  typeof data === 'object' && data !== null && '__schema' in data;

function readBack(data: unknown): string {
  if (!hasSchema(data)) throw new Error(`There is no schema in ${JSON.stringify(data)?.slice(0, 200)}.`);
  return printSchema(buildClientSchema(data)).replaceAll(/\s+/g, ' ').slice(0, 10_000);
}

const expected = () => printSchema(schema).replaceAll(/\s+/g, ' ').slice(0, 10_000);

async function overHttp(url: string, query: string): Promise<unknown> {
  return (await ask(url, query)).data;
}

async function overEvents(url: string, query: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  const [, data = ''] = /^data: (.+)$/m.exec(await response.text()) ?? [];
  return JSON.parse(data).data;
}

async function overSocket(url: string, query: string): Promise<unknown> {
  const client = createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  try {
    for await (const { data } of client.iterate({ query })) return data;
    return null;
  } finally {
    await client.dispose();
  }
}

/** With the usual settings. */
const service = await startTestApp();
afterAll(() => service[Symbol.asyncDispose]());

describe('introspection as tools ask for it', () => {
  it.each(Object.entries(asked))(
    'is answered %s, over every transport, and reads back as the schema',
    async (_how, query) => {
      for (const transport of [overHttp, overEvents, overSocket]) {
        expect(readBack(await transport(service.url, query))).toBe(expected());
      }
    },
  );
});

describe('introspection is held to the limits', () => {
  const many = (count: number, field: string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

  it('of aliases, in fragments within fragments too', async () => {
    const wide = `{ __schema { types { ${many(60, 'description')} } } }`;
    expect(await ask(service.url, wide)).toMatchObject({
      status: 400,
      errors: [{ message: 'This operation has 60 aliases; at most 50 are accepted.' }],
    });
    const nested = `{ ${many(2, '__schema { ...S }')} }
      fragment S on __Schema { ${many(10, 'types { ...T }')} }
      fragment T on __Type { ${many(30, 'fields { ...F }')} }
      fragment F on __Field { ${many(40, 'description')} }`;
    expect(await ask(service.url, nested)).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }],
    });
  });

  it('of depth', async () => {
    const deep = `{ __schema { queryType ${'{ ofType '.repeat(20)} { name } ${'}'.repeat(20)} } }`;
    expect(await ask(service.url, deep)).toMatchObject({
      status: 400,
      errors: [{ message: 'This operation has 23 levels of fields; at most 16 are accepted.' }],
    });
  });

  it('of cost, by what there is in the schema', async () => {
    await using service = await startTestApp({ environment: { 'config.maxQueryCost': '2000' } });
    const types = Object.keys(schema.getTypeMap()).length;
    const query = (fields: string) => `{ __schema { types { ${fields} } } }`;
    expect((await ask(service.url, query('name'))).status).toBe(200);
    expect(await ask(service.url, query(`name ${many(10, 'name')}`))).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining(`This operation costs ${2 + 11 * types}; at most 2000`) }],
    });
    // What is asked about one type does not cost what asking about all does.
    expect((await ask(service.url, `{ __type(name: "Node") { ${many(40, 'name')} } }`)).status).toBe(200);
  });
});
