/**
 * Names of files and folders that hold accounts or passwords, in lower case: no server pack has them, the page leaves them
 * out of uploads, and a modpack with one is for its owner. Read 2026-11-28:
 * `accounts.json` in Prism, MultiMC, ATLauncher's FileSystem.java, HMCL and Lunar Client; `launcher_*` in the folder of
 * Mojang's launcher and of its Microsoft Store edition; `tlauncher_profiles.json` of TLauncher; `gdl_conf.db` in
 * GDLauncher's docs ("do not send this file to anybody"); `microsoft_accounts.json` of Essential. `TlauncherProfiles.json` in
 * ProfileManager.java of TLauncher's legacy launcher; `accounts.nbt` in Accounts.java of Meteor Client; `alts.encrypted_json` in
 * WurstClient.java; `.ReAuth.cfg` in ReAuth's main class, and among the files that FTB's app never shares. `alts.json` of Impact,
 * `alts.novo` of Novoline and `cheatbreaker_accounts.json`, which have no public source, are what thieves' programs look for
 * beside these. Where CurseForge's app keeps accounts was not found. `usercache.json` and `ops.json` hold no secret. Read
 * 2026-11-29: HMCL's other files in its SettingsManager.java and LegacyConfigMigrator.java, of which `hmcl.json` is older.
 */
export const secretNames: readonly string[] = [
  '.aws',
  '.git-credentials',
  '.gnupg',
  '.hmcl.json',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.reauth.cfg',
  '.ssh',
  '_ias_accounts_do_not_send_to_anyone',
  '_netrc',
  'account-private-data.json',
  'accounts.json',
  'accounts.nbt',
  'alts.encrypted_json',
  'alts.json',
  'alts.novo',
  'cheatbreaker_accounts.json',
  'gdl_conf.db',
  'gdl_conf.db-wal',
  'hmcl.json',
  'launcher_accounts.json',
  'launcher_accounts_microsoft_store.json',
  'launcher_msa_credentials.bin',
  'launcher_msa_credentials_microsoft_store.bin',
  'launcher_profiles.json',
  'launcher_profiles_microsoft_store.json',
  'microsoft_accounts.json',
  'tlauncher_profiles.json',
  'tlauncherprofiles.json',
  'user-account-private-data.json',
  'user-accounts.json',
];

/**
 * Ends of such paths, of two parts, for names that elsewhere mean something else: of In-Game Account Switcher, ATLauncher
 * before it had accounts.json, Modrinth's app, FTB's app (its AccountManager.java), Technic's launcher (its Users.java), and
 * Auto Reauth (its README).
 */
export const endsOfSecretPaths: readonly string[] = [
  '.ftba/profiles.json',
  '.technic/users.json',
  'auto-reauth/config.nbt',
  'config/ias.json',
  'configs/userdata',
  'modrinthapp/app.db',
  'modrinthapp/app.db-wal',
];

/** Beginnings of such names: `.env.local`, `.envrc`. */
export const beginningsOfSecrets: readonly string[] = ['.env'];

const names = new Set(secretNames);
const ends = new Set(endsOfSecretPaths);

/** What launchers, editors and people add to the name of a copy: `accounts.json.bak.1`; `accounts - Copy (2).json`. */
const endsOfCopies = /(?:~|[._-](?:bak|backup|copy|gz|new|old|orig|save|swp|te?mp|\d+))+$/;
const numbersOfCopies = /(?: - copy)?(?: \(\d+\))?(?=\.\w+$)/;
/** Longer names are no copy's: strangers choose names, and the patterns take the square of their length. */
const longestCopy = 120;

/** Whether the file or folder at a path, in any case, is one of these itself, or a copy by its name. */
export function isSecretItself(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  const given = parts.at(-1) ?? '';
  const name =
    given.length > longestCopy ? given : given.replace(endsOfCopies, '').replace(numbersOfCopies, '');
  parts[parts.length - 1] = name;
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
