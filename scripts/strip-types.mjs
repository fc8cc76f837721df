/**
 * Node does not strip types below node_modules. The launcher of an installed package loads this first, which makes
 * Node read this package's modules as those of a clone.
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
