import type { ResourceKind, SearchedKind } from '../../../contract/resource-types/all-resource-types.ts';
import type { RowRules, SearchRules } from './row-rules.ts';
import { rulesOfKinds } from './rules-of-kinds.ts';

/** Each kind has rules; a kind that the search finds has search rules. */
type RulesByKind = {
  readonly [Kind in ResourceKind]: RowRules & (Kind extends SearchedKind ? { readonly search: SearchRules } : unknown);
};

/** The row rules of every resource type. A missing one does not compile. */
export const allRowRules = rulesOfKinds satisfies RulesByKind;

/** Tables of resource types. */
export type ResourceTableName = (typeof allRowRules)[ResourceKind]['table'];
