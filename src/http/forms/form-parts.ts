import type { Readable } from 'node:stream';
import { receiveCounted, type UploadAccount } from '../../access/upload-account.ts';
import { AppError } from '../../errors.ts';
import { joinBytes } from '../../fetching/joined-bytes.ts';
import type { Storage, UploadedFile } from '../../storage/storage.ts';
import { type PartHeader, readPartHeader } from './part-header.ts';

/** A complete form, its parts by name in order of arrival. Its disposal discards unpublished files. */
export interface MultipartForm extends AsyncDisposable {
  fields: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, UploadedFile>;
}

export interface MultipartOptions {
  storage: Storage;
  /** Limit for one file. */
  maxUploadBytes: number;
  maxParts: number;
  /** Limit for all fields together. */
  maxFieldBytes: number;
  maxFiles: number;
  /** Most header lines of one part. */
  maxPartHeaders: number;
  /** Most bytes of the names and values of one part's header lines. */
  maxPartHeaderBytes: number;
  /** Counts the arriving bytes; its failure rejects the form. */
  account?: UploadAccount;
  /** Milliseconds of silence allowed to the client; a minute by default. */
  maxSilence?: number;
}

/** The parts of one form while it arrives. */
export interface FormParts {
  /** Accepts the next part. */
  take(lines: object, body: Readable): void;
  /** The whole form, once its end has arrived; fails with the first failure of a part. */
  form(): Promise<MultipartForm>;
  /** Ends every part with this reason and removes stored files. */
  discard(reason: unknown): Promise<void>;
}

/** Collects the parts of a form as they arrive; `fail` is called for a part that is refused at once. */
export function collectParts(options: MultipartOptions, fail: (error: unknown) => void): FormParts {
  const { storage, maxUploadBytes, maxParts, maxFieldBytes, maxFiles, account } = options;
  const names = new Set<string>();
  const bodies: Readable[] = [];
  const fields: Promise<[name: string, value: string]>[] = [];
  const files: Promise<[name: string, file: UploadedFile]>[] = [];
  let partCount = 0;
  let fieldBytes = 0;
  let failed = false;

  function refuse(error: unknown): void {
    failed = true;
    fail(error);
  }

  function admit(lines: object): PartHeader {
    partCount += 1;
    if (partCount > maxParts)
      throw badForm(`The form has more than the ${maxParts} parts that are accepted.`);
    const header = readPartHeader(lines);
    const { name } = header;
    if (names.has(name)) throw badForm(`The form has more than one part named ${quoted(name)}.`, name);
    names.add(name);
    if (header.filename !== null && files.length === maxFiles) {
      throw badForm(`The form has more files than the ${maxFiles} that are accepted.`, name);
    }
    return header;
  }

  async function readField(name: string, body: Readable): Promise<[string, string]> {
    const joined = joinBytes();
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      fieldBytes += bytes.length;
      if (fieldBytes > maxFieldBytes) {
        throw new AppError(
          'TOO_LARGE',
          `The fields of the form hold more than the ${maxFieldBytes} bytes that are accepted.`,
          { field: name },
        );
      }
      joined.add(bytes);
    }
    return [name, utf8(name, joined.bytes())];
  }

  async function receiveFile(
    name: string,
    filename: string,
    body: Readable,
  ): Promise<[string, UploadedFile]> {
    const limits = { maxBytes: maxUploadBytes };
    const file = account
      ? await receiveCounted(account, (counted) => storage.receive(body, { ...limits, ...counted }))
      : await storage.receive(body, limits);
    return [name, { ...file, filename }];
  }

  return {
    take(lines, body) {
      if (failed) {
        body.resume();
        return;
      }
      bodies.push(body);
      try {
        const { name, filename } = admit(lines);
        if (filename === null) watch(fields, readField(name, body), refuse);
        else watch(files, receiveFile(name, filename, body), refuse);
      } catch (error) {
        refuse(error);
      }
    },

    async form() {
      const stored = await Promise.all(files);
      return {
        fields: new Map(await Promise.all(fields)),
        files: new Map(stored),
        async [Symbol.asyncDispose]() {
          for (const [, file] of stored) await storage.discard(file);
          await account?.close();
        },
      };
    },

    async discard(reason) {
      const cause = reason instanceof Error ? reason : new Error('The form was refused', { cause: reason });
      for (const body of bodies) body.destroy(cause);
      await Promise.allSettled(fields);
      // The sweep removes a file that cannot be removed now; the form's own failure is reported.
      const removals = files.map(async (file) => storage.discard((await file)[1]));
      await Promise.allSettled(removals);
      await account?.close();
    },
  };
}

function watch<T>(tasks: Promise<T>[], task: Promise<T>, refuse: (error: unknown) => void): void {
  tasks.push(task);
  task.catch(refuse);
}

function utf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError(
      'BAD_REQUEST',
      `The field ${quoted(name)} is not UTF-8 text.`,
      { field: name },
      { cause },
    );
  }
}

function badForm(message: string, field?: string): AppError {
  return new AppError('BAD_REQUEST', message, field === undefined ? {} : { field });
}

/** A client's name for a part, shortened for a message. */
function quoted(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
}
