/**
 * Names of files and folders that hold accounts or passwords, in lower case: no server pack has them, the page leaves them
 * out of uploads, and a modpack with one is for its owner. Read 2026-11-28:
 * `accounts.json` in Prism, MultiMC, ATLauncher's FileSystem.java, HMCL and Lunar Client; `launcher_*` in the folder of
 * Mojang's launcher and of its Microsoft Store edition; `tlauncher_profiles.json` of TLauncher; `gdl_conf.db` in
 * GDLauncher's docs ("do not send this file to anybody"); `microsoft_accounts.json` of Essential. Where CurseForge's and FTB's
 * apps keep accounts was not looked up. `usercache.json` and `ops.json` hold no secret.
 */
export const secretNames: readonly string[] = [
  '.aws',
  '.git-credentials',
  '.gnupg',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.ssh',
  '_ias_accounts_do_not_send_to_anyone',
  '_netrc',
  'accounts.json',
  'gdl_conf.db',
  'gdl_conf.db-wal',
  'launcher_accounts.json',
  'launcher_accounts_microsoft_store.json',
  'launcher_msa_credentials.bin',
  'launcher_msa_credentials_microsoft_store.bin',
  'launcher_profiles.json',
  'launcher_profiles_microsoft_store.json',
  'microsoft_accounts.json',
  'tlauncher_profiles.json',
];

/**
 * Ends of such paths, of two parts, for names that elsewhere mean something else: of In-Game Account Switcher, ATLauncher
 * before it had accounts.json, Modrinth's app, and Technic's launcher (its Users.java).
 */
export const endsOfSecretPaths: readonly string[] = [
  '.technic/users.json',
  'config/ias.json',
  'configs/userdata',
  'modrinthapp/app.db',
  'modrinthapp/app.db-wal',
];

/** Beginnings of such names: `.env.local`, `.envrc`. */
export const beginningsOfSecrets: readonly string[] = ['.env'];

const names = new Set(secretNames);
const ends = new Set(endsOfSecretPaths);

/** Whether the file or folder at a path, in any case, is one of these itself. */
export function isSecretItself(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  return (
    names.has(name) ||
    ends.has(parts.slice(-2).join('/')) ||
    beginningsOfSecrets.some((beginning) => name.startsWith(beginning))
  );
}

/** Whether an entry of an archive is, or lies in, a file or folder that holds accounts or passwords. */
export function isSecret(entry: string): boolean {
  const parts = entry.split(/[\\/]/);
  return parts.some((_part, last) => isSecretItself(parts.slice(Math.max(0, last - 1), last + 1).join('/')));
}
