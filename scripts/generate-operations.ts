import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, type DefinitionNode, Kind, parse } from 'graphql';

/**
 * Folders with operations, written as graphql(`...`) in their modules or as files of their own; each gets its types in
 * `gql/graphql.ts`.
 */
export const folders = ['bot', 'cli', 'client', 'src/rest', 'web'];

/** The schema's enums and inputs are generated once, for all folders. */
const schemaTypes = 'client/gql/schema.ts';

/** Over the wire a date is text; a file travels beside the JSON, or is handed over in the same process. */
const scalars = { DateTime: 'string', CalendarDate: 'string', BigInt: 'number', Upload: 'object' };

/** REST runs its operations in the service's own process, where a date is a Date. */
const scalarsOf = (folder: string) => (folder === 'src/rest' ? { ...scalars, DateTime: 'Date' } : scalars);

const config = {
  documentMode: 'string',
  enumType: 'string-literal',
  namingConvention: 'keep',
  useTypeImports: true,
  importExtension: '.ts',
};

/** The module of a folder: where it is, and its text, made from the schema's and the operations of the folder. */
export async function generateOperations(schemaText: string, folder: string) {
  const filename = 'gql/graphql.ts';
  const text = await codegen({
    filename,
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents: await operationsIn(folder),
    config: {
      ...config,
      scalars: scalarsOf(folder),
      importSchemaTypesFrom: relative(folder, schemaTypes),
      namespacedImportName: 'Types',
    },
    // Others copy documents with their text; the modules of a program have the texts themselves.
    plugins: [
      { typescriptOperations: {} },
      folder === 'client' ? { typedDocumentNode: {} } : { namedTypes: {} },
    ],
    pluginMap: { typescriptOperations, typedDocumentNode, namedTypes: namedTypes(folder) },
  });
  return { filename: join(folder, filename), text: `/* eslint-disable */\n${text}` };
}

/** What gives `graphql(text)` its types, by the name in the text. */
function namedTypes(folder: string): CodegenPlugin {
  return {
    plugin(_schema, documents) {
      const types = documents
        .flatMap(({ document }) => document?.definitions ?? [])
        .map((definition) => `  ${nameOf(definition)}: [${typesOf(definition)}];`);
      return {
        prepend: [
          `import { operationsOf } from '${relative(join(folder, 'gql'), 'client/gateway/operation.ts')}';`,
        ],
        content: `export const graphql = operationsOf<{\n${types.join('\n')}\n}>();\n`,
      };
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

/** The types that the plugin for types has made: [result, variables]; a fragment is asked for by nobody. */
function typesOf(definition: DefinitionNode): string {
  const name = nameOf(definition);
  if (definition.kind !== Kind.OPERATION_DEFINITION) return `${name}Fragment, unknown`;
  const kind = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[definition.operation];
  return `${name}${kind}, ${name}${kind}Variables`;
}

function nameOf(definition: DefinitionNode): string {
  const name = 'name' in definition ? definition.name?.value : undefined;
  if (name === undefined) throw new Error('Every operation has a name.');
  return name;
}

if (import.meta.main) {
  const schemaText = await readFile('schema.graphql', 'utf8');
  await writeFile(schemaTypes, await generateSchemaTypes(schemaText));
  for (const folder of folders) {
    const { filename, text } = await generateOperations(schemaText, folder);
    await mkdir(dirname(filename), { recursive: true });
    await writeFile(filename, text);
  }
}
