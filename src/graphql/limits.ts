import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** How large an operation may be, whatever it would cost to answer. */
export interface OperationLimits {
  /** Tokens of the document. */
  maxQueryTokens: number;
  /** Levels of fields below each other. */
  maxQueryDepth: number;
  /** Fields under another name. */
  maxQueryAliases: number;
  /** Fields of the query or mutation type itself. */
  maxRootFields: number;
}

/** Longest document in characters, for each token it may have: names and strings are of any length. */
export const charactersPerToken = 50;

interface Measure {
  depth: number;
  aliases: number;
  /** Fields of the selection itself, those in fragments among them. */
  fields: number;
}

/** The validation rule that holds operations to the limits. Fragments count wherever they are spread. */
export function limitsRule(limits: OperationLimits): (context: ValidationContext) => ASTVisitor {
  return function OperationLimitsRule(context) {
    const measure = createMeasure((name) => context.getFragment(name));
    return {
      OperationDefinition(operation) {
        const { depth, aliases, fields } = measure(operation.selectionSet);
        const judge = (what: string, found: number, most: number) => {
          if (found <= most) return;
          const message = `This operation has ${found} ${what}; at most ${most} are accepted.`;
          context.reportError(
            new GraphQLError(message, { nodes: operation, extensions: { code: 'QUERY_TOO_COMPLEX' } }),
          );
        };
        judge('levels of fields', depth, limits.maxQueryDepth);
        judge('aliases', aliases, limits.maxQueryAliases);
        judge('root fields', fields, limits.maxRootFields);
      },
    };
  };
}

/** Measures every fragment once, since fragments within fragments would else take time without end. */
function createMeasure(
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
): (selectionSet: SelectionSetNode) => Measure {
  const known = new Map<SelectionSetNode, Measure>();
  return function measure(selectionSet) {
    const earlier = known.get(selectionSet);
    if (earlier) return earlier;
    const total: Measure = { depth: 0, aliases: 0, fields: 0 };
    // A fragment that spreads itself is refused by another rule; here it must only come to an end.
    known.set(selectionSet, total);
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        total.fields += 1;
        if (selection.alias) total.aliases += 1;
        // What the schema says of itself is nested deeply by every tool, and limited by a rule of its own.
        if (!selection.selectionSet || selection.name.value.startsWith('__')) {
          total.depth = Math.max(total.depth, 1);
          continue;
        }
        const below = measure(selection.selectionSet);
        total.aliases += below.aliases;
        total.depth = Math.max(total.depth, below.depth + 1);
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragmentOf(selection.name.value)?.selectionSet;
      if (!inner) continue;
      const spread = measure(inner);
      total.fields += spread.fields;
      total.aliases += spread.aliases;
      total.depth = Math.max(total.depth, spread.depth);
    }
    return total;
  };
}
