import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import type { Types } from '@graphql-codegen/plugin-helpers';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';

/**
 * Folders with operations, written as graphql(`...`) in their modules or as files of their own; each gets its types in
 * `gql/`.
 */
export const folders = ['bot', 'cli', 'client', 'src/rest', 'web'];

/** The schema's enums and inputs are generated once, for all folders. */
const schemaTypes = 'client/gql/schema.ts';

/** Over the wire a date is text; a file travels beside the JSON, or is handed over in the same process. */
const scalars = { DateTime: 'string', Date: 'string', BigInt: 'number', Upload: 'object' };

/** REST runs its operations in the service's own process, where a date is a Date. */
const scalarsOf = (folder: string) => (folder === 'src/rest' ? { ...scalars, DateTime: 'Date' } : scalars);

const config = {
  documentMode: 'string',
  enumType: 'string-literal',
  namingConvention: 'keep',
  useTypeImports: true,
  importExtension: '.ts',
};

/** The modules of `folder/gql` by their path in the folder, made from the schema's text and the operations in the folder's modules. */
export async function generateOperations(schemaText: string, folder: string): Promise<Map<string, string>> {
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: 'gql/',
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents: await operationsIn(folder),
    config: { ...config, scalars: scalarsOf(folder) },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  });
  // The others are for operations that stand in modules.
  const published = folder === 'client' ? ['gql/graphql.ts'] : sections.map(({ filename }) => filename);
  const modules = await Promise.all(
    sections
      .filter(({ filename }) => published.includes(filename))
      .map(async (section) => [section.filename, await codegen(withSchemaTypes(section, folder))] as const),
  );
  return new Map(modules);
}

/** The preset hands only some options on to its plugins, so this one is put into the section that it has made. */
function withSchemaTypes(section: Types.GenerateOptions, folder: string): Types.GenerateOptions {
  return {
    ...section,
    config: {
      ...section.config,
      importSchemaTypesFrom: relative(folder, schemaTypes),
      namespacedImportName: 'Types',
      importExtension: config.importExtension,
    },
  };
}

/** The module with the enums and inputs that operations of any folder use, made from the schema's text. */
export async function generateSchemaTypes(schemaText: string): Promise<string> {
  return codegen({
    filename: schemaTypes,
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents: (await Promise.all(folders.map(operationsIn))).flat(),
    // Two folders may have an operation of one name; each folder's own are validated with its types.
    skipDocumentsValidation: true,
    config: { ...config, scalars, generateOperationTypes: false },
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
}

async function operationsIn(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(?:tsx?|graphql)$/.test(name) && !/^(?:gql|dist)\//.test(name),
  );
  const texts = await Promise.all(
    names.sort().map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
  return texts.flatMap(({ name, text }) => {
    const sources = name.endsWith('.graphql')
      ? [text]
      : [...text.matchAll(/\bgraphql\(`([^`]*)`\)/g)].map(([, source = '']) => source);
    return sources.map((source) => ({ location: name, document: parse(source), rawSDL: source }));
  });
}

if (import.meta.main) {
  const schemaText = await readFile('schema.graphql', 'utf8');
  await writeFile(schemaTypes, await generateSchemaTypes(schemaText));
  for (const folder of folders) {
    await mkdir(join(folder, 'gql'), { recursive: true });
    for (const [name, text] of await generateOperations(schemaText, folder))
      await writeFile(join(folder, name), text);
  }
}
