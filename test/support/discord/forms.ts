import { z } from 'zod';

/** An answer that Discord gives instead of what was asked for; sent as it is. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: object | undefined;

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** A body as its form says; throws 50035 with every fault under its path. */
export function parseForm<T extends z.ZodType>(form: T, body: unknown): z.infer<T> {
  const parsed = form.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code, message }) => [
    path.join('.'),
    { _errors: [{ code, message }] },
  ]);
  throw new ApiError(400, 50035, 'Invalid Form Body', Object.fromEntries(faults));
}

const text = (max: number, min = 1) => z.string().min(min).max(max);
const areUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Web addresses as Discord accepts them in embeds and link buttons: http or https, and a host with a dot. */
const address = (max: number) =>
  text(max).refine((written) => {
    const url = URL.parse(written);
    return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.');
  }, 'Not a well formed URL of http or https.');

const embed = z.object({
  title: text(256, 0).nullish(),
  description: text(4096, 0).nullish(),
  url: address(2048).nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  footer: z.object({ text: text(2048, 0), icon_url: address(2048).nullish() }).nullish(),
  author: z
    .object({ name: text(256), url: address(2048).nullish(), icon_url: address(2048).nullish() })
    .nullish(),
  image: z.object({ url: address(2048) }).nullish(),
  thumbnail: z.object({ url: address(2048) }).nullish(),
  fields: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(256),
        value: z.string().trim().min(1).max(1024),
        inline: z.boolean().optional(),
      }),
    )
    .max(25)
    .nullish(),
});

function embedLength({ title, description, footer, author, fields }: z.infer<typeof embed>): number {
  const texts = [title, description, footer?.text, author?.name];
  return sum(
    [...texts, ...(fields ?? []).flatMap(({ name, value }) => [name, value])].map((one) => one?.length ?? 0),
  );
}

const button = z
  .object({
    type: z.literal(2),
    style: z.literal([1, 2, 3, 4, 5]),
    label: text(80, 0).optional(),
    emoji: z.object({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
    custom_id: text(100).optional(),
    url: address(512).optional(),
    disabled: z.boolean().optional(),
  })
  .refine(
    ({ style, url, custom_id }) => (style === 5) === (url !== undefined) && !url === !!custom_id,
    'A link has an address, any other button a custom id.',
  )
  .refine(({ label, emoji }) => label || emoji?.name || emoji?.id, 'A button has a label or an emoji.');

const row = z.object({ type: z.literal(1), components: z.array(button).min(1).max(5) });

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['roles', 'users', 'everyone'])).optional(),
    users: z.array(z.string()).max(100).optional(),
    roles: z.array(z.string()).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .refine(
    ({ parse, ...listed }) =>
      (['users', 'roles'] as const).every((kind) => !parse?.includes(kind) || !listed[kind]?.length),
    'Mentions are allowed by kind or by id.',
  );

/** What a bot may send as a message or as an edit of one; absent leaves a part as it is, null empties it. */
export const messageForm = z.object({
  content: text(2000, 0).nullish(),
  embeds: z
    .array(embed)
    .max(10)
    .refine((all) => sum(all.map(embedLength)) <= 6000, 'Embed size exceeds maximum size of 6000')
    .nullish(),
  components: z
    .array(row)
    .max(5)
    .refine(
      (rows) =>
        areUnique(rows.flatMap(({ components }) => components.flatMap(({ custom_id }) => custom_id ?? []))),
      'Component custom id cannot be duplicated',
    )
    .nullish(),
  /** A new file by its place in the form, or one that the message has by its id. */
  attachments: z
    .array(z.object({ id: z.union([z.int(), z.string()]), filename: z.string().optional() }))
    .max(10)
    .nullish(),
  /** The parts `files[n]` of a multipart form: 10 MiB in all, where nobody has boosted the server. */
  files: z
    .array(z.object({ n: z.int(), name: text(260), bytes: z.instanceof(Uint8Array) }))
    .refine((files) => sum(files.map(({ bytes }) => bytes.length)) <= 10 * 2 ** 20, 'Too large')
    .optional(),
  allowed_mentions: allowedMentions.nullish(),
  flags: z.int().nullish(),
  tts: z.boolean().nullish(),
});

/** The parsed form of a message. */
export type MessageForm = z.infer<typeof messageForm>;

/** An embed as a message shows it. */
export type ShownEmbed = z.infer<typeof embed>;

/** A row of buttons as a message shows it. */
export type ShownRow = z.infer<typeof row>;

/** Who a message may ping, as its sender said; null when the sender said nothing, which allows everything. */
export type AllowedMentions = z.infer<typeof allowedMentions> | null;

const callbackTypes = {
  command: [4, 5, 9],
  button: [4, 5, 6, 7, 9],
  modal: [4, 5],
  autocomplete: [8],
} as const;

/** The first answer to an interaction of this kind. */
export function callbackForm(kind: keyof typeof callbackTypes) {
  return z.object({ type: z.literal(callbackTypes[kind]), data: z.unknown().optional() });
}

/** A form that answers an interaction: fields below their labels. */
export const modalForm = z.object({
  custom_id: text(100),
  title: text(45),
  components: z
    .array(
      z.object({
        type: z.literal(18),
        label: text(45),
        description: text(100).optional(),
        component: z
          .object({
            type: z.literal(4),
            custom_id: text(100),
            style: z.literal([1, 2]),
            required: z.boolean().default(true),
            max_length: z.int().min(1).max(4000).default(4000),
            value: text(4000, 0).default(''),
            placeholder: text(100).optional(),
          })
          .refine(({ value, max_length }) => value.length <= max_length, 'The value is too long.'),
      }),
    )
    .min(1)
    .max(5)
    .refine(
      (fields) => areUnique(fields.map(({ component }) => component.custom_id)),
      'Component custom id cannot be duplicated',
    ),
});

/** A form as people see it. */
export type ModalForm = z.infer<typeof modalForm>;

/** What an autocomplete interaction may be answered with; `integer` says that the option takes whole numbers. */
export function choicesForm(integer: boolean) {
  const value = integer ? z.int() : text(100, 0);
  return z.object({ choices: z.array(z.object({ name: text(100), value })).max(25) });
}

/** The kinds of option that a slash command may have here, by Discord's number. */
export const optionType = {
  string: 3,
  integer: 4,
  boolean: 5,
  channel: 7,
  role: 8,
  number: 10,
  attachment: 11,
} as const;

const name = text(32).regex(/^[-_'\p{Ll}\p{Lm}\p{Lo}\p{N}]+$/u);
const locale = z.literal(['de', 'en-US', 'en-GB', 'fr', 'zh-CN', 'zh-TW']);

/** Names and descriptions in other languages, within the same limits. */
const described = {
  name,
  name_localizations: z.partialRecord(locale, name).nullish(),
  description: text(100),
  description_localizations: z.partialRecord(locale, text(100)).nullish(),
};

const option = z
  .object({
    type: z.literal(Object.values(optionType)),
    ...described,
    required: z.boolean().default(false),
    choices: z
      .array(
        z.object({
          name: text(100),
          name_localizations: z.partialRecord(locale, text(100)).nullish(),
          value: z.union([text(100, 0), z.number()]),
        }),
      )
      .max(25)
      .default([]),
    autocomplete: z.boolean().default(false),
    min_value: z.number().optional(),
    max_value: z.number().optional(),
    min_length: z.int().min(0).max(6000).optional(),
    max_length: z.int().min(1).max(6000).optional(),
  })
  .refine(
    ({ autocomplete, choices }) => !autocomplete || choices.length === 0,
    'Choices or autocomplete, not both',
  )
  .refine(
    ({ type, autocomplete, choices }) => [3, 4, 10].includes(type) || (!autocomplete && choices.length === 0),
    'This type of option takes no choices',
  )
  .refine(
    ({ type, choices }) => choices.every(({ value }) => (type === 3) === (typeof value === 'string')),
    'Choice value is not of the type of its option',
  );

const command = z.object({
  type: z.literal(1).default(1),
  ...described,
  default_member_permissions: z.string().regex(/^\d+$/).nullish(),
  contexts: z.array(z.literal([0, 1, 2])).optional(),
  integration_types: z.array(z.literal([0, 1])).optional(),
  options: z
    .array(option)
    .max(25)
    .refine(
      (options) => options.every(({ required }, at) => !required || options[at - 1]?.required !== false),
      'Required options must be placed before non-required options',
    )
    .refine(
      (options) =>
        [undefined, ...locale.values].every((language) =>
          areUnique(options.map((one) => (language && one.name_localizations?.[language]) ?? one.name)),
        ),
      'Option names must be unique in a command in each language',
    )
    .default([]),
});

/** All commands of a scope, as a bot puts them. */
export const commandsForm = z
  .array(command)
  .max(100)
  .refine((all) => areUnique(all.map((one) => one.name)), 'Application command names must be unique');

/** A slash command as it was registered. */
export type CommandForm = z.infer<typeof command>;

/** An option of a slash command as it was registered. */
export type OptionForm = CommandForm['options'][number];

const mention = /@everyone|@here|<@!?\d+>|<@&\d+>/g;
const code = /```[\s\S]*?```|``[^\n]*?``|`[^`\n]*`/g;

/**
 * The mentions in a message's content that would ping someone, as written. Embeds never ping, nor does code; a
 * message whose sender did not restrict mentions pings all of them.
 */
export function pings(message: { content: string; allowedMentions: AllowedMentions }): string[] {
  const { content, allowedMentions: allowed } = message;
  return (content.replace(code, ' ').match(mention) ?? []).filter((found) => {
    if (allowed === null) return true;
    if (found.startsWith('@')) return allowed.parse?.includes('everyone') ?? false;
    const kind = found.startsWith('<@&') ? 'roles' : 'users';
    const id = found.replaceAll(/\D/g, '');
    return (allowed.parse?.includes(kind) ?? false) || (allowed[kind]?.includes(id) ?? false);
  });
}
