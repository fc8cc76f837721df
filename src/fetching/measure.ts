import { FetchError } from './problem-codes.ts';

/** Judges the size of a file while it arrives; fails with a FetchError. */
export interface Measure {
  /** Judges the size that the host states, before any byte arrives. */
  announce(bytes: number): void;
  add(bytes: number): void;
  end(): void;
}

/** `stated` is the exact size, or null; `most` is the limit. */
export function createMeasure(stated: number | null, most: number): Measure {
  let size = 0;
  const wrongSize = (found: string) =>
    new FetchError('FETCH_WRONG_SIZE', `gives ${found} bytes; the pack says ${stated}`);
  return {
    announce(bytes) {
      if (stated !== null && bytes !== stated) throw wrongSize(String(bytes));
      if (bytes > most) throw tooLarge(most);
    },
    add(bytes) {
      size += bytes;
      if (stated !== null && size > stated) throw wrongSize('more');
      if (size > most) throw tooLarge(most);
    },
    end() {
      if (stated !== null && size !== stated) throw wrongSize(String(size));
    },
  };
}

function tooLarge(most: number): FetchError {
  return new FetchError('FETCH_TOO_LARGE', `gives more than the ${most} bytes that one file may have`);
}
