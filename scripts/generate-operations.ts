import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';

/**
 * Folders with operations, written as graphql(`...`) in their modules or as files of their own; each gets its types in
 * `gql/`.
 */
export const folders = ['bot', 'cli', 'client', 'src/rest', 'web'];

/** Over the wire a date is text and a file travels beside the JSON; in the same process both are themselves. */
const scalarsOf: Record<string, Record<string, string>> = {
  bot: { DateTime: 'string', BigInt: 'number' },
  cli: { DateTime: 'string', Date: 'string', BigInt: 'number' },
  client: { DateTime: 'string', Date: 'string', BigInt: 'number', Upload: 'Blob' },
  web: { DateTime: 'string', Date: 'string', BigInt: 'number', Upload: 'File' },
  'src/rest': {
    DateTime: 'Date',
    BigInt: 'number',
    Upload: '../../graphql/received-upload.ts#ReceivedUpload',
  },
};

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
    config: { ...config, scalars: scalarsOf[folder] },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  });
  // The others are for operations that stand in modules.
  const published = folder === 'client' ? ['gql/graphql.ts'] : sections.map(({ filename }) => filename);
  const modules = await Promise.all(
    sections
      .filter(({ filename }) => published.includes(filename))
      .map(async (section) => [section.filename, await codegen(section)] as const),
  );
  return new Map(modules);
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
  for (const folder of folders) {
    await mkdir(join(folder, 'gql'), { recursive: true });
    for (const [name, text] of await generateOperations(schemaText, folder))
      await writeFile(join(folder, name), text);
  }
}
