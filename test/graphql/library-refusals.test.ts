import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';
import { globalId } from './client.ts';

/**
 * What the libraries below /graphql refuse by themselves, as far as a client can bring them to it: the rules of graphql-js and its
 * coercion of values, the checks of graphql-yoga and of graphql-ws. Whichever of them speaks, each way in answers with a code and
 * a sentence, and tells nothing of itself.
 */
const pack = globalId('ModPack', 1);
const vote = (input: string) => `mutation { voteServerPack(input: ${input}) { __typename } }`;
const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ');

const operations: [string, Record<string, unknown>][] = [
  // The parser.
  ['an unknown character', { query: '{ modloaders ; }' }],
  ['an unknown character, of two parts', { query: '{ modloaders 💥 }' }],
  ['a control character', { query: '{ modloaders \u0000 }' }],
  ['a half of a character', { query: '{ modPack(by: { id: "\\uD800" }) { id } }' }],
  ['an escape that is none', { query: '{ modPack(by: { id: "\\q" }) { id } }' }],
  ['a text without an end', { query: '{ modPack(by: { id: "abc }) { id } }' }],
  ['a block of text without an end', { query: '{ modPack(by: { id: """abc }) { id } }' }],
  ['a number that goes on as a name', { query: '{ modPacks(first: 1a) { totalCount } }' }],
  ['a number that begins with 0', { query: '{ modPacks(first: 01) { totalCount } }' }],
  ['an empty selection', { query: '{ }' }],
  ['an empty selection of a change', { query: 'mutation { }' }],
  ['an empty selection of a subscription', { query: 'subscription { }' }],
  ['an empty selection of an object', { query: '{ statistics { } }' }],
  ['an empty fragment', { query: 'subscription { ...F } fragment F on Subscription { }' }],
  [
    'a fragment of a subscription that is skipped',
    { query: 'subscription { ... @skip(if: true) { events { id } } }' },
  ],
  [
    'a fragment of a subscription that is left out by a variable',
    {
      query: 'subscription($a: Boolean!) { ... @include(if: $a) { events { id } } }',
      variables: { a: false },
    },
  ],
  ['a fragment named on', { query: 'fragment on on Query { modloaders } { ...on }' }],
  ['a variable in a constant', { query: 'query($a: Int = $b) { modloaders }' }],
  // The rules.
  ['a definition of a type', { query: 'type A { b: Int } { modloaders }' }],
  ['an extension of the schema', { query: 'extend schema { query: Query } { modloaders }' }],
  ['a field that there is not', { query: '{ modloader }' }],
  ['an argument that there is not', { query: '{ modPacks(fist: 1) { totalCount } }' }],
  ['an argument that is left out', { query: '{ node { id } }' }],
  ['an argument twice', { query: '{ modPacks(first: 1, first: 2) { totalCount } }' }],
  ['an argument of another type', { query: '{ modPacks(first: "1") { totalCount } }' }],
  ['a number beyond 32 bits', { query: '{ modPacks(first: 9999999999) { totalCount } }' }],
  ['a value that an enumeration has not', { query: vote(`{ serverPack: "${pack}", vote: SIDEWAYS }`) }],
  ['an input field that there is not', { query: vote(`{ serverPack: "${pack}", vote: UP, more: 1 }`) }],
  ['an input field that is left out', { query: vote('{ vote: UP }') }],
  ['an input field twice', { query: vote(`{ serverPack: "${pack}", vote: UP, vote: DOWN }`) }],
  ['null for what is needed', { query: '{ node(id: null) { id } }' }],
  ['a field without its selection', { query: '{ modPacks }' }],
  ['a selection below a leaf', { query: '{ modloaders { name } }' }],
  ['two fields of one name that differ', { query: '{ a: modloaders a: gameVersions }' }],
  ['a fragment that there is not', { query: '{ ...F }' }],
  ['a fragment that is not used', { query: '{ modloaders } fragment F on Query { modloaders }' }],
  [
    'a fragment twice',
    { query: '{ ...F } fragment F on Query { modloaders } fragment F on Query { modloaders }' },
  ],
  ['a fragment that spreads itself', { query: '{ ...F } fragment F on Query { ...F }' }],
  ['a fragment on a leaf', { query: '{ ...F } fragment F on String { length }' }],
  ['a fragment on what can never be', { query: '{ ... on ModPack { id } }' }],
  ['a type that there is not', { query: 'query($a: Nothing) { modloaders @skip(if: $a) }' }],
  ['a variable of an output type', { query: 'query($a: ModPack) { modloaders @skip(if: $a) }' }],
  ['a variable that is not defined', { query: '{ node(id: $a) { id } }' }],
  ['a variable that is not used', { query: 'query($a: Int) { modloaders }' }],
  ['a variable twice', { query: 'query($a: Int, $a: Int) { modPacks(first: $a) { totalCount } }' }],
  ['a variable where it does not fit', { query: 'query($a: String) { modPacks(first: $a) { totalCount } }' }],
  ['a directive that there is not', { query: '{ modloaders @nothing }' }],
  ['a directive where it has no place', { query: 'query @skip(if: true) { modloaders }' }],
  ['a directive twice', { query: '{ modloaders @skip(if: true) @skip(if: true) }' }],
  ['a directive without its argument', { query: '{ modloaders @skip }' }],
  ['putting off what is put off nowhere', { query: '{ ... @defer { modloaders } }' }],
  ['a stream of a list', { query: '{ modloaders @stream(initialCount: 0) }' }],
  [
    'two operations of one name',
    { query: 'query A { modloaders } query A { modloaders }', operationName: 'A' },
  ],
  [
    'an operation without a name among several',
    { query: '{ modloaders } query A { modloaders }', operationName: 'A' },
  ],
  ['two fields of a subscription', { query: 'subscription { events { id } more: events { id } }' }],
  ['the schema in a subscription', { query: 'subscription { __schema { types { name } } }' }],
  ['a skipped field of a subscription', { query: 'subscription { events @skip(if: true) { id } }' }],
  ['more faults than are told', { query: `{ ${many(300, (index) => `x${index}`)} }` }],
  // Values.
  ['a variable that is left out', { query: 'query($a: ID!) { node(id: $a) { id } }' }],
  ['a variable that is null', { query: 'query($a: ID!) { node(id: $a) { id } }', variables: { a: null } }],
  [
    'a variable of another type',
    { query: 'query($a: ID!) { node(id: $a) { id } }', variables: { a: { b: 1 } } },
  ],
  [
    'a variable that is a fraction',
    { query: 'query($a: Int) { modPacks(first: $a) { totalCount } }', variables: { a: 1.5 } },
  ],
  [
    'a variable beyond 32 bits',
    { query: 'query($a: Int) { modPacks(first: $a) { totalCount } }', variables: { a: 1e10 } },
  ],
  [
    'null for a variable with a default',
    { query: 'query($a: Boolean = true) { modloaders @skip(if: $a) }', variables: { a: null } },
  ],
  [
    'the same, below',
    {
      query: 'query($a: Boolean = true) { statistics { modPacksByStatus @skip(if: $a) { count } } }',
      variables: { a: null },
    },
  ],
  [
    'the same, of an argument',
    { query: 'query($a: ID = "x") { node(id: $a) { id } }', variables: { a: null } },
  ],
  [
    'an input that is a list',
    {
      query: 'mutation($a: VoteServerPackInput!) { voteServerPack(input: $a) { __typename } }',
      variables: { a: [] },
    },
  ],
  [
    'an input with a field too many',
    {
      query: 'mutation($a: VoteServerPackInput!) { voteServerPack(input: $a) { __typename } }',
      variables: { a: { serverPack: pack, vote: 'UP', __proto__x: 1 } },
    },
  ],
  [
    'a list with null in it',
    { query: 'query($a: [ID!]!) { nodes(ids: $a) { id } }', variables: { a: [pack, null] } },
  ],
  [
    'more faults of values than are told',
    { query: 'query($a: [ID!]!) { nodes(ids: $a) { id } }', variables: { a: Array(200).fill({}) } },
  ],
  ['an id that is none', { query: '{ node(id: "no id") { id } }' }],
  ['an id of no type', { query: `{ node(id: "${globalId('Nothing', 1)}") { id } }` }],
  ['an id in an input that is none', { query: vote('{ serverPack: "no id", vote: UP }') }],
  [
    'a file where none came',
    {
      query: 'mutation($a: Upload!) { uploadModPack(input: { archive: { file: $a } }) { __typename } }',
      variables: { a: 'x' },
    },
  ],
  // The request.
  ['an operation that there is not', { query: 'query A { modloaders }', operationName: 'B' }],
  ['fragments alone', { query: 'fragment F on Query { modloaders }' }],
  ['nothing', { query: '' }],
  ['nothing but a comment', { query: '# nothing' }],
  [
    'an unknown hash',
    { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: 'ab'.repeat(32) } } },
  ],
];

const errorsOf = z
  .array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) }))
  .min(1);
const answered = z.looseObject({ errors: errorsOf });
const message = z.looseObject({ type: z.string(), payload: z.unknown() });

/** What no answer holds: words of the libraries that mean themselves, places in files, traces. */
const foreign =
  /Syntax Error|Unexpected (token|error|character|end)|Cannot read prop|is not a function|Expected Iterable|Abstract type|Must provide|aborted|node_modules|file:\/\/|\.[jt]s:\d|\n\s+at |INTERNAL/;

/** An answer over HTTP, or the first message to it on a socket. */
interface Told {
  status: number;
  errors: unknown;
  text: string;
}

describe('what the libraries refuse', async () => {
  const service = await startTestApp();
  const socket = new WebSocket(service.url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws');
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await new Promise((resolve) => socket.once('message', resolve));
  afterAll(async () => {
    socket.terminate();
    await service[Symbol.asyncDispose]();
  });

  const told = async (response: Response): Promise<Told> => {
    const text = await response.text();
    const json =
      text.startsWith('event:') || text.startsWith(':') ? (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}') : text;
    return { status: response.status, errors: answered.parse(JSON.parse(json)).errors, text };
  };
  const post = async (asked: object, accept: string) => {
    const headers = { 'content-type': 'application/json', accept };
    return told(
      await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(asked) }),
    );
  };
  const get = async (asked: Record<string, unknown>) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) {
      search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    return told(await fetch(`${service.url}/graphql?${search}`));
  };
  const subscribe = async (asked: object): Promise<Told> => {
    const id = crypto.randomUUID();
    const heard = new Promise<string>((resolve) => {
      const hear = (data: unknown) => {
        if (!String(data).includes(id)) return;
        socket.off('message', hear);
        resolve(String(data));
      };
      socket.on('message', hear);
    });
    socket.send(JSON.stringify({ type: 'subscribe', id, payload: asked }));
    const text = await heard;
    const { type, payload } = message.parse(JSON.parse(text));
    return { status: 200, errors: type === 'error' ? payload : answered.parse(payload).errors, text };
  };

  it.each(operations)('has a code and words on each way in: %s', async (_what, asked) => {
    const answers = [
      await post(asked, 'application/json'),
      await post(asked, 'application/graphql-response+json'),
      await post(asked, 'text/event-stream'),
      await get(asked),
      await subscribe(asked),
    ];
    for (const { status, errors, text } of answers) {
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(foreign);
      for (const { message } of errorsOf.parse(errors)) expect(message).toMatch(/\S/);
    }
  });
});
