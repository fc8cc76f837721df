import { z } from 'zod';
import { createToken } from '../../src/access/tokens.ts';
import type { Database } from '../../src/database/database.ts';

const answer = z.object({
  data: z.record(z.string(), z.json()).nullish(),
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .optional(),
});

/** What came back for an operation. */
export interface Answer extends z.infer<typeof answer> {
  status: number;
}

/** Sends an operation as any client would. */
export async function ask(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, ...answer.parse(await response.json()) };
}

/** Sends an operation with files, by the name of each, in the form of the multipart request specification. */
export async function askWithFiles(
  url: string,
  query: string,
  input: Record<string, unknown>,
  files: Readonly<Record<string, [name: string, bytes: Uint8Array]>>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { input } }));
  const places = Object.keys(files).map((place, index) => [index, [`variables.input.${place}`]]);
  form.set('map', JSON.stringify(Object.fromEntries(places)));
  for (const [index, [name, bytes]] of Object.values(files).entries())
    form.set(String(index), new Blob([new Uint8Array(bytes)]), name);
  const all = { 'graphql-require-preflight': '1', ...headers };
  const response = await fetch(`${url}/graphql`, { method: 'POST', body: form, headers: all });
  return { status: response.status, ...answer.parse(await response.json()) };
}

/** The headers of a caller with an operator's token. */
export async function operatorHeaders(database: Database): Promise<{ authorization: string }> {
  const token = await createToken(database, {
    name: `operator-${crypto.randomUUID()}`,
    role: 'operator',
    voter: true,
    quota: null,
    expires: null,
  });
  return { authorization: `Bearer ${token}` };
}

/** A global id as the schema writes it. */
export function globalId(typename: string, databaseId: number): string {
  return Buffer.from(`${typename}:${databaseId}`).toString('base64');
}
