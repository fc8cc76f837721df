import type { UploadedFile } from '../storage/storage.ts';

/**
 * A file that arrived with the request, as a variable of the operation. JSON cannot create an instance, so no JSON
 * value passes for a file. The content is private, since GraphQL quotes variables in messages.
 */
export class ReceivedUpload {
  readonly #file: UploadedFile;

  constructor(file: UploadedFile) {
    this.#file = file;
  }

  toJSON(): string {
    return 'Upload';
  }

  /** The file in a variable's value, or null when the value is anything else. */
  static fileOf(value: unknown): UploadedFile | null {
    return typeof value === 'object' && value !== null && #file in value ? value.#file : null;
  }
}
