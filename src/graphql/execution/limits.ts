import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Limits on the size of an operation, checked before its cost. */
export interface OperationLimits {
  /** Tokens of the document. */
  maxQueryTokens: number;
  /** Levels of nested fields. */
  maxQueryDepth: number;
  /** Aliased fields, and fields repeated in one selection. */
  maxQueryAliases: number;
  /** Fields of the query or mutation type itself. */
  maxRootFields: number;
}

/** Most characters of a document for each allowed token: names and strings can be of any length. */
export const charactersPerToken = 50;

interface Measure {
  depth: number;
  aliases: number;
  /** Fields of the selection itself, including those in fragments. */
  fields: number;
}

/**
 * Returns an error for each operation and limit that a document exceeds. Fragments count wherever they are spread, and
 * introspection counts like all fields. Runs before validation, whose rules compare fields in pairs and take long where
 * there are many.
 */
export function faultsOfSize(document: DocumentNode, limits: OperationLimits): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  const measure = createMeasure(fragments);
  return operations.flatMap((operation) => {
    const { depth, aliases, fields } = measure(operation.selectionSet);
    const judged = [
      ['levels of fields', depth, limits.maxQueryDepth],
      ['aliases', aliases, limits.maxQueryAliases],
      ['root fields', fields, limits.maxRootFields],
    ] as const;
    return judged
      .filter(([_what, found, most]) => found > most)
      .map(([what, found, most]) => {
        const message = `This operation has ${found} ${what}; at most ${most} are accepted.`;
        const extensions = { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } };
        return new GraphQLError(message, { nodes: operation, extensions });
      });
  });
}

/** Measures every fragment once, because nested fragments could take exponential time. */
function createMeasure(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): (selectionSet: SelectionSetNode) => Measure {
  const known = new Map<SelectionSetNode, Measure>();
  return function measure(selectionSet) {
    const earlier = known.get(selectionSet);
    if (earlier) return earlier;
    const total: Measure = { depth: 0, aliases: 0, fields: 0 };
    // Validation refuses a fragment that spreads itself; the measurement only has to end.
    known.set(selectionSet, total);
    const names = new Set<string>();
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        total.fields += 1;
        // A repeated field makes validation compare as many pairs as an alias does.
        if (selection.alias || names.has(name)) total.aliases += 1;
        names.add(name);
        const below = selection.selectionSet ? measure(selection.selectionSet) : { depth: 0, aliases: 0 };
        total.aliases += below.aliases;
        total.depth = Math.max(total.depth, below.depth + 1);
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value)?.selectionSet;
      if (!inner) continue;
      const spread = measure(inner);
      total.fields += spread.fields;
      total.aliases += spread.aliases;
      total.depth = Math.max(total.depth, spread.depth);
    }
    return total;
  };
}
