import {
  GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isType,
  isWrappingType,
} from 'graphql';

/**
 * The schema elements that an introspection field lists below `element`; none for a plain value. Deprecated ones always
 * count. `element` is null for `__schema` and `__type`.
 */
export function elementsBelow(
  schema: GraphQLSchema,
  element: object | null,
  field: string,
  typeName: unknown,
): readonly object[] {
  if (element === null) {
    if (field === '__schema') return [schema];
    return given(typeof typeName === 'string' ? schema.getType(typeName) : null);
  }
  if (element instanceof GraphQLSchema) return belowSchema(element, field);
  if (isType(element)) return belowType(schema, element, field);
  // The rest are fields, arguments, input fields, directives and enum values.
  if (field === 'args' && 'args' in element && Array.isArray(element.args)) return element.args;
  if (field === 'type' && 'type' in element && isType(element.type)) return [element.type];
  return [];
}

function belowSchema(schema: GraphQLSchema, field: string): readonly object[] {
  if (field === 'types') return Object.values(schema.getTypeMap());
  if (field === 'directives') return schema.getDirectives();
  if (field === 'queryType') return given(schema.getQueryType());
  if (field === 'mutationType') return given(schema.getMutationType());
  if (field === 'subscriptionType') return given(schema.getSubscriptionType());
  return [];
}

function belowType(schema: GraphQLSchema, type: object, field: string): readonly object[] {
  if (field === 'ofType') return isWrappingType(type) ? [type.ofType] : [];
  if (field === 'possibleTypes') return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  if (field === 'enumValues') return isEnumType(type) ? type.getValues() : [];
  if (field === 'inputFields') return isInputObjectType(type) ? Object.values(type.getFields()) : [];
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  if (field === 'fields') return Object.values(type.getFields());
  return field === 'interfaces' ? type.getInterfaces() : [];
}

function given(element: object | null | undefined): readonly object[] {
  return element ? [element] : [];
}
