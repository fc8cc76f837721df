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
    const copies = ['.bak', '.OLD', '.tmp', '~', '.1', '_bak', '.bak.2'].map((end) => `${name}${end}`);
    places.push(
      ...copies,
      'accounts (1).json',
      'TlauncherProfiles - Copy.json',
      'accounts - Copy (2).json.old',
    );
    expect(places.filter((place) => !isSecret(place))).toEqual([]);
  }
  for (const harmless of [
    'config/accounts.json5',
    'mods/env.jar',
    'environment.txt',
    'my_accounts.json',
    'ias.json',
    'usercache.json',
    'config.nbt',
    'my.json.bak',
    'accounts (1).json5',
    'Copy of accounts.json5.bak',
    `accounts.json${'~'.repeat(60_000)}x`,
  ])
    expect(isSecret(harmless)).toBe(false);
});
