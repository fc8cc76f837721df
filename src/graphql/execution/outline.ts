import { hash } from 'node:crypto';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { mostAlong } from '../../core/lists/lists-below.ts';
import type { PageRequest } from '../../core/lists/pages.ts';
import {
  type ListName,
  mayBeWritten,
  type Shown,
  type ShownField,
  type Writing,
  type WrittenAs,
} from '../../core/lists/written-rows.ts';
import { pageOfList } from './look-ahead.ts';
import { plainResolver } from './watch-resolvers.ts';
import type { Spelling, TextUse } from './written.ts';

/*
 * Which objects the database can write as they are answered: those of which nothing is asked but what fields expose of their
 * rows. What a field is called, of which type it is, and who may ask for it stays with the field: one whose resolver does
 * anything else is never written.
 */

/** What is shown of rows, and the lists in it whose pages depend on variables. */
interface Outline {
  shown: Shown;
  name: string;
  lists: readonly { list: ListName; node: FieldNode }[];
}

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'operation' | 'schema' | 'variableValues'>;

/** By the field that answers rows, each field for one spelling alone; null where they cannot be written. */
const outlines = new WeakMap<Spelling, WeakMap<FieldNode, Outline | null>>();

/** Which rows a field answers. */
export interface Rows {
  type: 'ModPack' | 'ServerPack' | 'RunConfiguration';
  of: 'one' | 'connection';
  /** How many at most. */
  count: number;
  maxPageSize: number;
}

/** How the rows that a field answers are to be written; null where they are not. */
export function writtenAs(info: Asked, rows: Rows, { spelling }: TextUse): WrittenAs | null {
  const { of, count, maxPageSize } = rows;
  const [node] = info.fieldNodes;
  if (node === undefined || info.fieldNodes.length > 1) return null;
  // Several that are asked for by their ids come by one statement.
  if (of === 'one' && info.operation.selectionSet.selections.length > 1) return null;
  const known = knownOutlines(spelling);
  let outline = known.get(node);
  if (outline === undefined) {
    outline = outlineOf(info, node, rows, spelling);
    known.set(node, outline);
  }
  if (outline === null) return null;
  const isWhole = spelling.lists === 'whole';
  const pages: PageRequest[] = [];
  for (const { list, node: ofList } of outline.lists) {
    const page = pageOfList(info, list, ofList, maxPageSize);
    if (page === null) return null;
    // How much one modpack is shown with is known when it is read; all of a page are written, or none.
    if (isWhole && (of === 'connection' || page.fromEnd || page.limit <= mostAlong)) return null;
    pages.push(isWhole ? { ...page, limit: mostAlong } : page);
  }
  const as = { shown: outline.shown, name: outline.name, pages, isWhole };
  return mayBeWritten(as, count) ? as : null;
}

function knownOutlines(spelling: Spelling): WeakMap<FieldNode, Outline | null> {
  const known = outlines.get(spelling) ?? new WeakMap();
  outlines.set(spelling, known);
  return known;
}

function outlineOf(info: Asked, node: FieldNode, rows: Rows, spelling: Spelling): Outline | null {
  const type = info.schema.getType(rows.type);
  const selection = rows.of === 'one' ? node.selectionSet : nodesOf(node)?.selectionSet;
  if (!isObjectType(type) || !selection) return null;
  const outliner = new Outliner(info, spelling);
  const shown = outliner.row(type, selection);
  return shown && { shown, name: hash('sha256', JSON.stringify(shown)), lists: outliner.lists };
}

/** The field for the nodes of a page, where these are asked for once, and by this name. */
function nodesOf({ selectionSet }: FieldNode): FieldNode | null {
  const fields = selectionSet?.selections ?? [];
  if (!fields.every(isPlainField)) return null;
  const [nodes, ...more] = fields.filter(({ name }) => name.value === 'nodes' || name.value === 'edges');
  return nodes?.name.value === 'nodes' && more.length === 0 ? nodes : null;
}

function isPlainField(selection: SelectionNode): selection is FieldNode {
  return selection.kind === Kind.FIELD && !selection.directives?.length;
}

type Unnamed<Field> = Field extends unknown ? Omit<Field, 'key'> : never;

/** Finds out what is shown of rows; null where there is anything that the database cannot write. */
class Outliner {
  readonly lists: { list: ListName; node: FieldNode }[] = [];
  readonly #fragments: Asked['fragments'];
  readonly #spelling: Spelling;

  constructor({ fragments }: Asked, spelling: Spelling) {
    this.#fragments = fragments;
    this.#spelling = spelling;
  }

  row(type: GraphQLObjectType, selection: SelectionSetNode): Shown | null {
    const shown: ShownField[] = [];
    for (const node of this.#fieldsOf(type, selection) ?? [null]) {
      const field = node && this.#field(type, node);
      const key = node?.alias?.value ?? node?.name.value;
      // Asked for twice under a name, a field has what is asked below it both times.
      if (!field || key === undefined || shown.some((other) => other.key === key)) return null;
      shown.push({ key, ...field });
    }
    return shown;
  }

  /** Those of fragments on the very type in their places; null where there are conditions. */
  #fieldsOf(type: GraphQLObjectType, { selections }: SelectionSetNode): FieldNode[] | null {
    const fields: FieldNode[] = [];
    for (const selection of selections) {
      if (selection.directives?.length) return null;
      if (selection.kind === Kind.FIELD) {
        fields.push(selection);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
      const isOfType =
        fragment?.typeCondition === undefined || fragment.typeCondition.name.value === type.name;
      if (!fragment || !isOfType || fragment.directives?.length) return null;
      const below = this.#fieldsOf(type, fragment.selectionSet);
      if (below === null) return null;
      fields.push(...below);
    }
    return fields;
  }

  #field(type: GraphQLObjectType, node: FieldNode): Unnamed<ShownField> | null {
    const {
      name: { value: name },
      selectionSet,
    } = node;
    if (name === '__typename') return { constant: type.name };
    const field = type.getFields()[name];
    if (!field) return null;
    if (name === 'id' && type.getInterfaces().some((one) => one.name === 'Node')) return { idOf: type.name };
    if (type.name === 'ModPack' && (name === 'serverPacks' || name === 'runConfigurations'))
      return this.#list(name, field, node);
    const column = exposedBy(field);
    if (column === null) return null;
    if (!selectionSet) return writtenLeaf(column, field.type, this.#spelling);
    const below = isNonNullType(field.type) ? field.type.ofType : null;
    const shown = isObjectType(below) ? this.row(below, selectionSet) : null;
    return shown && { row: column, shown };
  }

  /** A page of which nothing but its nodes is asked. */
  #list(list: ListName, field: GraphQLField<unknown, unknown>, node: FieldNode): Unnamed<ShownField> | null {
    const nodes = node.selectionSet?.selections.length === 1 ? nodesOf(node) : null;
    const type = getNamedType(field.type);
    const ofNodes = isObjectType(type) ? type.getFields().nodes?.type : undefined;
    const below = ofNodes && getNamedType(ofNodes);
    if (!nodes?.selectionSet || !isObjectType(below)) return null;
    this.lists.push({ list, node });
    const shown = this.row(below, nodes.selectionSet);
    const isWhole = this.#spelling.lists === 'whole';
    return shown && { list, nodes: isWhole ? null : (nodes.alias?.value ?? 'nodes'), shown };
  }
}

/** The column that a field answers as it is; null where its resolver does anything else, or somebody else has a say in it. */
function exposedBy(field: GraphQLField<unknown, unknown>): string | null {
  const { pothosExposedField: column, pothosOriginalResolve: original } = field.extensions;
  return typeof column === 'string' && original === plainResolver(field) ? column : null;
}

function writtenLeaf(
  column: string,
  type: GraphQLOutputType,
  spelling: Spelling,
): Unnamed<ShownField> | null {
  const isNullable = !isNonNullType(type);
  const as = writingOf(isNonNullType(type) ? type.ofType : type, spelling);
  return as && { column, as, isNullable };
}

/** The scalars whose values are written as JSON has them. */
const plainScalars = new Set(['String', 'Int', 'Boolean', 'BigInt']);

function writingOf(type: GraphQLOutputType, { time, word }: Spelling): Writing | null {
  if (isListType(type)) return getNamedType(type).name === 'String' ? 'texts' : null;
  if (isEnumType(type)) {
    const names = type.getValues().map(({ value, name }) => [String(value), word(type.name, name)] as const);
    return names.every(([value, name]) => value === name) ? 'plain' : names;
  }
  if (!isLeafType(type)) return null;
  return type.name === 'DateTime' ? time : plainScalars.has(type.name) ? 'plain' : null;
}
