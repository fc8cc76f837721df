import type { SettingInForce, SettingSource } from '../settings/settings-in-force.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

const sourceWords: Record<SettingSource, { description: string }> = {
  default: { description: 'The setting is not set, so its default applies.' },
  environment: { description: 'The setting is set in the environment of the process.' },
  file: { description: 'The setting is set in the file that is read at the start, such as .env.' },
};

const SettingSourceEnum = builder.enumType('SettingSource', {
  description: "The source of a setting's value.",
  values: {
    DEFAULT: { value: 'default', ...sourceWords.default },
    ENVIRONMENT: { value: 'environment', ...sourceWords.environment },
    FILE: { value: 'file', ...sourceWords.file },
  },
});

const Setting = builder.objectRef<SettingInForce>('Setting').implement({
  description: 'A setting in force on the node that serves this request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name in the environment.' }),
    group: t.exposeString('group', {
      description: 'The part of docs/settings.md that the setting belongs to, such as `database`.',
    }),
    effect: t.exposeString('effect', { description: 'The effect, as a sentence for people.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The value as it would be written. Null where it is not set or a secret.',
    }),
    isSet: t.exposeBoolean('isSet', { description: 'Whether the setting has a value.' }),
    isSecret: t.exposeBoolean('isSecret', { description: 'Whether the value is never shown.' }),
    source: t.field({
      type: SettingSourceEnum,
      description: 'The source of the value.',
      resolve: ({ source }) => source,
    }),
  }),
});

builder.objectField(Administration, 'settings', (t) =>
  t.field({
    type: [Setting],
    description: 'All settings of the service, in the order of docs/settings.md.',
    resolve: (_administration, _args, { parts: { settings } }) => [...settings],
  }),
);
