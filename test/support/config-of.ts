import { type Config, readConfig } from '../../src/config.ts';

const prefix = 'config.';

/**
 * The configuration of an environment in which variables such as `config.fetching.retries` set the values at these places
 * of it, so that processes under test have values without a setting, too.
 */
export function configOf(environment: Record<string, string | undefined>): Config {
  const config = structuredClone(readConfig(environment));
  for (const [name, text] of Object.entries(environment)) {
    if (name.startsWith(prefix) && text !== undefined)
      place(config, name.slice(prefix.length).split('.'), text);
  }
  return config;
}

function place(part: object, [name = '', ...rest]: readonly string[], text: string): void {
  const [, before] = Object.entries(part).find(([one]) => one === name) ?? [];
  // What is switched off as a whole has no values to set.
  if (before === null && rest.length > 0) return;
  if (typeof before === 'object' && before !== null && rest.length > 0) place(before, rest, text);
  else {
    const value = typeof before === 'number' ? Number(text) : Array.isArray(before) ? text.split(',') : text;
    if (typeof value !== typeof before || rest.length > 0) throw new Error(`There is no ${name} to set.`);
    Object.assign(part, { [name]: value });
  }
}
