import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';

/** Whether the operation selects a field with one of these names, at any depth below its own field. */
export function selects(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  names: readonly string[],
): boolean {
  const seen = new Set<SelectionSetNode>();
  const isIn = (set: SelectionSetNode | undefined): boolean => {
    if (set === undefined || seen.has(set)) return false;
    seen.add(set);
    return set.selections.some((one) => {
      if (one.kind === Kind.FRAGMENT_SPREAD) return isIn(fragments[one.name.value]?.selectionSet);
      return (one.kind === Kind.FIELD && names.includes(one.name.value)) || isIn(one.selectionSet);
    });
  };
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet));
}
