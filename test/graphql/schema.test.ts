import { readFile } from 'node:fs/promises';
import {
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  Kind,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaText } from '../../scripts/print-schema.ts';
import { schema } from '../../src/graphql/schema.ts';
import { exampleOperations } from '../../src/http/graphql/graphiql-examples.ts';

describe('the schema', () => {
  it('is the one in schema.graphql; "npm run schema" prints it anew', async () => {
    expect(await readFile('schema.graphql', 'utf8')).toBe(schemaText());
  });

  it('describes every type, field, argument and enum value', () => {
    const silent: string[] = [];
    const judge = (name: string, described: { description?: string | null | undefined }) => {
      if (!described.description) silent.push(name);
    };
    for (const type of Object.values(schema.getTypeMap())) {
      if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
      judge(type.name, type);
      if (isEnumType(type)) for (const value of type.getValues()) judge(`${type.name}.${value.name}`, value);
      if (isInputObjectType(type)) {
        for (const field of Object.values(type.getFields())) judge(`${type.name}.${field.name}`, field);
      }
      if (!isObjectType(type) && !isInterfaceType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        judge(`${type.name}.${field.name}`, field);
        for (const arg of field.args) judge(`${type.name}.${field.name}(${arg.name})`, arg);
      }
    }
    expect(silent).toEqual([]);
  });

  it('can say in every answer that tells of failures that there is no room, or that there were too many requests', () => {
    const without = Object.values(schema.getTypeMap()).filter((type) => {
      if (!isUnionType(type)) return false;
      const names = type.getTypes().map(({ name }) => name);
      return names.some((name) => name.endsWith('Error')) && !names.includes('UnavailableError');
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('answers the examples that GraphiQL shows, subscriptions among them', () => {
    const document = parse(exampleOperations);
    expect(validate(schema, document)).toEqual([]);
    const names = document.definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.name ? [one.name.value] : [],
    );
    const kinds = new Set(names.map((name) => getOperationAST(document, name)?.operation));
    expect(kinds).toEqual(new Set(['query', 'subscription']));
  });
});
