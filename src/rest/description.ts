import type { SchemaName } from './json-schemas.ts';

/** A route's entry in the reference; the OpenAPI description is generated from it. */
export interface RouteDescription {
  /** The operation's name for generated clients. */
  operationId: string;
  tag: 'Modpacks' | 'Server packs' | 'Run configurations' | 'Events';
  summary: string;
  /** Further text, where the summary does not suffice. */
  details?: string;
  /** A JSON Schema with a description for each path parameter. */
  parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The parts of the form, if the route takes one. */
  form?: Readonly<Record<string, unknown>>;
  success: Success;
  /** Statuses that only this route answers, with their causes. */
  refusals: Readonly<Record<number, string>>;
  /** The schema of 400, 404, 409, 413 and 507; default: a problem document. */
  refusalSchema?: SchemaName;
}

export type Success =
  | { schema: SchemaName; description: string; headers?: object }
  | { listOf: SchemaName; description: string; revised: boolean }
  | ArchiveSuccess;

/** A download: its media types and its description. */
export interface ArchiveSuccess {
  archive: string;
  types: readonly string[];
}

export const idParameter = (what: string) => ({
  type: 'integer',
  minimum: 1,
  description: `Identifier of the ${what}.`,
});

const versionPart = (description: string, example: string) => ({
  type: 'string',
  minLength: 1,
  description,
  examples: [example],
});

/** The parts of a form that make up a run configuration. */
export const runConfigurationParts = {
  gameVersion: versionPart('Version of the game.', '1.20.1'),
  modloader: versionPart('Forge, NeoForge, Fabric, Quilt or LegacyFabric, in any case.', 'Forge'),
  modloaderVersion: versionPart('Version of the modloader.', '47.2.0'),
  startArgs: {
    type: 'string',
    description: 'JVM arguments, separated by spaces. May be left out or blank.',
    examples: ['-Xmx4G -Xms2G'],
  },
  clientMods: {
    type: 'string',
    description:
      'File name prefixes of mods to drop, separated by commas; case-sensitive. May be left out or blank.',
    examples: ['OptiFine-,Xaeros_Minimap'],
  },
  whiteListMods: {
    type: 'string',
    description:
      'File name prefixes of mods to keep whatever else is said, separated by commas; case-sensitive. May be left out or blank. Answers spell it whitelistedMods.',
    examples: ['Ping-Wheel-'],
  },
};

/** A form of these parts, of which some are required. */
export function formOf(parts: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return {
    type: 'object',
    properties: parts,
    required: [...required, 'gameVersion', 'modloader', 'modloaderVersion'],
  };
}
