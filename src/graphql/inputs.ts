import { builder } from './builder.ts';

/** The inputs of mutations that need no more than the object: one type for each kind of object. */
export const ModPackInput = builder.inputType('ModPackInput', {
  description: 'A modpack.',
  fields: (t) => ({ modPack: t.globalID({ required: true, description: 'The modpack.' }) }),
});

export const ServerPackInput = builder.inputType('ServerPackInput', {
  description: 'A server pack.',
  fields: (t) => ({ serverPack: t.globalID({ required: true, description: 'The server pack.' }) }),
});

export const RunInput = builder.inputType('RunInput', {
  description: 'A run.',
  fields: (t) => ({ run: t.globalID({ required: true, description: 'The run.' }) }),
});

export const LineInput = builder.inputType('LineInput', {
  description: 'A line.',
  fields: (t) => ({ line: t.string({ required: true, description: 'The name of the line.' }) }),
});
