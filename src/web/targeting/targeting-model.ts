import type { Booking } from '../../client/generated/types.gen.ts';

/** A targeting tree of the API. */
export type Tree = NonNullable<Booking['targeting']>;
/** One condition. */
export type Leaf = Exclude<Tree, { all: unknown } | { any: unknown } | { not: unknown }>;
/** How a group combines its entries. */
export type GroupMode = 'all' | 'any' | 'none';
/** A node of the edited tree. A group of mode `none` replaces `not` around a group. */
export type EditedNode = { readonly mode: GroupMode; readonly nodes: readonly EditedNode[] } | { readonly leaf: Leaf };
/** A node with child nodes. */
export type Group = Extract<EditedNode, { mode: GroupMode }>;

/** The tree as a group, with a new group around other root nodes. */
export function groupOf(tree: Tree | null): Group {
  if (tree === null) return { mode: 'all', nodes: [] };
  const node = nodeOf(tree);
  return 'mode' in node ? node : { mode: 'all', nodes: [node] };
}

/** The tree of a group without empty groups. Null: no conditions, all requests match. */
export function treeOf(group: Group): Tree | null {
  const trees = group.nodes.flatMap((node) => ('leaf' in node ? [node.leaf] : (treeOf(node) ?? [])));
  if (trees.length === 0) return null;
  if (group.mode === 'none') {
    const [only] = trees;
    return { not: trees.length === 1 && only !== undefined ? only : { any: trees } };
  }
  return group.mode === 'all' ? { all: trees } : { any: trees };
}

/** Whether each condition of a tree has the values that it compares with. */
export function isTargetingComplete(tree: Tree | null): boolean {
  if (tree === null) return true;
  if ('all' in tree) return tree.all.every(isTargetingComplete);
  if ('any' in tree) return tree.any.every(isTargetingComplete);
  if ('not' in tree) return isTargetingComplete(tree.not);
  if ('key' in tree) return tree.key.trim() !== '' && tree.values.length > 0;
  if ('urlParts' in tree) return tree.urlParts.length > 0;
  return !('values' in tree) || tree.values.length > 0;
}

/** Names of the value facts in a tree. */
export function targetedFacts(tree: Tree | null): ReadonlySet<string> {
  if (tree === null) return new Set();
  const parts = 'all' in tree ? tree.all : 'any' in tree ? tree.any : 'not' in tree ? [tree.not] : [];
  return new Set([...('fact' in tree ? [tree.fact] : []), ...parts.flatMap((part) => [...targetedFacts(part)])]);
}

function nodeOf(tree: Tree): EditedNode {
  if ('all' in tree) return { mode: 'all', nodes: tree.all.map(nodeOf) };
  if ('any' in tree) return { mode: 'any', nodes: tree.any.map(nodeOf) };
  if ('not' in tree) {
    const inner = nodeOf(tree.not);
    return { mode: 'none', nodes: 'mode' in inner && inner.mode === 'any' ? inner.nodes : [inner] };
  }
  return { leaf: tree };
}
