import {
  EventsDocument,
  type EventsSubscription,
  type EventsSubscriptionVariables,
  type TypedDocumentString,
} from './gql/graphql.ts';

/** The address of a service, and the caller's token. */
export interface Service {
  /** The address under which its paths are, such as https://packs.example. */
  url: string;
  /** Sent where there is one. */
  token?: string | undefined;
}

interface Answer<Result> {
  data?: Result | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** The service refused a request, or a part of it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** The code of the first error, or the HTTP status. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Asks a query or a mutation. Fails with what stands in `errors`; what can be expected to fail is a type of the answer. */
export async function ask<Result, Variables>(
  service: Service,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await post(service, JSON.stringify({ query: document.toString(), variables }), {
    'content-type': 'application/json',
  });
  return dataOf<Result>(await response.text());
}

/** Asks a mutation with a file, which takes the place of the null at `variables.input.archive.file`. */
export async function askWithFile<Result, Variables>(
  service: Service,
  document: TypedDocumentString<Result, Variables>,
  { variables, file, name }: { variables: Variables; file: Blob; name: string },
): Promise<Result> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: document.toString(), variables }));
  form.set('map', JSON.stringify({ 0: ['variables.input.archive.file'] }));
  form.set('0', file, name);
  // Without it no form is taken, so that no web page can make a browser send one unasked.
  const response = await post(service, form, { 'graphql-require-preflight': '1' });
  return dataOf<Result>(await response.text());
}

/** The answers to a subscription, as server-sent events. Leaving the loop ends it. */
export async function* follow<Result, Variables>(
  service: Service,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): AsyncGenerator<Result, void> {
  const response = await post(service, JSON.stringify({ query: document.toString(), variables }), {
    'content-type': 'application/json',
    accept: 'text/event-stream',
  });
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // Each answer is one line; the others are names of events, and comments that keep the connection open.
      if (line.startsWith('data: {')) yield dataOf<Result>(line.slice('data: '.length));
    }
  }
}

/** Milliseconds before a lost connection is made again. */
const pauseMs = 1_000;

/**
 * Every event once and in order, also across lost connections: each new one goes on after the last event that came.
 * Without `after`, events are missed that happen before the first one has come. Leaving the loop ends it.
 */
export async function* followEvents(
  service: Service,
  { after, filter }: EventsSubscriptionVariables = {},
): AsyncGenerator<EventsSubscription['events'], void> {
  let last = after;
  for (;;) {
    try {
      const variables = { ...(last == null ? {} : { after: last }), ...(filter == null ? {} : { filter }) };
      for await (const { events } of follow(service, EventsDocument, variables)) {
        last = events.id;
        yield events;
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Whether a later request may succeed: the connection was lost, or the service is unavailable. */
function isPassing(error: unknown): boolean {
  // What fetch throws without a connection.
  if (error instanceof TypeError) return true;
  return error instanceof ServiceError && ['UNAVAILABLE', '502', '503', '504'].includes(error.code);
}

async function post({ url, token }: Service, body: string | FormData, headers: Record<string, string>) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body,
  });
  // A refusal is JSON too, and says more than its status.
  if (response.headers.get('content-type')?.includes('json') || response.ok) return response;
  throw new ServiceError(String(response.status), `${response.status} ${response.statusText}`);
}

function dataOf<Result>(text: string): Result {
  const { data, errors }: Answer<Result> = JSON.parse(text);
  if (!errors && data !== undefined && data !== null) return data;
  const message = errors?.map((error) => error.message).join('\n') ?? text.slice(0, 500);
  throw new ServiceError(errors?.[0]?.extensions?.code ?? '', message);
}
