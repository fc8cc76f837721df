import { type OptionForm, optionType } from './command-form.ts';
import type { AttachedFile } from './files.ts';
import { channelBody } from './gateway.ts';
import { snowflake } from './snowflake.ts';
import type { Channel, RegisteredCommand, World } from './world.ts';

/** What a user fills into a command's options, by the option's name. */
export type OptionValues = Record<string, string | number | boolean | AttachedFile>;

/** The command that a user finds under this name, the guild's own first; throws when there is none. */
export function commandNamed(world: World, name: string, guildId: string): RegisteredCommand {
  const bare = name.replace(/^\//, '');
  const ofGuild = world.guildCommands.get(guildId) ?? [];
  const command = [...ofGuild, ...world.globalCommands].find((one) => one.name === bare);
  if (command === undefined) throw new Error(`No command /${bare} is registered.`);
  return command;
}

/** Throws what Discord's own client would not let a user send. */
export function refuseUnfit(command: RegisteredCommand, values: OptionValues): void {
  for (const name of Object.keys(values))
    if (!command.options.some((option) => option.name === name))
      throw new Error(`/${command.name} has no option "${name}".`);
  for (const option of command.options) {
    const value = values[option.name];
    if (value === undefined) {
      if (option.required) throw new Error(`/${command.name} needs "${option.name}".`);
    } else if (!isOfType(option, value))
      throw new Error(`"${option.name}" of /${command.name} does not take ${JSON.stringify(value)}.`);
  }
}

function isOfType(option: OptionForm, value: OptionValues[string]): boolean {
  if (
    option.choices !== undefined &&
    option.choices.length > 0 &&
    !option.choices.some((choice) => choice.value === value)
  )
    return false;
  switch (option.type) {
    case optionType.string:
      return (
        typeof value === 'string' &&
        value.length >= (option.min_length ?? 0) &&
        value.length <= (option.max_length ?? 6000)
      );
    case optionType.integer:
      return Number.isSafeInteger(value) && isInRange(option, value);
    case optionType.number:
      return typeof value === 'number' && isInRange(option, value);
    case optionType.boolean:
      return typeof value === 'boolean';
    case optionType.channel:
    case optionType.role:
      return typeof value === 'string' && /^\d+$/.test(value);
    case optionType.attachment:
      return typeof value === 'object';
  }
}

function isInRange(option: OptionForm, value: OptionValues[string]): boolean {
  return (
    typeof value === 'number' &&
    value >= (option.min_value ?? -Infinity) &&
    value <= (option.max_value ?? Infinity)
  );
}

/** The options as an interaction carries them, and the attachments they name; the files are served from then on. */
export function optionBodies(
  { world, origin }: { world: World; origin: () => string },
  channel: Channel,
  command: RegisteredCommand,
  values: OptionValues,
) {
  const attachments: Record<string, unknown> = {};
  const channels: Record<string, unknown> = {};
  const roles: Record<string, unknown> = {};
  const options = Object.entries(values).map(([name, value]) => {
    const type = command.options.find((option) => option.name === name)?.type;
    if (type === optionType.channel && typeof value === 'string') {
      const named = world.channels.get(value) ?? channel;
      channels[value] = { ...channelBody(named), permissions: '0' };
    }
    if (type === optionType.role && typeof value === 'string') roles[value] = roleBody(value);
    if (typeof value !== 'object') return { name, type, value };
    const id = snowflake();
    world.attachments.set(id, value);
    const url =
      value.url ??
      `${origin()}/attachments/${channel.id}/${id}/${encodeURIComponent(value.name)}?ex=66aa&hm=secret`;
    attachments[id] = {
      id,
      filename: value.name,
      size: value.size,
      url,
      proxy_url: url,
      content_type: value.contentType,
      ephemeral: true,
    };
    return { name, type, value: id };
  });
  return { options, resolved: { attachments, channels, roles } };
}

function roleBody(id: string) {
  return {
    id,
    name: 'A role',
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    position: 1,
    permissions: '0',
    managed: false,
    mentionable: false,
    flags: 0,
  };
}
