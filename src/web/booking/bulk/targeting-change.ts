import { valueFactNames } from '../../../core/targeting/value-facts.ts';
import { isEqual } from '../../api/merge-patch.ts';
import type { Leaf, Tree } from '../../targeting/targeting-model.ts';

const otherKinds = ['parameter', 'pageUrl', 'coordinates', 'daypart'] as const;

/** What a condition compares: a fact of the request, a page parameter, the URL, the coordinates or the time. */
export const conditionKinds = [...valueFactNames, ...otherKinds];
export type ConditionKind = (typeof conditionKinds)[number];

/** Adds conditions that must match as well. Conditions that the tree already requires are not repeated. */
export function withConditions(tree: Tree | null, added: Tree): Tree {
  if (tree === null) return added;
  const required = requiredParts(tree);
  const missing = requiredParts(added).filter((part) => !required.some((known) => isEqual(known, part)));
  return missing.length === 0 ? tree : { all: [...required, ...missing] };
}

/** Removes all conditions of some kinds, and groups that become empty. null: no condition is left. */
export function withoutConditions(tree: Tree | null, kinds: readonly ConditionKind[]): Tree | null {
  if (tree === null) return null;
  const rest = (parts: readonly Tree[]) => parts.flatMap((part) => withoutConditions(part, kinds) ?? []);
  if ('all' in tree) return groupOrNull('all', rest(tree.all));
  if ('any' in tree) return groupOrNull('any', rest(tree.any));
  if ('not' in tree) {
    const inner = withoutConditions(tree.not, kinds);
    return inner === null ? null : { not: inner };
  }
  return kinds.includes(kindOfCondition(tree)) ? null : tree;
}

function requiredParts(tree: Tree): readonly Tree[] {
  return 'all' in tree ? tree.all : [tree];
}

function groupOrNull(mode: 'all' | 'any', parts: Tree[]): Tree | null {
  if (parts.length === 0) return null;
  return mode === 'all' ? { all: parts } : { any: parts };
}

function kindOfCondition(leaf: Leaf): ConditionKind {
  if ('fact' in leaf) return leaf.fact;
  if ('key' in leaf) return 'parameter';
  if ('urlParts' in leaf) return 'pageUrl';
  return 'near' in leaf ? 'coordinates' : 'daypart';
}
