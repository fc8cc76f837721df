import './check.ts';
import './generate.ts';

/** Thread function: loads the modules that checking and building need. */
export function prepare(): void {}
