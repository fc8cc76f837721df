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
