import type { SettingInForce, SettingSource } from '../settings-in-force.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

const sourceWords: Record<SettingSource, { description: string }> = {
  default: { description: 'It is not set, so its default holds.' },
  environment: { description: 'The environment of the process has it.' },
  file: { description: 'The file that is read at the start has it, such as .env.' },
};

const SettingSourceEnum = builder.enumType('SettingSource', {
  description: 'From where a setting has its value.',
  values: {
    DEFAULT: { value: 'default', ...sourceWords.default },
    ENVIRONMENT: { value: 'environment', ...sourceWords.environment },
    FILE: { value: 'file', ...sourceWords.file },
  },
});

const Setting = builder.objectRef<SettingInForce>('Setting').implement({
  description: 'A setting as it is in force on the node that answers.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in the environment.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'Its value as it would be written; null where it is not set, and for a secret.',
    }),
    isSet: t.exposeBoolean('isSet', { description: 'Whether it has a value.' }),
    isSecret: t.exposeBoolean('isSecret', { description: 'Whether its value is told to nobody.' }),
    source: t.field({
      type: SettingSourceEnum,
      description: 'From where it has its value.',
      resolve: ({ source }) => source,
    }),
  }),
});

builder.objectField(Administration, 'settings', (t) =>
  t.field({
    type: [Setting],
    description: 'All settings of the service, in the order of docs/settings.md.',
    resolve: (_administration, _args, { settings }) => [...settings],
  }),
);
