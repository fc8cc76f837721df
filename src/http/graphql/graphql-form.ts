import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { parseOperations, type RequestedOperation } from '../../graphql/execution/params.ts';
import { ReceivedUpload } from '../../graphql/received-upload.ts';
import type { MultipartForm } from '../forms/multipart.ts';
import { readJson } from '../read-json.ts';

const mapShape = z.record(z.string(), z.array(z.string()));

/** One operation, or several in a batch. */
export type RequestedOperations = RequestedOperation | RequestedOperation[];

/**
 * Reads a form by the GraphQL multipart request specification: the parts `operations` and `map`, then the files, each
 * of which replaces a null in an operation's variables. Fails with BAD_REQUEST.
 */
export function readOperationForm({ fields, files }: MultipartForm, maxDepth: number): RequestedOperations {
  const params = parseOperations(readPart('operations', fields.get('operations'), maxDepth));
  const { data: map } = mapShape.safeParse(readPart('map', fields.get('map'), maxDepth));
  if (!map) throw bad('The part map must hold lists of paths by the names of files.');
  for (const [part, paths] of Object.entries(map)) {
    const file = files.get(part);
    if (!file) throw bad(`map names a file ${JSON.stringify(part)} that the form does not hold.`);
    for (const path of paths) putFile(params, path, new ReceivedUpload(file));
  }
  return params;
}

/** Puts a file at a path such as `variables.input.file`; in a batch, `0.variables.input.file`. */
function putFile(params: RequestedOperations, path: string, file: object): void {
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

function readPart(name: string, text: string | undefined, maxDepth: number): unknown {
  if (text === undefined) throw bad(`The form has no part named ${name}.`);
  return readJson(`The part ${name}`, text, maxDepth);
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
