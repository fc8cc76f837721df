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
import { serverAudits } from 'graphql-http';
import { afterAll, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../scripts/breaking-changes.ts';
import { schemaText } from '../../scripts/print-schema.ts';
import { schema } from '../../src/graphql/schema.ts';
import { exampleOperations } from '../../src/http/graphql/graphiql-examples.ts';
import { startTestApp } from '../support/app.ts';

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

  it('names every result after its success, beside which there is only a UserError', () => {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isUnionType(type)) continue;
      const names = type.getTypes().map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set([type.name.replace(/Result$/, ''), 'UserError']));
    }
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

describe('the comparison of two schemas', () => {
  it('finds nothing between a schema and itself, or where something was added', async () => {
    const now = await readFile('schema.graphql', 'utf8');
    expect(await breakingChanges(now, now)).toEqual([]);
    expect(await breakingChanges('type Query { a: Int }', 'type Query { a: Int b: Int }')).toEqual([]);
  });

  it('finds what clients would stumble over', async () => {
    expect(await breakingChanges('type Query { a: Int b: Int }', 'type Query { a: Int }')).toEqual([
      "Field 'b' was removed from object type 'Query'",
    ]);
    expect(
      await breakingChanges('type Query { a(x: Int): Int }', 'type Query { a(x: Int!): Int }'),
    ).toHaveLength(1);
  });

  it('says nothing of what was decided to go', async () => {
    const earlier =
      'type Query { a: Int listRevisions: ListRevisions } type ListRevisions { events: String }';
    expect(await breakingChanges(earlier, 'type Query { a: Int }')).toEqual([]);
  });
});

/** Audits of the GraphQL over HTTP specification that we do not pass, each with its reason. */
const explained: Record<string, string> = {};

const service = await startTestApp();
afterAll(() => service[Symbol.asyncDispose]());

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${service?.url}/graphql`, fetchFn: fetch });
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    if (result.status === 'ok') return expect(Object.keys(explained)).not.toContain(audit.id);
    expect({ id: audit.id, reason: result.reason }).toEqual({ id: audit.id, reason: explained[audit.id] });
  });
});
