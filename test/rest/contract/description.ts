import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { openApiDocument } from '../../../src/rest/openapi.ts';

const header = z.object({ required: z.boolean().optional() });
const response = z.object({
  $ref: z.string().optional(),
  headers: z.record(z.string(), header).optional(),
  content: z.record(z.string(), z.object({ schema: z.unknown() }).partial()).optional(),
});
const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), response) }))),
  components: z.object({ responses: z.record(z.string(), response) }),
});

const document = openApiDocument();
const { paths, components } = described.parse(document);
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi');

/** What a test has seen of an answer. */
export interface SeenAnswer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: Buffer;
}

/** How an answer differs from what the OpenAPI description says of it; empty when it does not. */
export function differencesOf({ method, path, status, headers, body }: SeenAnswer): string[] {
  const operation = operationAt(method, path);
  if (!operation) return [];
  const said = resolved(operation.responses[status] ?? operation.responses.default);
  if (!said) return [`${status} is not described`];
  const missing = Object.entries(said.headers ?? {})
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => `the header ${name} is missing`);
  return [...missing, ...(method === 'HEAD' ? [] : contentDifferences(said, headers, body))];
}

function contentDifferences(said: z.infer<typeof response>, headers: Headers, body: Buffer): string[] {
  if (!said.content) return body.length === 0 ? [] : ['no content is described'];
  const [media = ''] = (headers.get('content-type') ?? '').split(';', 1);
  const content = said.content[media];
  if (!content) return [`the media type ${media} is not described`];
  if (content.schema === undefined) return [];
  const schema = z.union([z.object({ $ref: z.string() }), z.record(z.string(), z.unknown())]);
  const validate = ajv.compile(absolute(schema.parse(content.schema)));
  if (validate(JSON.parse(body.toString()))) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** A schema with its references into the description made absolute. */
function absolute(schema: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

function resolved(said: z.infer<typeof response> | undefined): z.infer<typeof response> | undefined {
  const name = said?.$ref?.split('/').at(-1);
  return name === undefined ? said : components.responses[name];
}

/** The described operation a request reaches; a HEAD or a refused method is answered as its path's own method. */
function operationAt(method: string, path: string) {
  const asked = path.replaceAll(/%26/gi, '&').split('?', 1)[0] ?? '';
  const fits = Object.entries(paths).filter(([template]) => patternOf(template).test(asked));
  // Words before parameters, then the template with more parameters: `/download/{a}&{b}` before `/download/{id}`.
  const [found] = fits.toSorted(([a], [b]) => wordsOf(b) - wordsOf(a) || b.length - a.length);
  if (!found) return undefined;
  const [, operations] = found;
  return operations[method.toLowerCase()] ?? Object.values(operations)[0];
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}(&?)/g, (_, and) => (and ? '[^/&]*&' : '[^/]*'))}$`);
}

function wordsOf(template: string): number {
  return template.split('/').filter((segment) => !segment.includes('{')).length;
}
