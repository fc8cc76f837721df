/**
 * Starts the service, the quick way. Modules that have been read already are not helped by what is done here, so this one reads no
 * other of the service, nor the settings.
 */
import { enableCompileCache, type ResolveHookSync, registerHooks } from 'node:module';
import path from 'node:path';

// Modules are kept compiled from one start to the next: stripping types and compiling takes a good part of a start. Where the
// folder cannot be written to, each start compiles anew.
enableCompileCache(path.resolve(process.env.DATA_DIR || './data', 'compiled'));

// Node.js parses the list of exports of drizzle-orm's package, which has 180 kB, again for each of its modules and whoever imports one.
const drizzle = /\/node_modules\/drizzle-orm\/.*\.js$/;
const byName = new Map<string, ReturnType<ResolveHookSync>>();
const hooks = registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('drizzle-orm')) {
      const found = byName.get(specifier) ?? nextResolve(specifier, context);
      byName.set(specifier, found);
      return { ...found, shortCircuit: true };
    }
    if (specifier.startsWith('.') && context.parentURL !== undefined && drizzle.test(context.parentURL)) {
      const { href } = new URL(specifier, context.parentURL);
      if (drizzle.test(href)) return { url: href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});
await import('./start.ts');
hooks.deregister();
