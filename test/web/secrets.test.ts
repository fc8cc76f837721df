import { expect, it } from 'vitest';
import { beginningsOfSecrets, namesLeftOut } from '../../src/archive/selection-rules.ts';
import { isSecret } from '../../web/upload/secrets.ts';

it('the page sends none of the files that the service leaves out as secrets, wherever they lie', () => {
  const names = [
    ...(namesLeftOut.SECRET ?? []),
    ...beginningsOfSecrets.map((beginning) => `${beginning}.local`),
  ];
  for (const name of names) {
    const places = [name, `.minecraft/${name}`, `a\\${name.toUpperCase()}`, `${name}/inside.txt`];
    expect(places.filter((place) => !isSecret(place))).toEqual([]);
  }
  for (const harmless of ['config/accounts.json5', 'mods/env.jar', 'environment.txt', 'my_accounts.json'])
    expect(isSecret(harmless)).toBe(false);
});
