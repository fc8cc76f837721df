import {
  type FieldNode,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type ListBelow, type ListsBelow, mayComeAlong, nothingBelow } from '../../core/lists/lists-below.ts';
import type { PageRequest } from '../../core/lists/pages.ts';
import { pageRequest } from '../lists/connection.ts';

/** The one field of each list that is asked for below modpacks; null where there is none, or none that could come along. */
interface AskedBelow {
  serverPacks: FieldNode | null;
  runConfigurations: FieldNode | null;
}

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'operation' | 'schema' | 'variableValues'>;

const none: AskedBelow = { serverPacks: null, runConfigurations: null };

/** By the field that answers modpacks: what is asked below it stands in the document. */
const known = new WeakMap<FieldNode, AskedBelow>();

/**
 * Which lists below the modpacks of a field can come along with them. It only looks at what is asked: the fields of these
 * lists are resolved as ever, and find what has come along where they would ask for it.
 */
export function listsBelow(
  info: Asked,
  { of, count, maxPageSize }: { of: 'modPack' | 'connection'; count: number; maxPageSize: number },
): ListsBelow {
  // Several that are asked for by their ids come by one statement, and their lists by another.
  if (of === 'modPack' && info.operation.selectionSet.selections.length > 1) return nothingBelow;
  const asked = askedBelow(info, of);
  if (asked === none) return nothingBelow;
  const below = {
    serverPacks: listOf(info, 'serverPacks', asked.serverPacks, maxPageSize),
    runConfigurations: listOf(info, 'runConfigurations', asked.runConfigurations, maxPageSize),
  };
  const isNothing = below.serverPacks === null && below.runConfigurations === null;
  return !isNothing && mayComeAlong(below, count) ? below : nothingBelow;
}

function askedBelow({ fieldNodes, fragments }: Asked, of: 'modPack' | 'connection'): AskedBelow {
  const [node] = fieldNodes;
  if (node === undefined || fieldNodes.length > 1) return none;
  const before = known.get(node);
  if (before) return before;
  const fields = (sets: readonly SelectionSetNode[], types: readonly string[]) =>
    sets.flatMap((set) => fieldsOf(set, types, fragments));
  const below = (nodes: readonly FieldNode[], name: string) =>
    nodes.flatMap(({ name: own, selectionSet }) =>
      own.value === name && selectionSet ? [selectionSet] : [],
    );
  const top = node.selectionSet ? [node.selectionSet] : [];
  const packs =
    of === 'modPack'
      ? fields(top, ['ModPack'])
      : fields(below(fields(top, ['ModPackConnection']), 'nodes'), ['ModPack']);
  const one = (name: string) => {
    const [only, ...more] = packs.filter((field) => field.name.value === name);
    return only !== undefined && more.length === 0 ? only : null;
  };
  const found = { serverPacks: one('serverPacks'), runConfigurations: one('runConfigurations') };
  const asked = found.serverPacks === null && found.runConfigurations === null ? none : found;
  known.set(node, asked);
  return asked;
}

/** The fields that are asked without a condition. */
function fieldsOf(
  { selections }: SelectionSetNode,
  types: readonly string[],
  fragments: Asked['fragments'],
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.directives !== undefined && selection.directives.length > 0) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    const type = fragment?.typeCondition?.name.value;
    if (!fragment || (type !== undefined && !types.includes(type))) return [];
    return fieldsOf(fragment.selectionSet, types, fragments);
  });
}

function listOf(
  info: Asked,
  name: keyof AskedBelow,
  node: FieldNode | null,
  maxPageSize: number,
): ListBelow | null {
  const request = node && pageOfList(info, name, node, maxPageSize);
  return request && { request, descending: false };
}

/** Which page of a list below modpacks is asked for; null where that is more than how many from which end. */
export function pageOfList(
  { schema, variableValues }: Pick<Asked, 'schema' | 'variableValues'>,
  name: keyof AskedBelow,
  node: FieldNode,
  maxPageSize: number,
): PageRequest | null {
  const type = schema.getType('ModPack');
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) return null;
  try {
    const { first, last, ...others } = getArgumentValues(field, node, variableValues);
    if (!isCount(first) || !isCount(last) || Object.values(others).some((given) => given != null))
      return null;
    return pageRequest({ first, last }, maxPageSize);
  } catch {
    // The field itself says what is wrong with its arguments.
    return null;
  }
}

function isCount(given: unknown): given is number | null | undefined {
  return given == null || typeof given === 'number';
}
