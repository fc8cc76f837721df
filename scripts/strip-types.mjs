/**
 * Node reads no TypeScript from node_modules. Where this package is installed there, its launcher has this loaded first,
 * by which Node reads the modules of this package as it does those of a clone.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';

const own = new URL('..', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const isOwn = url.startsWith(own) && url.endsWith('.ts') && !url.includes('/node_modules/', own.length);
    if (!isOwn) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
