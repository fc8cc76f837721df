import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;
type Operation = NonNullable<Document['paths'][string]>[string];

/** The API description as a static page for people, without scripts; it loads only its style. */
export function referencePage({ info, paths, tags, components }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.some((tag) => tag === name));
    return `<section><h2>${text(name)}</h2>${ofTag.map(operationHtml).join('')}</section>`;
  });
  const shapes = Object.entries(components.schemas).map(([name, schema]) => shapeHtml(name, schema));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<main>
<h1>${text(info.title)}</h1>
<p>${text(info.description)} For programs: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<section><h2>Shapes</h2>${shapes.join('\n')}</section>
</main>
</body>
</html>
`;
}

function operationHtml({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const parameters = operation.parameters.map(({ name, description, schema }) =>
    row([code(name), typeHtml(schema), text(description)]),
  );
  const form =
    'requestBody' in operation ? operation.requestBody?.content['multipart/form-data'].schema : null;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const answer = asObject(response);
    const shared = typeof answer.$ref === 'string';
    return row([
      code(status),
      shared ? sharedHtml(answer.$ref) : contentHtml(answer),
      text(answer.description),
    ]);
  });
  return `<article id="${text(operation.operationId)}">
<h3>${code(`${method.toUpperCase()} ${path}`)}</h3>
<p>${text(operation.summary)}.${operation.description ? ` ${text(operation.description)}` : ''}</p>
${table(['Parameter', 'Type', ''], parameters)}
${form ? table(['Part', 'Type', ''], propertyRows(asObject(form))) : ''}
${table(['Status', 'Answer', ''], responses)}
</article>`;
}

function shapeHtml(name: string, schema: object): string {
  const shape = asObject(schema);
  return `<article id="schema-${text(name)}"><h3>${code(name)}</h3><p>${text(shape.description)}</p>${table(['Field', 'Type', ''], propertyRows(shape))}</article>`;
}

function propertyRows({ properties, required }: Record<string, unknown>): string[] {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(asObject(properties)).map(([name, schema]) => {
    const property = asObject(schema);
    const optional = needed.includes(name) ? '' : ' (optional)';
    return row([code(name), `${typeHtml(property)}${optional}`, text(property.description)]);
  });
}

function sharedHtml(reference: unknown): string {
  return `as for every path: ${text(String(reference).split('/').at(-1))}`;
}

function contentHtml({ content }: Record<string, unknown>): string {
  return Object.entries(asObject(content))
    .map(([media, body]) => {
      const { schema } = asObject(body);
      return `${code(media)} ${schema ? typeHtml(asObject(schema)) : ''}`;
    })
    .join(', ');
}

/** A schema as short HTML, with a link where it has a name. */
function typeHtml(schema: object): string {
  const { $ref, type, items, enum: words, const: value, pattern } = asObject(schema);
  if (typeof $ref === 'string') {
    const name = text($ref.split('/').at(-1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (value !== undefined) return code(JSON.stringify(value));
  if (Array.isArray(words)) return words.map((word) => code(word)).join(' or ');
  if (type === 'array') return `array of ${typeHtml(asObject(items))}`;
  const name = text(Array.isArray(type) ? type.join(' or ') : type);
  return pattern === undefined ? name : `${name} ${code(pattern)}`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function code(value: unknown): string {
  return `<code>${text(value)}</code>`;
}

function text(value: unknown): string {
  return String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export const referenceStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
article { margin: 2rem 0; overflow-x: auto; }
h3 { margin-bottom: 0; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.75rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; }
td:first-child { white-space: nowrap; }
`;
