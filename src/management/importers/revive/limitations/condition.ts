import type { TargetingTree } from '../../../../contract/booking/targeting.ts';
import { maxTargetingLeaves } from '../../../../core/vocabulary/limits/booking-limits.ts';

/** A delivery limitation of Revive: a row of `acls` or `acls_channel`. */
export type DeliveryLimitation = {
  readonly logical: 'and' | 'or';
  /** Type without the prefix of the plugin group, such as `Geo:Country`. */
  readonly type: string;
  /** Operator, such as `=~`. */
  readonly comparison: string;
  readonly data: string;
};

/** A targeting tree, or a constant: true matches all requests, false none. */
export type LimitationTree = TargetingTree | boolean;

/** Result of the translation of one condition. */
export type Translation =
  | {
      readonly tree: LimitationTree;
      /** How the meaning differs. Omitted: not at all. */
      readonly note?: string;
    }
  /** A period instead of a tree. Null: no limit. The end is exclusive. */
  | { readonly startMs: number | null; readonly endMs: number | null }
  | { readonly unsupported: string; readonly remedy: string };

/** Data that translations of conditions use. */
export type LimitationContext = {
  /** Time zone of the publications that the booking delivers in. null: they have several. */
  readonly timeZone: string | null;
  /** Translates the conditions of a delivery rule set. */
  channel(id: string): Translation;
};

export function allOf(trees: readonly LimitationTree[]): LimitationTree {
  if (trees.includes(false)) return false;
  const parts = trees.flatMap((tree) => (typeof tree === 'boolean' ? [] : 'all' in tree ? tree.all : [tree]));
  const [first] = parts;
  return first === undefined ? true : parts.length === 1 ? first : { all: parts };
}

export function anyOf(trees: readonly LimitationTree[]): LimitationTree {
  if (trees.includes(true)) return true;
  const parts = trees.flatMap((tree) => (typeof tree === 'boolean' ? [] : 'any' in tree ? tree.any : [tree]));
  const [first] = parts;
  return first === undefined ? false : parts.length === 1 ? first : { any: parts };
}

export function notOf(tree: LimitationTree): LimitationTree {
  if (typeof tree === 'boolean') return !tree;
  return 'not' in tree ? tree.not : { not: tree };
}

/** Negates a tree if the operator is negative. */
export function negatedIf(isNegative: boolean, tree: LimitationTree): LimitationTree {
  return isNegative ? notOf(tree) : tree;
}

export function leaf(
  fact: Extract<TargetingTree, { fact: unknown }>['fact'],
  values: readonly string[],
): LimitationTree {
  return values.length === 0 ? false : { fact, values };
}

/** Returns the parts of a comma-separated list, without blanks and duplicates. */
export function commaListOf(data: string): readonly string[] {
  const parts = data.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** Result for delivery rule sets with more conditions than a booking may have. */
export const tooManyConditions = {
  unsupported: `The delivery rule sets have more than ${maxTargetingLeaves} conditions.`,
  remedy: 'Simplify the delivery rule sets in Revive, and import again.',
};

/** Joins notes without repeating a sentence. */
export function joinedNotes(notes: readonly string[]): string {
  return [...new Set(notes.flatMap((note) => note.split(/(?<=\.) /)))].join(' ');
}

/** Number of conditions and levels of a tree. */
export function sizeOf(tree: TargetingTree): { readonly leaves: number; readonly depth: number } {
  const children = 'all' in tree ? tree.all : 'any' in tree ? tree.any : 'not' in tree ? [tree.not] : [];
  if (children.length === 0) return { leaves: 1, depth: 1 };
  const sizes = children.map(sizeOf);
  return {
    leaves: sizes.reduce((sum, { leaves }) => sum + leaves, 0),
    depth: 1 + Math.max(...sizes.map(({ depth }) => depth)),
  };
}
