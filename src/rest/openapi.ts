import type { ArchiveSuccess, RouteDescription, Success } from './description.ts';
import { downloadRoutes } from './downloads.ts';
import { restRoutes } from './index.ts';
import { jsonSchemas } from './json-schemas.ts';

/** The parts of a route that its description needs, for legacy routes and downloads alike. */
interface DescribedRoute {
  method: 'GET' | 'POST';
  url: string;
  description: RouteDescription;
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Answers that any route may give. */
const sharedResponses = {
  MethodNotAllowed: {
    description: 'Another method; the header Allow says which are answered.',
    headers: { Allow: { schema: { type: 'string' }, required: true } },
    content: problemContent,
  },
  TooManyRequests: {
    description: 'Too many requests; try again after the seconds in Retry-After.',
    headers: { 'Retry-After': { schema: { type: 'integer' }, required: true } },
    content: problemContent,
  },
  Unavailable: {
    description:
      'The database is away or the service is shutting down; try again after the seconds in Retry-After.',
    headers: { 'Retry-After': { schema: { type: 'integer' }, required: true } },
    content: problemContent,
  },
  Failure: {
    description: 'Anything else: a fault of the request (4xx) or of the service (500).',
    content: problemContent,
  },
};

const etag = { ETag: { schema: { type: 'string' }, required: true } };

const tags = [
  { name: 'Modpacks', description: 'What is uploaded: archives of mods and whatever goes with them.' },
  { name: 'Server packs', description: 'What is built from a modpack for one run configuration.' },
  { name: 'Run configurations', description: 'What a server pack is built for.' },
  { name: 'Events', description: 'The record of every step.' },
];

/** The OpenAPI 3.1 description of the whole legacy API, generated from its table of routes. */
export function openApiDocument() {
  const rows: readonly DescribedRoute[] = [...restRoutes, ...downloadRoutes];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Server pack service, REST',
      version: '2.0.0',
      summary: 'Upload modpacks, get server packs.',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Every answer is JSON, but for the downloads. HEAD is answered wherever GET is, but for votes. An ampersand in a path may be sent as %26.',
    },
    servers: [{ url: '/' }],
    security: [],
    tags,
    paths: Object.fromEntries(
      rows
        .toSorted((a, b) => (a.url < b.url ? -1 : 1))
        .map((row) => [pathTemplate(row.url), { [row.method.toLowerCase()]: operationOf(row.description) }]),
    ),
    components: { schemas: jsonSchemas, responses: sharedResponses },
  };
}

/** A router's path as OpenAPI writes it: `/download/:a(^[^&]*)&:b` becomes `/api/v2/download/{a}&{b}`. */
function pathTemplate(url: string): string {
  return `/api/v2${url.replace(/:(\w+)(\([^)]*\))?/g, '{$1}')}`;
}

function operationOf(row: RouteDescription) {
  return {
    operationId: row.operationId,
    tags: [row.tag],
    summary: row.summary,
    ...(row.details === undefined ? {} : { description: row.details }),
    parameters: Object.entries(row.parameters).map(([name, { description, ...schema }]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema,
    })),
    ...(row.form === undefined
      ? {}
      : { requestBody: { required: true, content: { 'multipart/form-data': { schema: row.form } } } }),
    responses: {
      ...successResponses(row.success),
      ...Object.fromEntries(
        Object.entries(row.refusals).map(([status, description]) => [
          status,
          { description, content: refusalContent(row, Number(status)) },
        ]),
      ),
      405: { $ref: '#/components/responses/MethodNotAllowed' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Unavailable' },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

function refusalContent({ refusalSchema }: RouteDescription, status: number) {
  const isProblem = refusalSchema === undefined || status === 415 || status === 416;
  if (isProblem) return problemContent;
  return { 'application/json': { schema: { $ref: `#/components/schemas/${refusalSchema}` } } };
}

function successResponses(success: Success): Record<string, unknown> {
  if ('archive' in success) return archiveResponses(success);
  const schema =
    'schema' in success
      ? { $ref: `#/components/schemas/${success.schema}` }
      : { type: 'array', items: { $ref: `#/components/schemas/${success.listOf}` } };
  const isRevised = 'revised' in success && success.revised;
  return {
    200: {
      description: success.description,
      ...(isRevised ? { headers: etag } : {}),
      ...('headers' in success && { headers: success.headers }),
      content: { 'application/json': { schema } },
    },
    ...(isRevised
      ? { 304: { description: 'Nothing has changed since the ETag in If-None-Match.', headers: etag } }
      : {}),
  };
}

function archiveResponses({ archive, types }: ArchiveSuccess): Record<string, unknown> {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const headers = {
    ...etag,
    'Accept-Ranges': { schema: { const: 'bytes' }, required: true },
    'Content-Disposition': { schema: { type: 'string' }, required: true },
    'Content-Length': { schema: { type: 'integer' }, required: true },
  };
  const contentRange = { 'Content-Range': { schema: { type: 'string' }, required: true } };
  return {
    200: { description: archive, headers, content },
    206: {
      description: 'The part that Range asks for.',
      headers: { ...headers, ...contentRange },
      content,
    },
    304: { description: 'The file with the ETag in If-None-Match is still the one.', headers: etag },
    416: {
      description: 'The range lies outside of the file.',
      headers: contentRange,
      content: problemContent,
    },
  };
}
