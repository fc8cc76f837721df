import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { ReceivedUpload } from '../graphql/received-upload.ts';
import type { MultipartForm } from './multipart.ts';

const operationShape = z
  .object({
    query: z.string().exactOptional(),
    operationName: z.string().nullish(),
    variables: z.record(z.string(), z.unknown()).nullish(),
    /** These two name a document that the service knows. */
    documentId: z.string().exactOptional(),
    extensions: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .refine(({ query, documentId, extensions }) => query ?? documentId ?? extensions);
const operationsShape = z.union([operationShape, z.array(operationShape)]);
const mapShape = z.record(z.string(), z.array(z.string()));

/** One operation, or several in a batch. */
export type OperationParams = GraphQLParams | GraphQLParams[];

/**
 * Reads a form by the GraphQL multipart request specification: the parts `operations` and `map`, then the files,
 * each of which takes the place of a null in an operation's variables. Fails with BAD_REQUEST.
 */
export function readOperationForm({ fields, files }: MultipartForm): OperationParams {
  const operations = parsePart('operations', fields.get('operations'), operationsShape);
  const map = parsePart('map', fields.get('map'), mapShape);
  const params = Array.isArray(operations) ? operations.map(toParams) : toParams(operations);
  for (const [part, paths] of Object.entries(map)) {
    const file = files.get(part);
    if (!file) throw bad(`map names a file ${JSON.stringify(part)} that the form does not hold.`);
    for (const path of paths) place(params, path, new ReceivedUpload(file));
  }
  return params;
}

function toParams({ operationName, variables, ...rest }: z.infer<typeof operationShape>): GraphQLParams {
  return { ...rest, variables: { ...variables }, ...(operationName ? { operationName } : {}) };
}

/** Puts a file where a path such as `variables.input.file` points; in a batch, `0.variables.input.file`. */
function place(params: OperationParams, path: string, file: object): void {
  const keys = path.split('.');
  const last = keys.pop();
  const root = keys[Array.isArray(params) ? 1 : 0];
  if (root !== 'variables' || last === undefined)
    throw bad(`map holds ${JSON.stringify(path)}, which is no path into variables.`);
  let holder: unknown = params;
  for (const key of keys) holder = ownValue(holder, key);
  if (ownValue(holder, last) !== null || !isHolder(holder)) {
    throw bad(`The operation has no null at ${JSON.stringify(path)} for a file to take the place of.`);
  }
  holder[last] = file;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function ownValue(holder: unknown, key: string): unknown {
  return isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function parsePart<Shape>(name: string, text: string | undefined, shape: z.ZodType<Shape>): Shape {
  if (text === undefined) throw bad(`The form has no part named ${name}.`);
  const parsed = shape.safeParse(parseJson(name, text));
  if (parsed.success) return parsed.data;
  throw bad(
    `The part ${name} does not have the shape that the GraphQL multipart request specification gives it.`,
  );
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(`The part ${name} is not JSON.`);
  }
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
