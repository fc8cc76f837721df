import './check.ts';
import './generate.ts';

/** Thread function: a thread that has run it has read the modules that checking and building need. */
export function prepare(): void {}
