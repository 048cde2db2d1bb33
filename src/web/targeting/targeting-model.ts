import type { Booking } from '../../client/generated/types.gen.ts';

/** A targeting tree as the API has it. */
export type Tree = NonNullable<Booking['targeting']>;
/** One test of a request. */
export type Leaf = Exclude<Tree, { all: unknown } | { any: unknown } | { not: unknown }>;
/** How the entries of a group go together. */
export type GroupMode = 'all' | 'any' | 'none';
/** The tree as it is edited: groups say `none of` in place of a `not` around them. */
export type EditedNode = { readonly mode: GroupMode; readonly nodes: readonly EditedNode[] } | { readonly leaf: Leaf };
/** A node that holds others. */
export type Group = Extract<EditedNode, { mode: GroupMode }>;

/** A group around everything, whatever the tree begins with. */
export function groupOf(tree: Tree | null): Group {
  if (tree === null) return { mode: 'all', nodes: [] };
  const node = nodeOf(tree);
  return 'mode' in node ? node : { mode: 'all', nodes: [node] };
}

/** The tree of a group; groups without entries say nothing and are left out. null: everybody. */
export function treeOf(group: Group): Tree | null {
  const trees = group.nodes.flatMap((node) => ('leaf' in node ? [node.leaf] : (treeOf(node) ?? [])));
  if (trees.length === 0) return null;
  if (group.mode === 'none') {
    const [only] = trees;
    return { not: trees.length === 1 && only !== undefined ? only : { any: trees } };
  }
  return group.mode === 'all' ? { all: trees } : { any: trees };
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
