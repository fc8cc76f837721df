import { Readable } from 'node:stream';

/** A file on its way to the gateway. */
export interface UploadFile {
  name: string;
  contentType: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Stands in the variables for a file, which travels beside them: null in their JSON. */
export const besides = { toJSON: () => null };

/**
 * A form by the GraphQL multipart request specification, with one file in the variable at the dotted path `at`. The
 * file is streamed; `close` discards its unread rest.
 */
export function multipartRequest(
  operation: { query: string; variables: unknown },
  at: string,
  file: UploadFile,
  boundary: string,
): { body: ReadableStream; headers: Record<string, string>; close: () => void } {
  const part = (name: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

  async function* parts() {
    yield Buffer.from(
      part('operations', JSON.stringify(operation)) +
        part('map', JSON.stringify({ file: [`variables.${at}`] })) +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${inQuotes(file.name)}"\r\n` +
        `content-type: ${file.contentType}\r\n\r\n`,
    );
    yield* file.stream;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }

  const source = Readable.from(parts(), { objectMode: false });
  return {
    body: Readable.toWeb(source),
    close: () => source.destroy(),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Escapes a file name as browsers do (WHATWG HTML, multipart/form-data). */
function inQuotes(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
