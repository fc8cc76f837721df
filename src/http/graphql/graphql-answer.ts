import type { ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { z } from 'zod';

/** The media types of an answer in one piece; the first by the GraphQL over HTTP draft, the second for older clients. */
const mediaTypes = ['application/graphql-response+json', 'application/json'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The type that an Accept header names first, else null. Only UTF-8 is written; weights are not read. */
export function acceptedType(accept: string | undefined): MediaType | null {
  const ranges = (accept || '*/*').replaceAll(/\s/g, '').toLowerCase().split(',');
  for (const range of ranges) {
    const [type, ...parameters] = range.split(';');
    const charset = parameters.find((one) => one.startsWith('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (type === '*/*' || type === 'application/*') return 'application/json';
    const named = mediaTypes.find((one) => one === type);
    if (named) return named;
  }
  return null;
}

const httpOfError = z.object({
  status: z.number().exactOptional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Whether the status is one that clients of `application/json` do not expect for an answer. */
  spec: z.boolean().default(false),
});

/** Status and headers of an answer: 200 where it has data, else the highest status that an error asks for. */
export function headOf(
  { data, errors = [] }: ExecutionResult,
  type: MediaType,
): { status: number; headers: Record<string, string> } {
  const head = { status: 200, headers: {} };
  if (hasData(data)) return head;
  for (const { extensions } of errors) {
    const http = httpOfError.safeParse(extensions.http).data;
    if (!http) continue;
    Object.assign(head.headers, http.headers);
    if (http.spec && type === 'application/json') continue;
    head.status = Math.max(head.status, http.status ?? 0);
  }
  return head;
}

/** Whether any field of the answer has a value. */
export function hasData(data: ExecutionResult['data'] | undefined): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

interface Answered {
  data?: ExecutionResult['data'] | undefined;
  errors?: readonly GraphQLError[] | undefined;
  extensions?: ExecutionResult['extensions'] | undefined;
}

/** An answer as clients get it: its errors do not show what they set in HTTP. */
export function asSent({ data, errors, extensions }: Answered): FormattedExecutionResult {
  return {
    ...(errors ? { errors: withoutHttp(errors) } : {}),
    ...(data === undefined ? {} : { data }),
    ...(extensions ? { extensions } : {}),
  };
}

/** Errors without the data that sets the HTTP status. */
export function withoutHttp(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { extensions: { http: _http, ...extensions } = {}, ...rest } = error.toJSON();
    return { ...rest, ...(Object.keys(extensions).length > 0 ? { extensions } : {}) };
  });
}
