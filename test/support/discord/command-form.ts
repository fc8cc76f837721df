import { z } from 'zod';
import { fault } from './message-form.ts';

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

const name = z
  .string()
  .min(1)
  .max(32)
  .superRefine((text, context) => {
    if (!/^[-_'\p{L}\p{N}]+$/u.test(text) || text !== text.toLowerCase())
      context.addIssue({
        code: 'custom',
        ...fault('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid'),
      });
  });

const locale = z.literal(['de', 'en-US', 'en-GB', 'fr', 'zh-CN', 'zh-TW']);

/** Names and descriptions in other languages, within the same limits. */
const localizations = {
  name_localizations: z.partialRecord(locale, name).nullish(),
  description_localizations: z.partialRecord(locale, z.string().min(1).max(100)).nullish(),
};

const choice = z.object({
  name: z.string().min(1).max(100),
  name_localizations: z.partialRecord(locale, z.string().min(1).max(100)).nullish(),
  value: z.union([z.string().max(100), z.number()]),
});

const option = z
  .object({
    type: z.literal([
      optionType.string,
      optionType.integer,
      optionType.boolean,
      optionType.channel,
      optionType.role,
      optionType.number,
      optionType.attachment,
    ]),
    name,
    ...localizations,
    description: z.string().min(1).max(100),
    required: z.boolean().default(false),
    choices: z.array(choice).max(25).optional(),
    autocomplete: z.boolean().default(false),
    min_value: z.number().optional(),
    max_value: z.number().optional(),
    min_length: z.int().min(0).max(6000).optional(),
    max_length: z.int().min(1).max(6000).optional(),
  })
  .superRefine((one, context) => {
    const refuse = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], ...fault(code, message) });
    const hasChoices = (one.choices?.length ?? 0) > 0;
    if (one.autocomplete && hasChoices)
      refuse(
        'choices',
        'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
        'An option has choices or autocomplete',
      );
    const chooses =
      one.type === optionType.string || one.type === optionType.integer || one.type === optionType.number;
    if (!chooses && (one.autocomplete || hasChoices))
      refuse(
        'type',
        'APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE_INVALID',
        'This type of option takes no choices',
      );
    for (const [index, { value }] of (one.choices ?? []).entries())
      if ((one.type === optionType.string) !== (typeof value === 'string'))
        context.addIssue({
          code: 'custom',
          path: ['choices', index, 'value'],
          ...fault(
            'APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE',
            'Choice value is not of the type of its option',
          ),
        });
  });

const chatInput = 1;

const command = z
  .object({
    type: z.literal(chatInput).default(chatInput),
    name,
    ...localizations,
    description: z.string().min(1).max(100),
    default_member_permissions: z.string().regex(/^\d+$/).nullish(),
    contexts: z.array(z.literal([0, 1, 2])).optional(),
    integration_types: z.array(z.literal([0, 1])).optional(),
    options: z.array(option).max(25).default([]),
  })
  .superRefine(({ options }, context) => {
    const refuse = (index: number, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['options', index], ...fault(code, message) });
    const names = new Set<string>();
    let sawOptional = false;
    for (const [index, one] of options.entries()) {
      if (one.required && sawOptional)
        refuse(
          index,
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        );
      sawOptional ||= !one.required;
      if (names.has(one.name))
        refuse(index, 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique in a command');
      names.add(one.name);
      for (const localized of Object.entries(one.name_localizations ?? {}).map((entry) => entry.join(' '))) {
        if (names.has(localized))
          refuse(
            index,
            'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
            'Option names must be unique in a command in each language',
          );
        names.add(localized);
      }
    }
  });

/** All commands of a scope, as a bot puts them. */
export const commandsForm = z
  .array(command)
  .max(100)
  .superRefine((commands, context) => {
    const names = new Set<string>();
    for (const [index, one] of commands.entries()) {
      if (names.has(one.name))
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          ...fault('APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique'),
        });
      names.add(one.name);
    }
  });

/** A slash command as it was registered. */
export type CommandForm = z.infer<typeof command>;

/** An option of a slash command as it was registered. */
export type OptionForm = CommandForm['options'][number];
