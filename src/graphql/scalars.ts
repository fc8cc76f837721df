import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { z } from 'zod';
import type { UploadedFile } from '../storage/storage.ts';
import { builder } from './builder.ts';
import { ReceivedUpload } from './received-upload.ts';

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    ...GraphQLDateTime.toConfig(),
    description: 'An instant in UTC, as RFC 3339 writes it, such as 2007-12-03T10:15:30Z.',
  }),
);
builder.addScalarType(
  'CalendarDate',
  new GraphQLScalarType({
    ...GraphQLDate.toConfig(),
    name: 'CalendarDate',
    description: 'A day in UTC, such as 2007-12-03.',
  }),
);

/** Sizes in bytes exceed 2^31, the limit of Int, but not 2^53, up to which JSON numbers are exact. */
const whole = z.int();

builder.scalarType('BigInt', {
  description: 'A whole number of up to 2^53, as a JSON number.',
  serialize: (value) => whole.parse(value),
  parseValue: (value) => whole.parse(value),
  parseLiteral: (node) => whole.parse(node.kind === Kind.INT ? Number(node.value) : null),
});

builder.addScalarType(
  'Upload',
  new GraphQLScalarType<UploadedFile, never>({
    name: 'Upload',
    description:
      'A file in the request itself, sent by the GraphQL multipart request specification. Never a JSON value.',
    parseValue(value) {
      const file = ReceivedUpload.fileOf(value);
      if (file) return file;
      throw new TypeError('An Upload is a file sent by the GraphQL multipart request specification.');
    },
    parseLiteral() {
      throw new TypeError('An Upload can only be given as a variable.');
    },
  }),
);
