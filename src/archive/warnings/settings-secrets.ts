/**
 * Secrets in settings of mods: tokens with an unmistakable form, and values of settings known to be secret. Warnings
 * give the location, never the value.
 */

/** A secret in a text: its line, counted from 1, and what it is. */
export interface FoundSecret {
  line: number;
  kind: SecretKind;
}

/** The kind of secret as part of a sentence, and where to get a new one. */
export const secretKinds = {
  BOT: { is: 'the token of a Discord bot', renew: "reset it in Discord's developer portal" },
  WEBHOOK: { is: 'the address of a Discord webhook', renew: 'delete that webhook and make another' },
  TELEGRAM: { is: 'the token of a Telegram bot', renew: 'revoke it with BotFather' },
  GITHUB: { is: 'a token of GitHub', renew: 'revoke it in the settings of GitHub' },
  DATABASE: { is: 'the password of a database', renew: 'give the database another one' },
  OTHER: { is: 'a token or a key', renew: 'replace it where it was made' },
} as const;

type SecretKind = keyof typeof secretKinds;

interface SecretForm {
  kind: SecretKind;
  /** A text that each such secret contains, for a cheap first search. */
  has: string;
  pattern: RegExp;
  /** Confirms that a match is a secret. */
  isSecret?: (match: RegExpExecArray) => boolean;
}

/**
 * Forms of secrets, read 2026-11-28: a bot's token is its id in base64, a time and a checksum (docs of Discord,
 * "Authentication"; OAuth2 and webhook resources); github.blog, "Behind GitHub's new authentication token formats", and
 * fine-grained tokens; core.telegram.org/bots, "Authorizing your bot".
 */
const forms: readonly SecretForm[] = [
  {
    kind: 'BOT',
    has: '.',
    pattern: /(?<![\w-])([MNO][\w-]{22,27})\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g,
    isSecret: ([, id = '']) => /^\d{17,20}$/.test(Buffer.from(id, 'base64').toString('latin1')),
  },
  {
    kind: 'WEBHOOK',
    has: '/webhooks/',
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[\w-]{60,90}/g,
  },
  { kind: 'TELEGRAM', has: ':AA', pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'GITHUB',
    has: 'gh',
    pattern: /(?<!\w)gh[oprsu]_[A-Za-z\d]{36}(?!\w)/g,
  },
  { kind: 'GITHUB', has: 'github_pat_', pattern: /(?<!\w)github_pat_[A-Za-z\d]{22}_[A-Za-z\d]{59}(?!\w)/g },
  {
    kind: 'DATABASE',
    has: '://',
    pattern:
      /(?:mongodb(?:\+srv)?|mysql|mariadb|postgres(?:ql)?|rediss?):\/\/[^\s:@/"'<>]{0,64}:([^\s@/"']{1,128})@/g,
    isSecret: ([, password = '']) => isFilledIn(password),
  },
];

/** Secret settings of known mods, in the files of these mods. */
interface KnownSettings {
  file: RegExp;
  /** Names of settings, in lower case. */
  keys: readonly string[];
  kind: SecretKind;
}

/**
 * Sources, read 2026-11-28: ForgeConfig of Discord Integration; docs of Simple Discord Link ("Add the Bot Token"),
 * which may encrypt the token; luckperms.conf of LuckPerms; sql.conf and s3.conf of BlueMap; "Other Databases" in the
 * docs of Ledger; configuration.txt of Dynmap. Other bridges to Discord use one of these names.
 */
const knownSettings: readonly KnownSettings[] = [
  {
    file: /(?:^|\/)[^/]*(?:discord|dcintegration)[^/]*(?:\/[^/]*)?$/i,
    keys: ['bottoken', 'bot-token', 'bot_token', 'bot token', 'token'],
    kind: 'BOT',
  },
  { file: /(?:^|\/)luckperms\/luckperms\.conf$/i, keys: ['password'], kind: 'DATABASE' },
  { file: /(?:^|\/)bluemap\/storages\/[^/]*\.conf$/i, keys: ['password'], kind: 'DATABASE' },
  { file: /(?:^|\/)bluemap\/storages\/[^/]*\.conf$/i, keys: ['secret-key'], kind: 'OTHER' },
  { file: /^config\/ledger\.toml$/i, keys: ['password'], kind: 'DATABASE' },
  { file: /^dynmap\/configuration\.txt$/i, keys: ['password'], kind: 'DATABASE' },
];

/** Fewest characters of a token. */
const shortestToken = 20;

/** Placeholder values in settings as shipped by mods, and in examples by authors. */
const placeholders =
  /^(?:|"|null|none|changeme|change[-_ ]me|dynmap|guest|pass|passwd|password|root|secret|token|example|xxx+|\*+|your.*|insert.*|<.*|\$\{.*|%.*%)$/i;

function isFilledIn(value: string): boolean {
  return !placeholders.test(value.trim());
}

const comment = /^\s*(?:#|\/\/|;)/;
/** A setting in TOML, HOCON, YAML, JSON, properties or Forge's old format, anywhere in its line. */
const setting =
  /(?:^|[{,\s])(?:S:)?(?:"([\w -]{1,32})"|'([\w -]{1,32})'|([\w-]{1,32}))[ \t]{0,32}[:=][ \t]{0,32}(?:"([^"\r\n]{0,512})"|'([^'\r\n]{0,512})'|([^\s"',;{}[\]]{1,512}))/g;

/** The secrets in a text of settings, in its order: at most one of a kind per line. */
export function secretsIn(name: string, bytes: Uint8Array): FoundSecret[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll('\0', '');
  const known = knownSettings.filter(({ file }) => file.test(name));
  const likely = forms.filter(({ has }) => text.includes(has));
  if (known.length + likely.length === 0) return [];
  return text.split(/\r\n|\r|\n/).flatMap((content, index) => {
    const kinds = new Set([...kindsByForm(content, likely), ...kindsBySettings(content, known)]);
    return [...kinds].map((kind) => ({ line: index + 1, kind }));
  });
}

function kindsByForm(line: string, likely: readonly SecretForm[]): SecretKind[] {
  return likely
    .filter(
      ({ has, pattern, isSecret = () => true }) =>
        line.includes(has) && [...line.matchAll(pattern)].some(isSecret),
    )
    .map(({ kind }) => kind);
}

function kindsBySettings(line: string, known: readonly KnownSettings[]): SecretKind[] {
  if (known.length === 0 || comment.test(line)) return [];
  const found = [...line.matchAll(setting)].map(([, double, single, bare, quoted, quotedOnce, plain]) => ({
    key: (double ?? single ?? bare ?? '').toLowerCase(),
    value: quoted ?? quotedOnce ?? plain ?? '',
  }));
  return known
    .filter(({ keys, kind }) =>
      found.some(
        ({ key, value }) => keys.includes(key) && isFilledIn(value) && (kind !== 'BOT' || isToken(value)),
      ),
    )
    .map(({ kind }) => kind);
}

function isToken(value: string): boolean {
  return value.length >= shortestToken && !/\s/.test(value);
}
