import { isTargetingComplete, type Tree } from '../../targeting/targeting-model.ts';
import type { ConditionKind } from './targeting-change.ts';

/** How a bulk edit changes a list or a targeting tree. */
export const bulkModes = ['keep', 'add', 'remove', 'replace'] as const;
export type BulkMode = (typeof bulkModes)[number];

/** The fields of a bulk edit, before they are applied to a booking. */
export type BulkDraft = {
  /** null: unchanged. */
  readonly priority: number | null;
  /** Local time. null: unchanged. */
  readonly start: string | null;
  readonly end: string | null;
  readonly labels: { readonly mode: BulkMode; readonly values: readonly string[] };
  /** `tree` is added or replaces the targeting. Conditions of `kinds` are removed. */
  readonly targeting: { readonly mode: BulkMode; readonly tree: Tree | null; readonly kinds: readonly ConditionKind[] };
  /** `ids` are added or removed. With `replace`, `replacement` is booked instead of `replaced`. */
  readonly creatives: {
    readonly mode: BulkMode;
    readonly ids: readonly number[];
    readonly replaced: number | null;
    readonly replacement: number | null;
  };
};

/** A draft that changes nothing. */
export const unchangedDraft: BulkDraft = {
  priority: null,
  start: null,
  end: null,
  labels: { mode: 'keep', values: [] },
  targeting: { mode: 'keep', tree: null, kinds: [] },
  creatives: { mode: 'keep', ids: [], replaced: null, replacement: null },
};

/** Whether the draft changes something, and has the values that its changes need. */
export function isDraftComplete(draft: BulkDraft): boolean {
  const parts = [labelsState(draft), targetingState(draft), creativesState(draft)];
  const hasFields = draft.priority !== null || draft.start !== null || draft.end !== null;
  return !parts.includes('incomplete') && (hasFields || parts.includes('complete'));
}

/** The ids of the creatives that the draft adds to bookings. */
export function addedCreatives({ creatives }: BulkDraft): readonly number[] {
  if (creatives.mode === 'add') return creatives.ids;
  return creatives.mode === 'replace' && creatives.replacement !== null ? [creatives.replacement] : [];
}

type State = 'unchanged' | 'incomplete' | 'complete';

function labelsState({ labels: { mode, values } }: BulkDraft): State {
  if (mode === 'keep') return 'unchanged';
  return mode !== 'replace' && values.length === 0 ? 'incomplete' : 'complete';
}

function targetingState({ targeting: { mode, tree, kinds } }: BulkDraft): State {
  if (mode === 'keep') return 'unchanged';
  if (mode === 'remove') return kinds.length === 0 ? 'incomplete' : 'complete';
  // An empty tree that replaces the targeting removes it.
  return (mode === 'add' && tree === null) || !isTargetingComplete(tree) ? 'incomplete' : 'complete';
}

function creativesState({ creatives: { mode, ids, replaced, replacement } }: BulkDraft): State {
  if (mode === 'keep') return 'unchanged';
  if (mode !== 'replace') return ids.length === 0 ? 'incomplete' : 'complete';
  return replaced === null || replacement === null || replaced === replacement ? 'incomplete' : 'complete';
}
