/** Names of files and folders that hold accounts or passwords, in lower case: the service leaves them out of server packs, the page out of uploads. */
export const secretNames: readonly string[] = [
  '.aws',
  '.git-credentials',
  '.gnupg',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.ssh',
  '_netrc',
  'accounts.json',
  'launcher_accounts.json',
  'launcher_accounts_microsoft_store.json',
  'launcher_msa_credentials.bin',
  'launcher_msa_credentials_microsoft_store.bin',
  'launcher_profiles.json',
  'launcher_profiles_microsoft_store.json',
  'microsoft_accounts.json',
  'tlauncher_profiles.json',
];

/** Beginnings of such names: `.env.local`, `.envrc`. */
export const beginningsOfSecrets: readonly string[] = ['.env'];
