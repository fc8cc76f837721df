import { z } from 'zod';

/** Discord's own word for what is wrong, for a refinement that zod has no issue for. */
export function fault(code: string, message: string): { message: string; params: { code: string } } {
  return { message, params: { code } };
}

/** In characters; over all embeds of a message. */
const embedsTotal = 6000;

/** Web addresses as Discord accepts them in embeds and link buttons: http or https, and a host with a dot. */
const address = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((text, context) => {
      const url = URL.parse(text);
      if (url === null)
        context.addIssue({ code: 'custom', ...fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.') });
      else if (url.protocol !== 'http:' && url.protocol !== 'https:')
        context.addIssue({
          code: 'custom',
          ...fault(
            'URL_TYPE_INVALID_SCHEME',
            `Scheme "${url.protocol.slice(0, -1)}" is not supported. Scheme must be one of ('http', 'https').`,
          ),
        });
      else if (!url.hostname.includes('.'))
        context.addIssue({ code: 'custom', ...fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.') });
    });

const embedField = z.object({
  name: z.string().trim().min(1).max(256),
  value: z.string().trim().min(1).max(1024),
  inline: z.boolean().optional(),
});

const embed = z.object({
  title: z.string().max(256).nullish(),
  description: z.string().max(4096).nullish(),
  url: address(2048).nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  footer: z.object({ text: z.string().max(2048), icon_url: address(2048).nullish() }).nullish(),
  author: z
    .object({
      name: z.string().min(1).max(256),
      url: address(2048).nullish(),
      icon_url: address(2048).nullish(),
    })
    .nullish(),
  image: z.object({ url: address(2048) }).nullish(),
  thumbnail: z.object({ url: address(2048) }).nullish(),
  fields: z.array(embedField).max(25).nullish(),
});

type Embed = z.infer<typeof embed>;

function embedLength(one: Embed): number {
  const fields = (one.fields ?? []).map((field) => field.name.length + field.value.length);
  const texts = [one.title, one.description, one.footer?.text, one.author?.name];
  return [...texts.map((text) => text?.length ?? 0), ...fields].reduce((sum, length) => sum + length, 0);
}

const embeds = z
  .array(embed)
  .max(10)
  .superRefine((all, context) => {
    if (all.reduce((sum, one) => sum + embedLength(one), 0) > embedsTotal)
      context.addIssue({
        code: 'custom',
        path: ['0'],
        ...fault('MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${embedsTotal}`),
      });
  });

const emoji = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  animated: z.boolean().optional(),
});

const button = z
  .object({
    type: z.literal(2),
    style: z.literal([1, 2, 3, 4, 5]),
    label: z.string().max(80).optional(),
    emoji: emoji.nullish(),
    custom_id: z.string().min(1).max(100).optional(),
    url: address(512).optional(),
    disabled: z.boolean().optional(),
  })
  .superRefine((one, context) => {
    const refuse = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], ...fault(code, message) });
    if (one.style === 5 && one.url === undefined)
      refuse('url', 'BASE_TYPE_REQUIRED', 'This field is required');
    if (one.style === 5 && one.custom_id !== undefined)
      refuse(
        'custom_id',
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    if (one.style !== 5 && one.custom_id === undefined)
      refuse('custom_id', 'BASE_TYPE_REQUIRED', 'A custom id is required');
    if (one.style !== 5 && one.url !== undefined)
      refuse(
        'url',
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    if (!one.label && !one.emoji?.name && !one.emoji?.id)
      refuse('label', 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A button must have a label or an emoji');
  });

const actionRow = z.object({ type: z.literal(1), components: z.array(button).min(1).max(5) });

const components = z
  .array(actionRow)
  .max(5)
  .superRefine((rows, context) => {
    const seen = new Set<string>();
    for (const [row, { components: buttons }] of rows.entries())
      for (const [column, { custom_id }] of buttons.entries()) {
        if (custom_id === undefined) continue;
        if (seen.has(custom_id))
          context.addIssue({
            code: 'custom',
            path: [row, 'components', column, 'custom_id'],
            ...fault('COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
          });
        seen.add(custom_id);
      }
  });

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['roles', 'users', 'everyone'])).optional(),
    users: z.array(z.string()).max(100).optional(),
    roles: z.array(z.string()).max(100).optional(),
    replied_user: z.boolean().optional(),
  })
  .superRefine((mentions, context) => {
    for (const kind of ['users', 'roles'] as const)
      if (mentions.parse?.includes(kind) && (mentions[kind]?.length ?? 0) > 0)
        context.addIssue({
          code: 'custom',
          path: ['parse'],
          ...fault(
            'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
            `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
          ),
        });
  });

/** Bytes of all files of a request, where nobody has boosted the server. */
const filesTotal = 10 * 1024 * 1024;

/** A part `files[n]` of a multipart form. */
const sentFile = z.object({ n: z.int(), name: z.string().min(1), bytes: z.instanceof(Uint8Array) });

const sentFiles = z.array(sentFile).superRefine((files, context) => {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > filesTotal)
    context.addIssue({ code: 'custom', ...fault('REQUEST_ENTITY_TOO_LARGE', 'Request entity too large') });
});

/** A new file by its place in the form, or one that the message has by its id. */
const listedAttachment = z.object({
  id: z.union([z.int(), z.string()]),
  filename: z.string().optional(),
  description: z.string().max(1024).nullish(),
});

/** What a bot may send as a message or as an edit of one; absent leaves a part as it is, null empties it. */
export const messageForm = z.object({
  content: z.string().max(2000).nullish(),
  embeds: embeds.nullish(),
  components: components.nullish(),
  attachments: z.array(listedAttachment).max(10).nullish(),
  /** Bytes, which JSON alone cannot bring. */
  files: sentFiles.optional(),
  allowed_mentions: allowedMentions.nullish(),
  flags: z.int().nullish(),
  tts: z.boolean().nullish(),
  message_reference: z
    .object({ message_id: z.string().optional(), fail_if_not_exists: z.boolean().optional() })
    .nullish(),
});

/** The parsed form of a message. */
export type MessageForm = z.infer<typeof messageForm>;

/** A file as a message has it. */
export interface ShownFile {
  id: string;
  name: string;
  bytes: Uint8Array;
}

/** An embed as a message shows it. */
export type ShownEmbed = Embed;

/** A row of buttons as a message shows it. */
export type ShownRow = z.infer<typeof actionRow>;

/** A button as a message shows it. */
export type ShownButton = z.infer<typeof button>;

/** Who a message may ping, as its sender said; null when the sender said nothing, which allows everything. */
export type AllowedMentions = z.infer<typeof allowedMentions> | null;

/** What an autocomplete interaction may be answered with; `integer` says that the option takes whole numbers. */
export function choicesForm(integer: boolean) {
  const value = integer ? z.int() : z.string().max(100);
  return z.object({ choices: z.array(z.object({ name: z.string().min(1).max(100), value })).max(25) });
}
