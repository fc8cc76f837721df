import { expect, it } from 'vitest';
import { beginningsOfSecrets, endsOfSecretPaths, isSecret, secretNames } from '../../texts/secret-names.ts';

it('the page sends none of the files that hold secrets, wherever they lie', () => {
  const names = [
    ...secretNames,
    ...endsOfSecretPaths,
    ...beginningsOfSecrets.map((beginning) => `${beginning}.local`),
  ];
  for (const name of names) {
    const places = [name, `.minecraft/${name}`, `a\\${name.toUpperCase()}`, `${name}/inside.txt`];
    expect(places.filter((place) => !isSecret(place))).toEqual([]);
  }
  for (const harmless of [
    'config/accounts.json5',
    'mods/env.jar',
    'environment.txt',
    'my_accounts.json',
    'ias.json',
    'usercache.json',
  ])
    expect(isSecret(harmless)).toBe(false);
});
