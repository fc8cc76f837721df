import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder in which processes of the whole run keep their modules compiled; none among the `tools`. */
    compileCache?: string;
  }
}

/** Where processes that tests start keep their modules compiled, which spares each half of its start; none among the `tools`. */
export function compileCache(): string | undefined {
  return inject('compileCache');
}

/** The same as an environment of a process. */
export function compiledOnce(): Record<string, string> {
  const folder = compileCache();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
