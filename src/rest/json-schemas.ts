/** The legacy shapes as JSON Schemas; the OpenAPI description refers to them by name. */
import { sources } from '../../drizzle/schema.ts';

const id = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;
const milliseconds = (description: string) =>
  ({
    type: 'integer',
    minimum: 0,
    description: `${description} Milliseconds since 1970-01-01 UTC.`,
  }) as const;
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description }) as const;
const nullable = (schema: Readonly<Record<string, unknown>>) => ({ ...schema, type: ['integer', 'null'] });

const sha256 = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the file, lower-case hexadecimal.',
} as const;
const size = { type: 'integer', minimum: 0, description: 'Size of the file in bytes.' } as const;

/** The values of a status, of modpacks and of events. */
export const statusWords = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'ERROR'] as const;
const status = { type: 'string', enum: statusWords } as const;

/** An object with exactly these fields, in this order. */
function object(description: string, properties: Readonly<Record<string, unknown>>) {
  return {
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const serverPackFields = {
  id: id('Identifier of the server pack.'),
  size,
  downloads: { type: 'integer', minimum: 0, description: 'How often it was downloaded.' },
  confirmedWorking: {
    type: 'integer',
    description: 'How many votes say that it works, minus those that say it fails; may be negative.',
  },
  dateCreated: milliseconds('When it was generated.'),
};
const serverPackEnd = {
  sha256,
  runConfiguration: { $ref: '#/components/schemas/RunConfiguration' },
};

export const jsonSchemas = {
  ModPack: object('An uploaded modpack.', {
    id: id('Identifier of the modpack.'),
    source: {
      type: 'string',
      enum: [...sources],
      description: 'Where it came from: sent as a file, or fetched.',
    },
    name: { type: 'string', description: 'File name as uploaded.' },
    size,
    status: { ...status, description: 'That of its newest event.' },
    serverPacks: {
      type: 'array',
      items: { $ref: '#/components/schemas/NestedServerPack' },
      description: 'What was built from it, oldest first.',
    },
    sha256,
    versionID: { type: 'string', description: "The platform's own id of the version; empty if unknown." },
    projectID: { type: 'string', description: "The platform's own id of the project; empty if unknown." },
    dateCreated: milliseconds('When it was uploaded.'),
  }),
  ServerPack: object('A server pack.', { ...serverPackFields, ...serverPackEnd }),
  NestedServerPack: object('A server pack inside a modpack, where alone it has a fileID.', {
    ...serverPackFields,
    fileID: id('Identifier of the stored content.'),
    ...serverPackEnd,
  }),
  RunConfiguration: object('What a server pack is built for.', {
    id: id('Identifier of the run configuration.'),
    gameVersion: { type: 'string', description: 'Dotted numbers, or a snapshot.' },
    modloader: { type: 'string', enum: ['Forge', 'NeoForge', 'Fabric', 'Quilt', 'LegacyFabric'] },
    modloaderVersion: { type: 'string' },
    startArgs: texts('JVM arguments, one an element.'),
    clientMods: texts('File name prefixes of mods to drop.'),
    whitelistedMods: texts('File name prefixes of mods to keep.'),
  }),
  Event: object('The record of one step.', {
    id: id('Increases in the order in which events came to be.'),
    modPackId: id('The modpack it belongs to.'),
    serverPackId: nullable(id('The server pack, once the event concerns one.')),
    status: { ...status, description: 'The state the modpack came to.' },
    message: { type: 'string', description: 'A sentence for people.' },
    timestamp: milliseconds('When it was recorded.'),
    errors: {
      type: 'array',
      items: { $ref: '#/components/schemas/EventError' },
      description: 'What was wrong; filled only with status ERROR.',
    },
  }),
  EventError: object('Something wrong with an archive.', {
    code: { type: 'string', description: 'Stable, for programs.' },
    error: { type: 'string', description: 'A sentence for people.' },
    entry: {
      type: ['string', 'null'],
      description: 'The archive entry concerned, or null for the whole archive.',
    },
  }),
  AcceptedRun: object('An upload or a generate request that was taken.', {
    message: { type: 'string', description: 'A sentence for people.' },
    success: { const: true },
    modPackId: id('The modpack concerned.'),
    runConfigId: id('The run configuration made for this request.'),
    serverPackId: { type: 'null' },
    status: { const: 'QUEUED' },
  }),
  RefusedRun: object('An upload or a generate request that was refused: nothing was stored or queued.', {
    message: { type: 'string', description: 'What was wrong and what to do.' },
    success: { const: false },
    modPackId: nullable(id('The modpack that has the content already, with 409; else null.')),
    runConfigId: { type: 'null' },
    serverPackId: { type: 'null' },
    status: { const: 'ERROR' },
  }),
  Problem: object('A failure, as RFC 9457 describes it.', {
    type: { const: 'about:blank' },
    title: { type: 'string', description: 'The words that belong to the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What was wrong and what to do.' },
    code: { type: 'string', pattern: '^[A-Z_]+$', description: 'Stable, for programs.' },
  }),
};

export type SchemaName = keyof typeof jsonSchemas;
